import Arguments
import CLibrary
import Diagnostics
import Doctor
import Files
import HTTPListener
import JSON
import SiteBuilder
import SiteModel
import Studio
import TextEncoding

/// `latchkey scan` opens links as the programs do that open them before their readers.
enum ScanCommand: Subcommand {
    static let command = Command(
        "scan",
        summary: "Open links as email scanners do, and report which spend them.",
        discussion: """
            The scanners are of the classes of Templates/scanners.yml, which has the source of each: HEAD and GET, \
            following, submitting forms, rendering with script, coming again after a day, and clicking everything. \
            Those that render need a Chromium, which is started without a window and with a profile of its own. None \
            types anything, as none is known to: forms are submitted with the values that the page gives them, and one \
            that asks for a password, or requires another text, is left alone.

            With '--sandbox' every link of the site is issued anew for each class, and the sandbox knows whether it still \
            works. Links of any other site are given as URLs: several of one page, one for each class, or one until it is \
            spent. Or they are given as received emails, of which each link with a token is opened. With '--works' a \
            command of yours says whether a link still works. Without, a link counts as spent if the page answers or \
            shows something else afterwards, if a form was accepted, or if a script has sent its token: a link that is \
            used up without such a sign is kept by mistake. There no day passes: what comes again comes at once.

            Real links are really opened, real forms submitted, and buttons clicked with '--click', also one that deletes \
            an account. Fails if a link is spent by a class that does not click.
            """,
        arguments: [
            Argument(
                "url", .many,
                help: "Links to open, of which a class opens the next one of a page; or received emails (.eml).")
        ],
        options: [
            Option(long: "sandbox", help: "Open the links of the site here, in a preview with a sandbox."),
            .site, SiteEnvironment.option, Build.templatesOption,
            Option(
                long: "browser", value: "program", help: "The Chromium. (default: the first of chromium, google-chrome)"
            ),
            Option(long: "click", help: "Also click everything on URLs; '--sandbox' always does."),
            Option(
                long: "works", value: "command",
                help: "A shell command that succeeds if the link in $1 still works."),
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard arguments.has("sandbox") == arguments.positionals.isEmpty else {
            throw arguments.failure("Name either links or '--sandbox'")
        }
        let (urls, files) = try sorted(arguments)
        // A browser that could not start is told by its pipe, and not by the end of this program.
        signal(SIGPIPE, SIG_IGN)
        let program = arguments["browser"] ?? BrowserPipe.usual.first(where: isInstalled)
        let browser = program.flatMap(BrowserPipe.init)
        if let named = arguments["browser"], browser == nil {
            throw DiagnosticReport(
                code: "no-browser", file: named, message: "this browser does not start",
                fix: "Name the program of a Chromium, or leave '--browser' out.")
        }
        var results: [ScanResult] = []
        if arguments.has("sandbox") {
            do throws(ListenerError) {
                let preview = try Preview.start(SiteBuild(arguments, site: arguments["site"]), port: 0)
                defer { preview.stop() }
                if preview.report.hasErrors {
                    Terminal.report(preview.report)
                    return 1
                }
                results = preview.links.map { scan(SandboxLink(preview: preview, link: $0), browser, clicks: true) }
            } catch {
                Terminal.report("error: \(error.message)\n")
                return 1
            }
        } else {
            func scanned(_ urls: [String], of mail: String? = nil) -> ScanResult {
                scan(SiteLink(urls, arguments["works"], of: mail), browser, clicks: arguments.has("click"))
            }
            for file in files {
                let links = EmailExamination.personalLinks(
                    of: try DoctorCommand.bytes(of: file, limit: EmailExamination.longestEmail))
                if links.isEmpty {
                    throw DiagnosticReport(
                        code: "email-without-link", file: file, message: "there is no link with a token here",
                        fix: "Save the email whole, with its header, as your email program's \"Show original\" has it.")
                }
                results += links.map { scanned([$0], of: file) }
            }
            if let silent = urls.first(where: { !isAnswered($0) }) {
                throw DiagnosticReport(
                    code: "no-response", file: PersonalAddress.shown(silent),
                    message: "the host does not answer, so that nothing is known of the link",
                    fix: "Look for a typing error in the host's name, and whether the site is up.")
            }
            results += pages(of: urls).map { scanned($0) }
        }
        let spent = results.flatMap { result in
            result.spending.map { verdict in
                Diagnostic(
                    code: "spent-link", file: result.name,
                    message: "a scanner that \(verdict.scanner.phrase) spends the link: \(verdict.why)",
                    fix: "Let nothing but a person's press of a button use the link up.")
            }
        }
        // A site may declare links that say why they do not work; the sandbox issues those as they are.
        let unusable = (arguments.has("sandbox") ? [] : results).compactMap { result in
            result.unusable.map { why in
                Diagnostic(
                    code: "unusable-link", file: result.name,
                    message: "the link cannot be used, so nothing is known of what spends it: \(why)",
                    fix: "Name a link as an email has it, which nothing has opened yet.")
            }
        }
        let emails = ScanResult.emails(of: results)
        return Format(arguments).show(
            DiagnosticReport(spent + unusable),
            result: ["links": .array(results.map(\.json)), "emails": .array(emails.map(\.json))],
            summary: introduction(arguments)
                + (results.map(\.text) + emails.map(\.text)).joined(separator: "\n") + legend(browser))
    }

    /// The links and the files of emails among the arguments.
    private static func sorted(_ arguments: ParsedArguments) throws -> (urls: [String], files: [String]) {
        if arguments["works"] != nil, arguments.has("sandbox") {
            throw arguments.failure("The sandbox knows itself whether a link works, without '--works'")
        }
        var (urls, files): ([String], [String]) = ([], [])
        for argument in arguments.positionals {
            if URLParts(argument).map({ $0.isWeb && $0.host?.isEmpty == false }) == true {
                urls.append(argument)
            } else if argument.lowercased().hasSuffix(".eml") || FileSystem.kind(of: argument) == .file {
                files.append(argument)
            } else {
                throw arguments.failure(
                    "'\(argument)' is neither a link, from https:// on, nor the file of a received email")
            }
        }
        return (urls, files)
    }

    /// The links, grouped by the pages that they open, in their order.
    private static func pages(of urls: [String]) -> [[String]] {
        var pages: [(page: String, urls: [String])] = []
        for url in urls {
            let page = PersonalAddress(url)?.page ?? url
            if let index = pages.firstIndex(where: { $0.page == page }) {
                pages[index].urls.append(url)
            } else {
                pages.append((page, [url]))
            }
        }
        return pages.map(\.urls)
    }

    /// Whether the host of a link answers; the link itself is left to the scanners.
    private static func isAnswered(_ url: String) -> Bool {
        guard let parts = URLParts(url), parts.isWeb, let origin = url.firstRange(of: "://") else { return true }
        var requests = ScanRequests()
        let authority = url[origin.upperBound...].prefix { !"/?#".contains($0) }
        return requests.send("HEAD", "\(url[..<origin.upperBound])\(authority)/") != nil
    }

    private static func isInstalled(_ program: String) -> Bool {
        let paths = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        return paths.contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// What a scan does and by what it judges, before its verdicts.
    private static func introduction(_ arguments: ParsedArguments) -> String {
        let sent =
            "Forms and buttons are pressed as they are, and nothing is typed: what asks for a password or another text is not "
            + "submitted.\n"
        let judged =
            arguments.has("sandbox")
            ? "\"kept\": the sandbox still accepts the link.\n"
            : arguments["works"] != nil
                ? "\"kept\": the command of '--works' says that the link works.\n"
                : "\"kept\": the page answers as before, and nothing was sent. That does not show a link that is used up without a "
                    + "sign:\n'--works' asks your own server.\n"
        return sent + judged + "\n"
    }

    private static func legend(_ browser: BrowserPipe?) -> String {
        browser == nil
            ? "\nNo Chromium could be started, so the classes that render were not run: name one with '--browser'.\n"
            : ""
    }

    /// Opens a link as each class does.
    private static func scan(_ target: some ScanTarget, _ browser: BrowserPipe?, clicks: Bool) -> ScanResult {
        var target = target
        var result = ScanResult(name: target.name, mails: target.mails)
        for scanner in ScannerClass.all where clicks || !scanner.maySpend {
            func add(_ why: String, isSpent: Bool = false, isRun: Bool = true, isUnusable: Bool = false) {
                result.verdicts.append(
                    .init(scanner: scanner, isSpent: isSpent, why: why, isRun: isRun, isUnusable: isUnusable))
            }
            let visit = ScanVisit(scanner, browser)
            let url: String
            switch visit.isPossible ? target.issue() : .none("no browser") {
            case .url(let issued): url = issued
            case .none(let reason):
                add("not run, \(reason)", isRun: false)
                continue
            case .unusable(let fault):
                add(fault, isRun: false, isUnusable: true)
                return result
            }
            visit.perform(on: url)
            let pause = scanner.comesAgain ? target.passDay() : ""
            if scanner.comesAgain { visit.perform(on: url) }
            let (isSpent, why) = target.verdict(on: url, after: visit)
            if !isSpent, let fault = visit.fault {
                add(fault, isRun: false, isUnusable: true)
                return result
            }
            let way = isSpent && scanner.maySpend ? target.wayOut : ""
            add((why ?? (isSpent ? "spent" : "kept")) + pause + way + visit.summary, isSpent: isSpent)
        }
        return result
    }
}

extension ScannerClass {
    /// The title within a sentence.
    fileprivate var phrase: String { title.hasPrefix("HEAD") ? "sends \(title)" : title }
}
