import Arguments
import Diagnostics
import Files
import SiteModel
import Version

/// The command-line tool: parses the arguments and runs a subcommand.
@main
enum Latchkey {
    private static let subcommands: [any Subcommand.Type] = [
        Init.self, Add.self, Show.self, Build.self, ReleaseCommand.self, Serve.self, PreviewCommand.self,
        MapCommand.self, StoryboardCommand.self, CompareCommand.self, Check.self, Links.self, Emails.self,
        Translations.self, SandboxCommand.self, TemplatesCommand.self, SchemaCommand.self, Export.self,
        DoctorCommand.self,
        ScanCommand.self,
    ]

    private static let command = Command(
        "latchkey",
        summary: "The web half of the links your app emails.",
        discussion: """
            From Markdown page specs it builds the pages that open if the app does not, the association files that \
            let iOS and Android open the app instead, and a release that the included server hosts.

            Start with 'latchkey init', look with 'latchkey preview', publish with 'latchkey build'.
            """,
        otherNames: [
            "deploy": "'latchkey export' writes the files for a host",
            "publish": "'latchkey export' writes the files for a host",
            "dev": "'latchkey preview' shows each save", "start": "'latchkey preview' shows each save",
            "run": "'latchkey preview' shows each save", "watch": "'latchkey preview' shows each save",
            "new": "'latchkey init' creates a site, and 'latchkey add' a page, an email or an app in it",
            "create": "'latchkey init' creates a site, and 'latchkey add' a page, an email or an app in it",
            "generate": "'latchkey add' creates a page or an email", "validate": "'latchkey check' follows every link",
            "lint": "'latchkey check' follows every link", "test": "'latchkey check' follows every link",
        ],
        subcommands: subcommands.map { $0.command })

    static func main() {
        let parser = CommandLineParser(command, version: Version.text)
        Terminal.exit(with: run(parser.parseArguments()))
    }

    private static func run(_ outcome: CommandLineOutcome) -> Int32 {
        switch outcome {
        case .output(let text):
            Terminal.print(text)
            return 0
        case .failure(let failure):
            Terminal.report(failure.text)
            return CommandLineFailure.exitCode
        case .run(let arguments):
            do {
                return try subcommands.first { $0.command.name == arguments.path.first }?.run(arguments) ?? 0
            } catch let failure as CommandLineFailure {
                Terminal.report(failure.text)
                return CommandLineFailure.exitCode
            } catch let report as DiagnosticReport {
                return Format(arguments).show(report)
            } catch let diagnostic as Diagnostic {
                return Format(arguments).show(DiagnosticReport([diagnostic]))
            } catch let error as FileError {
                return Format(arguments).show(DiagnosticReport([Diagnostic(writing: error)]))
            } catch {
                Terminal.report("error: \(error)\n")
                return 1
            }
        }
    }
}

protocol Subcommand: Sendable {
    static var command: Command { get }

    /// Runs the subcommand and returns the exit status, 1 if the input has errors. Diagnostics that it throws are shown
    /// in the format that the command line names.
    static func run(_ arguments: ParsedArguments) throws -> Int32
}

protocol CommandGroup: Subcommand {
    static var subcommands: [any Subcommand.Type] { get }
}

extension CommandGroup {
    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        try subcommands.first { $0.command.name == arguments.path.last }?.run(arguments) ?? 0
    }
}
