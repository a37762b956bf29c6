import Testing

@testable import Arguments

private let latchkey = Command(
    "latchkey", summary: "Build the web half of the links an app emails.",
    subcommands: [
        Command(
            "build", summary: "Build a release from a site.",
            arguments: [Argument("site", .optional, help: "The site's folder. (default: Site)")],
            options: [
                Option(
                    long: "templates", value: "dir",
                    help: "A folder of templates that replace the built-in ones, file by file."),
                Option(
                    long: "output", short: "o", value: "dir", help: "Where the release is written. (default: Output)"),
                Option(long: "no-compress", short: "n", help: "Leave the compressed variants out."),
                Option(
                    long: "format", value: "format", choices: ["text", "json"], help: "How diagnostics are written."),
                Option(long: "port", value: "port", help: "A port."),
            ]),
        Command("copy", summary: "Copy.", arguments: [Argument("from", help: "From."), Argument("to", help: "To.")]),
        Command(
            "show", summary: "Show.",
            arguments: [
                Argument("what", choices: ["page", "email"], help: "What."), Argument("name", help: "Its name."),
            ]),
        Command(
            "print", summary: "Print.",
            arguments: [Argument("what", choices: ["page"], help: "What."), Argument("name", help: "Its name.")],
            otherNames: ["emails": "'latchkey mail' prints them"]),
        Command("lint", summary: "Lint.", arguments: [Argument("file", .many, help: "Files.")]),
        Command(
            "links", summary: "Look at links.",
            subcommands: [
                Command(
                    "lint", summary: "Check the links of hosts.", arguments: [Argument("host", .many, help: "Hosts.")])
            ]),
    ])

private let parser = CommandLineParser(latchkey, version: "1.2.3")

private func parse(_ line: String) -> CommandLineOutcome {
    parser.parse(line.split(separator: " ").map(String.init))
}

private func parsed(_ line: String) throws -> ParsedArguments {
    guard case .run(let arguments) = parse(line) else {
        throw UnexpectedOutcome(outcome: parse(line))
    }
    return arguments
}

private struct UnexpectedOutcome: Error { var outcome: CommandLineOutcome }

private let scanned = [
    Option(long: "all", short: "a", help: ""), Option(long: "brief", short: "b", help: ""),
    Option(long: "output", short: "o", value: "dir", help: ""), Option(long: "out", value: "file", help: ""),
]

@Suite("Command lines") struct CommandLineParserTests {
    struct Failure: Sendable, CustomTestStringConvertible {
        var line: String
        var message: String
        var testDescription: String { line }
    }

    @Test(
        "A mistake is named, with what was meant",
        arguments: [
            Failure(line: "build --fo", message: "Unknown option '--fo'. Did you mean '--format'?"),
            Failure(
                line: "build --output-folder x", message: "Unknown option '--output-folder'. Did you mean '--output'?"),
            Failure(line: "build -t x", message: "Unknown option '-t'. Did you mean '--templates'?"),
            Failure(line: "build --xyzzy", message: "Unknown option '--xyzzy'"),
            Failure(line: "build --outptu x", message: "Unknown option '--outptu'. Did you mean '--output'?"),
            Failure(line: "build --outptu=x", message: "Unknown option '--outptu'. Did you mean '--output'?"),
            Failure(line: "build --out x", message: "Unknown option '--out'. Did you mean '--output'?"),
            Failure(line: "build --out=x", message: "Unknown option '--out'. Did you mean '--output'?"),
            Failure(line: "build --templ", message: "Unknown option '--templ'. Did you mean '--templates'?"),
            Failure(line: "build --no=x", message: "Unknown option '--no'. Did you mean '--no-compress'?"),
            Failure(line: "build -x", message: "Unknown option '-x'"),
            Failure(line: "build -nx", message: "Unknown option '-x'"),
            Failure(line: "build -é", message: "Unknown option '-é'"),
            Failure(line: "build --output", message: "Missing value for '--output <dir>'"),
            Failure(line: "build -o", message: "Missing value for '--output <dir>'"),
            Failure(line: "build --output --templates x", message: "Missing value for '--output <dir>'"),
            Failure(line: "build --port -x", message: "Missing value for '--port <port>'"),
            Failure(
                line: "--generate-completion-script csh",
                message: "The value 'csh' is invalid for '--generate-completion-script <shell>'. Did you mean 'zsh'?"),
            Failure(
                line: "build --no-compress=yes",
                message: "The option '--no-compress' takes no value, but was given 'yes'"),
            Failure(line: "build a b", message: "Unexpected argument 'b'. Did you mean '--output b'?"),
            Failure(line: "build a b --output c", message: "Unexpected argument 'b'"),
            Failure(line: "build a b c", message: "2 unexpected arguments: 'b', 'c'"),
            Failure(line: "build -- --output x", message: "'--output' is no option after '--'. Leave the '--' out"),
            Failure(line: "build a -- -o x", message: "'-o' is no option after '--'. Leave the '--' out"),
            Failure(
                line: "build -- --output=x", message: "'--output=x' is no option after '--'. Leave the '--' out"),
            Failure(line: "build a -- --b", message: "Unexpected argument '--b'"),
            Failure(line: "copy", message: "Missing expected argument '<from>'"),
            Failure(line: "copy a", message: "Missing expected argument '<to>': 'a' is read as '<from>'"),
            Failure(
                line: "show forgot-password",
                message: "There is nothing called 'forgot-password' to show. Choose one of: page, email"),
            Failure(
                line: "show pge x",
                message: "There is nothing called 'pge' to show. Did you mean 'page'? Choose one of: page, email"),
            Failure(
                line: "show forgot-password page",
                message:
                    "There is nothing called 'forgot-password' to show. Did you mean 'latchkey show page forgot-password'?"
            ),
            Failure(
                line: "print forgot-password",
                message:
                    "There is nothing called 'forgot-password' to print. Did you mean 'latchkey print page forgot-password'?"
            ),
            Failure(
                line: "print emails x",
                message: "There is nothing called 'emails' to print. 'latchkey mail' prints them"),
            Failure(
                line: "page show forgot-password",
                message: "Unknown subcommand 'page'. Did you mean 'latchkey show page'?"),
            Failure(
                line: "emails show", message: "Unknown subcommand 'emails'. Did you mean 'latchkey show email'?"),
            Failure(line: "site build", message: "Unknown subcommand 'site'"),
            Failure(line: "version", message: "Unknown subcommand 'version'. Did you mean '--version'?"),
            Failure(line: "show page", message: "Missing expected argument '<name>'"),
            Failure(line: "biuld", message: "Unknown subcommand 'biuld'. Did you mean 'build'?"),
            Failure(line: "frobnicate", message: "Unknown subcommand 'frobnicate'"),
            Failure(line: "links lnit", message: "Unknown subcommand 'lnit'. Did you mean 'lint'?"),
            Failure(line: "help biuld", message: "Unknown subcommand 'biuld'. Did you mean 'build'?"),
            Failure(line: "help build x", message: "Unexpected argument 'x'"),
            Failure(
                line: "--output x build",
                message: "Unknown option '--output'. Options follow the command: latchkey build --output <dir>"),
            Failure(
                line: "--format=json build",
                message: "Unknown option '--format'. Options follow the command: latchkey build --format <format>"),
            Failure(
                line: "-n build",
                message: "Unknown option '-n'. Options follow the command: latchkey build --no-compress"),
            Failure(
                line: "--port 80",
                message: "Unknown option '--port'. Options follow the command: latchkey build --port <port>"),
            Failure(line: "--verson build", message: "Unknown option '--verson'. Did you mean '--version'?"),
            Failure(line: "--xyzzy build", message: "Unknown option '--xyzzy'"),
            Failure(line: "--outptu x build", message: "Unknown option '--outptu'. Did you mean '--output'?"),
            Failure(
                line: "--site Site build",
                message: "Unknown option '--site'. Its value is written alone, after the command"),
            Failure(
                line: "build --site Site",
                message: "Unknown option '--site'. Its value is written alone, after the command"),
            Failure(line: "build --version", message: "Unknown option '--version'"),
            Failure(
                line: "build --format jsn",
                message: "The value 'jsn' is invalid for '--format <format>'. Did you mean 'json'?"),
            Failure(
                line: "build --format=",
                message: "The value '' is invalid for '--format <format>'. Give one of 'text', 'json'"),
        ])
    func failure(_ expected: Failure) {
        guard case .failure(let failure) = parse(expected.line) else {
            Issue.record("no failure: \(parse(expected.line))")
            return
        }
        #expect(failure.message == expected.message)
    }

    struct Words: Sendable, CustomTestStringConvertible {
        var words: [String]
        var flags: Set<String> = []
        var values: [String: [String]] = [:]
        var positionals: [String] = []
        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(
        "scan separates options, values and positional arguments as getopt_long does",
        arguments: [
            Words(words: ["-ab", "x"], flags: ["all", "brief"], positionals: ["x"]),
            Words(words: ["x", "-a", "y", "--brief"], flags: ["all", "brief"], positionals: ["x", "y"]),
            Words(words: ["-aoz", "x"], flags: ["all"], values: ["output": ["z"]], positionals: ["x"]),
            Words(words: ["-ao", "z", "x"], flags: ["all"], values: ["output": ["z"]], positionals: ["x"]),
            Words(words: ["-o=z"], values: ["output": ["=z"]]),
            Words(words: ["-o-a"], values: ["output": ["-a"]]),
            Words(words: ["-o", "-"], values: ["output": ["-"]]),
            Words(words: ["-o", "-12"], values: ["output": ["-12"]]),
            Words(words: ["-o", ""], values: ["output": [""]]),
            Words(words: ["--output=a=b"], values: ["output": ["a=b"]]),
            Words(words: ["--out", "z"], values: ["out": ["z"]]),
            Words(words: ["--output=", "--output=é"], values: ["output": ["", "é"]]),
            Words(words: ["", "-", "--", "-a", "--"], positionals: ["", "-", "-a", "--"]),
            Words(words: ["-oé", "é"], values: ["output": ["é"]], positionals: ["é"]),
        ])
    func words(_ expected: Words) throws {
        let found = try scan(expected.words, options: scanned, stopsAtPositional: false)
        let wanted = ScannedWords(
            positionals: expected.positionals, values: expected.values, flags: expected.flags)
        #expect(found == wanted)
    }

    @Test(
        "scan throws the first error, before the values of later words",
        arguments: [
            (["-ax", "-z"], .unknownOption("-x")), (["-aé"], .unknownOption("-aé")), (["-a-"], .unknownOption("--")),
            (["--outp", "z"], .unknownOption("--outp", meant: "output")),
            (["--br=z"], .unknownOption("--br", meant: "brief")),
            (["--o=z"], .unknownOption("--o")), (["--=z"], .unknownOption("--")),
            (["--all=z"], .unwantedValue(scanned[0], "z")), (["--all="], .unwantedValue(scanned[0], "")),
            (["-ao"], .missingValue(scanned[2])), (["-o", "--", "z"], .missingValue(scanned[2])),
            (["--out", "-a"], .missingValue(scanned[3])),
        ] as [([String], ScanProblem)])
    func scanProblem(words: [String], problem: ScanProblem) {
        #expect(throws: problem) { try scan(words, options: scanned, stopsAtPositional: false) }
    }

    @Test("scan for a group stops at the first positional argument")
    func group() throws {
        let found = try scan(["-a", "x", "-b", "--"], options: scanned, stopsAtPositional: true)
        #expect(found == ScannedWords(positionals: ["x", "-b", "--"], flags: ["all"]))
    }

    @Test("A mistake is shown with the command's usage, and exits with 64")
    func failureText() {
        guard case .failure(let failure) = parse("links lint --fo") else {
            Issue.record("no failure")
            return
        }
        #expect(
            failure.text == """
                Error: Unknown option '--fo'
                Usage: latchkey links lint [<host> ...]
                  See 'latchkey links lint --help' for more information.

                """)
        #expect(CommandLineFailure.exitCode == 64)
    }

    @Test(
        "Options stand before and after positional arguments, with a blank or an equals sign",
        arguments: [
            "build Site --output out --no-compress", "build --output=out Site --no-compress",
            "build --no-compress --output out Site", "build -n -o out Site",
            "build -noout Site", "build --output first -n --output out -- Site",
        ])
    func options(_ line: String) throws {
        let arguments = try parsed(line)
        #expect(arguments.path == ["build"])
        #expect(arguments.positionals == ["Site"])
        #expect(arguments["output"] == "out")
        #expect(arguments["templates"] == nil)
        #expect(arguments.has("no-compress"))
    }

    @Test("Everything after -- is positional, and so is a single dash")
    func terminator() throws {
        #expect(try parsed("lint a -- -n --output --help").positionals == ["a", "-n", "--output", "--help"])
        #expect(try parsed("lint - --").positionals == ["-"])
        #expect(try parsed("build --output -")["output"] == "-")
    }

    @Test("A value that begins with a dash is written with an equals sign")
    func dashedValue() throws {
        #expect(try parsed("build --output=--x")["output"] == "--x")
        #expect(try parsed("build --output=")["output"] == "")
    }

    @Test("Subcommands have two levels")
    func subcommands() throws {
        let arguments = try parsed("links lint artitec.com example.com")
        #expect(arguments.path == ["links", "lint"])
        #expect(arguments.positionals == ["artitec.com", "example.com"])
    }

    @Test("An option's values are all kept")
    func repeated() throws {
        let arguments = try parsed("build --output a --output b")
        #expect(arguments.all("output") == ["a", "b"])
        #expect(arguments["output"] == "b")
    }

    @Test("A number out of its range is a mistake")
    func integer() throws {
        #expect(try parsed("build --port 80").integer("port", in: 0...65_535) == 80)
        #expect(try parsed("build").integer("port", in: 0...65_535) == nil)
        let arguments = try parsed("build --port 65536")
        #expect {
            try arguments.integer("port", in: 0...65_535)
        } throws: { error in
            (error as? CommandLineFailure)?.message
                == "The value '65536' is invalid for '--port <port>'. Give a number from 0 to 65535"
        }
    }

    @Test("A negative number is a value, and said to be out of range")
    func negative() throws {
        let arguments = try parsed("build --port -1")
        #expect {
            try arguments.integer("port", in: 0...65_535)
        } throws: { error in
            (error as? CommandLineFailure)?.message
                == "The value '-1' is invalid for '--port <port>'. Give a number from 0 to 65535"
        }
    }

    @Test("A usage line names few options, and says that there are more")
    func usage() {
        let options = ["a", "b", "c", "d"].map { Option(long: $0, value: "x", help: "") }
        #expect(
            Command("x", summary: "", options: Array(options.prefix(3))).synopsis == "[--a <x>] [--b <x>] [--c <x>]")
        #expect(Command("x", summary: "", options: options).synopsis == "[<options>]")
    }

    @Test("The version is one line with the program's name")
    func version() {
        #expect(parse("--version") == .output("latchkey 1.2.3\n"))
    }

    @Test(
        "Nothing at all, --help, -h and help show the program's help",
        arguments: ["", "--help", "-h", "help"])
    func programHelp(_ line: String) {
        #expect(
            parse(line)
                == .output(
                    """
                    OVERVIEW: Build the web half of the links an app emails.

                    USAGE: latchkey <subcommand>

                    OPTIONS:
                      --generate-completion-script <shell>
                                              Print completions for bash, zsh or fish.
                      --generate-manual       Print the manual page.
                      --version               Show the version.
                      -h, --help              Show help information.

                    SUBCOMMANDS:
                      build                   Build a release from a site.
                      copy                    Copy.
                      show                    Show.
                      print                   Print.
                      lint                    Lint.
                      links                   Look at links.

                      See 'latchkey help <subcommand>' for detailed help.

                    """))
    }

    @Test(
        "A command's help lists its arguments and options",
        arguments: ["build --help", "build x -h --output y", "help build"])
    func commandHelp(_ line: String) {
        #expect(
            parse(line)
                == .output(
                    """
                    OVERVIEW: Build a release from a site.

                    USAGE: latchkey build [<options>] [<site>]

                    ARGUMENTS:
                      <site>                  The site's folder. (default: Site)

                    OPTIONS:
                      --templates <dir>       A folder of templates that replace the built-in ones,
                                              file by file.
                      -o, --output <dir>      Where the release is written. (default: Output)
                      -n, --no-compress       Leave the compressed variants out.
                      --format <format>       How diagnostics are written.
                      --port <port>           A port.
                      -h, --help              Show help information.

                    """))
    }

    @Test(
        "A command with subcommands, given alone, shows its help", arguments: ["links", "links --help", "help links"])
    func groupHelp(_ line: String) {
        #expect(
            parse(line)
                == .output(
                    """
                    OVERVIEW: Look at links.

                    USAGE: latchkey links <subcommand>

                    OPTIONS:
                      -h, --help              Show help information.

                    SUBCOMMANDS:
                      lint                    Check the links of hosts.

                      See 'latchkey help links <subcommand>' for detailed help.

                    """))
    }

    @Test("A program without subcommands runs by itself")
    func single() {
        let server = CommandLineParser(
            Command(
                "latchkey-server", summary: "Serve.", arguments: [Argument("release", .optional, help: "R.")],
                options: [Option(long: "listen", value: "address", help: "L.")]), version: "1")
        guard case .run(let arguments) = server.parse(["out", "--listen", "127.0.0.1:0"]) else {
            Issue.record("did not run")
            return
        }
        #expect(arguments.path == [])
        #expect(arguments.positional(0) == "out")
        #expect(arguments.positional(1) == nil)
        #expect(arguments["listen"] == "127.0.0.1:0")
    }
}
