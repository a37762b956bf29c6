import Arguments
import CLibrary
import Diagnostics
import HTTPListener
import JSON
import SiteBuilder
import SiteModel
import Studio

/// `latchkey scan` opens links as the programs do that open them before their readers.
enum ScanCommand: Subcommand {
    static let command = Command(
        "scan",
        summary: "Open links as email scanners do, and report which spend them.",
        discussion: """
            The scanners are of the classes of Templates/scanners.yml, which has the source of each: HEAD and GET, \
            following, submitting forms, rendering with script, coming again after a day, and clicking everything. \
            Those that render need a Chromium, which is started without a window and with a profile of its own.

            With '--sandbox' every link of the site is issued anew for each class, and the sandbox knows whether it still \
            works. Links of any other site are given as URLs, one for each class or one for all; with '--works' a command \
            of yours says whether a link still works. Without, a link counts as spent if the page answers differently \
            afterwards, or has sent anything by itself.

            Real links are really opened, and really clicked with '--click'. Fails if a link is spent by a class that \
            does not click.
            """,
        arguments: [Argument("url", .many, help: "Links to open; a class opens the next one.")],
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
        let urls = arguments.positionals
        guard arguments.has("sandbox") != !urls.isEmpty else {
            throw arguments.failure("Name either links or '--sandbox'")
        }
        // A browser that could not start is told by its pipe, and not by the end of this program.
        signal(SIGPIPE, SIG_IGN)
        let program = arguments["browser"] ?? BrowserPipe.usual.first(where: isInstalled)
        let browser = program.flatMap(BrowserPipe.init)
        let results: [ScanResult]
        if arguments.has("sandbox") {
            do throws(ListenerError) {
                let preview = try Preview.start(SiteBuild(arguments, site: arguments["site"]), port: 0)
                defer { preview.stop() }
                if preview.report.hasErrors {
                    Terminal.report(preview.report)
                    return 1
                }
                results = preview.links.map { scan($0, of: preview, browser) }
            } catch {
                Terminal.report("error: \(error.message)\n")
                return 1
            }
        } else {
            results = [scan(urls, arguments["works"], browser, clicks: arguments.has("click"))]
        }
        let spent = results.flatMap { result in
            result.verdicts.filter { $0.isSpent && !$0.scanner.maySpend }.map { verdict in
                Diagnostic(
                    code: "spent-link", file: result.name,
                    message: "a scanner that \(verdict.scanner.phrase) spends the link: \(verdict.why)",
                    fix: "Let nothing but a person's press of a button use the link up.")
            }
        }
        return Format(arguments).show(
            DiagnosticReport(spent), result: ["links": .array(results.map(\.json))],
            summary: results.map(\.text).joined(separator: "\n") + legend(browser))
    }

    private static func isInstalled(_ program: String) -> Bool {
        let paths = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        return paths.contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private static func legend(_ browser: BrowserPipe?) -> String {
        browser == nil
            ? "\nNo Chromium could be started, so the classes that render were not run: name one with '--browser'.\n"
            : ""
    }

    // MARK: - The sandbox's links

    private static func scan(_ link: Preview.Link, of preview: Preview, _ browser: BrowserPipe?) -> ScanResult {
        let mails = link.emails.isEmpty ? "no email" : link.emails.joined(separator: ", ")
        var result = ScanResult(name: "\(link.app): \(link.name) (\(mails))")
        for scanner in ScannerClass.all {
            guard let url = preview.issueLink(link) else { continue }
            let visit = Visit(scanner, browser)
            guard visit.perform(on: url) else {
                result.verdicts.append(
                    .init(scanner: scanner, isSpent: false, why: "not run, no browser", isRun: false))
                continue
            }
            if scanner.comesAgain {
                preview.passDay()
                _ = visit.perform(on: url)
            }
            let isSpent = !preview.works(url, of: link)
            let way =
                isSpent && scanner.maySpend
                ? link.hasCode
                    ? "; the page takes the email's code, if that is another token than the link's"
                    : "; the page leads to another link" : ""
            result.verdicts.append(
                .init(scanner: scanner, isSpent: isSpent, why: (isSpent ? "spent" : "kept") + way + visit.summary))
        }
        return result
    }

    // MARK: - Links of any site

    private static func scan(_ urls: [String], _ command: String?, _ browser: BrowserPipe?, clicks: Bool) -> ScanResult
    {
        var result = ScanResult(name: urls[0].prefix { $0 != "?" && $0 != "#" }.description)
        var next = 0
        for scanner in ScannerClass.all where !scanner.comesAgain && (clicks || !scanner.actions.contains(.click)) {
            let url = urls[min(next, urls.count - 1)]
            next += 1
            var observer = ScanRequests()
            let before = observer.arrive(at: url)
            if let command, !succeeds(command, url) {
                result.verdicts.append(
                    .init(scanner: scanner, isSpent: false, why: "not run, the link does not work", isRun: false))
                continue
            }
            let visit = Visit(scanner, browser)
            guard visit.perform(on: url) else {
                result.verdicts.append(
                    .init(scanner: scanner, isSpent: false, why: "not run, no browser", isRun: false))
                continue
            }
            let after = observer.arrive(at: url)
            let hasChanged = before.map { Self.page($0) } != after.map { Self.page($0) }
            let isSpent = command.map { !succeeds($0, url) } ?? (hasChanged || !visit.sent.isEmpty)
            let why =
                command == nil && isSpent && hasChanged
                ? "the page answers differently afterwards" : isSpent ? "spent" : "kept"
            result.verdicts.append(.init(scanner: scanner, isSpent: isSpent, why: why + visit.summary))
        }
        return result
    }

    /// Where a link arrived, and what it says there, without what differs from one answer to the next: tags, such as those of
    /// a form's tokens, and words with digits or of more than 20 characters.
    private static func page(_ arrival: (url: String, answer: ScanRequests.Answer)) -> [String] {
        let text = arrival.answer.body.replacing(/<[^>]*>/, with: " ")
        let words = text.split(whereSeparator: \.isWhitespace).filter {
            $0.count <= 20 && !$0.contains(where: \.isNumber)
        }
        return [arrival.url.prefix { $0 != "?" && $0 != "#" }.description, "\(arrival.answer.status)"]
            + words.map { String($0) }
    }

    private static func succeeds(_ command: String, _ url: String) -> Bool {
        ChildProcess.succeeds(["/bin/sh", "-c", command, "sh", url])
    }

    /// A visit of a scanner, and what it sent.
    private final class Visit {
        private let scanner: ScannerClass
        private let browser: BrowserPipe?
        private(set) var sent: [String] = []
        private var clicked: [String] = []

        init(_ scanner: ScannerClass, _ browser: BrowserPipe?) {
            self.scanner = scanner
            self.browser = browser
        }

        /// Does what the scanner does; false if that needs a browser and there is none.
        func perform(on url: String) -> Bool {
            var requests = ScanRequests()
            for action in scanner.actions { requests.perform(action, on: url) }
            sent += requests.sent
            guard scanner.needsBrowser else { return true }
            guard let browser else { return false }
            browser.visit(url)
            if scanner.actions.contains(.click) { clicked = browser.clickEverything(on: url) }
            sent += browser.sent
            return true
        }

        var summary: String {
            let pressed = clicked.isEmpty ? "" : "; clicked \(clicked.map { "'\($0)'" }.joined(separator: ", "))"
            return pressed + (sent.isEmpty ? "" : "; sent \(Set(sent).sorted().joined(separator: ", "))")
        }
    }
}

/// What the classes of scanners did to a link.
struct ScanResult {
    struct Verdict {
        let scanner: ScannerClass
        let isSpent: Bool
        let why: String
        var isRun = true
    }

    let name: String
    var verdicts: [Verdict] = []

    var text: String {
        let width = verdicts.map(\.scanner.title.count).max() ?? 0
        return "\(name)\n"
            + verdicts.map { verdict in
                let title = verdict.scanner.title
                return "  \(title)\(String(repeating: " ", count: width - title.count))  \(verdict.why)\n"
            }.joined()
    }

    var json: JSONValue {
        [
            "link": .string(name),
            "scanners": .array(
                verdicts.map { verdict in
                    [
                        "scanner": .string(verdict.scanner.name), "ran": .bool(verdict.isRun),
                        "spent": .bool(verdict.isSpent), "why": .string(verdict.why),
                        "sources": .array(verdict.scanner.known.map(JSONValue.string)),
                    ]
                }),
        ]
    }
}

extension ScannerClass {
    /// The title within a sentence.
    fileprivate var phrase: String { title.hasPrefix("HEAD") ? "sends \(title)" : title }
}
