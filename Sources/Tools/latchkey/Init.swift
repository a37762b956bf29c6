import Arguments
import CLibrary
import JSON
import Scaffolding
import TextEncoding

/// `latchkey init` creates a site with one app.
enum Init: Subcommand {
    static let command = Command(documented: "init", values: ["backends": FirstSite.backends.joined(separator: ", ")])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let folder = arguments.positional(0) ?? "."
        if folder.contains("://") {
            throw arguments.failure(
                "'\(folder)' is an address, and a site is a folder. Name one: latchkey init \(Starter.names(in: folder).name)"
            )
        }
        let result = try Starter.begin(
            in: folder, withTemplates: arguments.has("templates"), withAgents: arguments.has("agents"),
            for: try answers(arguments, folder))
        return Format(arguments).show(
            result: [
                "files": .array(result.files.map(JSONValue.string)),
                "console": .array(result.steps.map(JSONValue.string)),
            ],
            summary: result.summary)
    }

    /// What the command line says of the site, or the answers at a terminal; nil for the site without a backend.
    private static func answers(_ arguments: ParsedArguments, _ folder: String) throws -> FirstSite.Answers? {
        let others = ["host", "ios", "scheme"].filter {
            arguments[$0] != nil && ($0 != "host" || arguments["only"] == nil)
        }
        guard let backend = arguments["backend"] else {
            if let first = others.first {
                throw arguments.failure("'--\(first)' needs '--backend'; without a backend, app.yml has a place for it")
            }
            if let only = arguments["only"] {
                return FirstSite.Answers(backend: nil, only: only, host: arguments["host"])
            }
            let isAsked = !arguments.has("templates") && arguments["format"] == nil
            return isAsked && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 ? answersAtTerminal(folder) : nil
        }
        if arguments["scheme"] != nil, arguments["ios"] == nil { throw arguments.failure("'--scheme' needs '--ios'") }
        if let scheme = arguments["scheme"], let colon = scheme.firstIndex(of: ":") {
            throw arguments.failure("'--scheme' is written without '://': \(scheme[..<colon])")
        }
        if let scheme = arguments["scheme"], !URLParts.isScheme(scheme.utf8) {
            throw arguments.failure(
                "'\(scheme)' is not a scheme: it has letters, digits, '+', '-' and '.', and begins with a letter")
        }
        if let host = arguments["host"], let name = URLParts(host)?.host {
            throw arguments.failure("'--host' is written without '://': \(name)")
        }
        return FirstSite.Answers(
            backend: backend, only: arguments["only"], host: arguments["host"], ios: arguments["ios"],
            scheme: arguments["scheme"])
    }

    private static func answersAtTerminal(_ folder: String) -> FirstSite.Answers? {
        let name = Starter.names(in: folder).name
        Terminal.print("The backends are \(FirstSite.backends.joined(separator: ", ")).\n")
        guard let backend = ask("Backend (default: none)") else { return nil }
        var answers = FirstSite.Answers(backend: backend)
        answers.host = ask("Host of the pages (default: \(name).example)")
        answers.ios = ask("iOS app, as ABCDE12345.com.example.app (default: none)")
        if answers.ios != nil { answers.scheme = ask("URL scheme of the app (default: \(name.filter { $0 != "-" }))") }
        return answers
    }

    /// The line that is typed after a question; nil for the default.
    private static func ask(_ question: String) -> String? {
        Terminal.print("\(question): ")
        return readLine()?.split(separator: " ").first.map(String.init)
    }
}
