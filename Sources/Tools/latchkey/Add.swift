import Arguments
import Diagnostics
import JSON
import Scaffolding
import SiteBuilder
import SiteModel

/// `latchkey add` creates a commented file for an app, page, email or contract, or those of a translation.
enum Add: Subcommand {
    static let command = Command(
        "add",
        summary: "Add a commented app, page, email, contract or translation to a site.",
        discussion: """
            Existing files are not overwritten. The link that a page receives is added to 'app.yml'. If the site \
            would have errors afterwards, they are reported and nothing is written. The names below have their own \
            templates; any other name gets a generic one.

            A translation is a file beside each page and email, with each text of the original as a comment. Where a \
            text is one of Latchkey's own, its translation is written below it; the others are left to be written, \
            and shown untranslated until then. 'latchkey translations list' names them.

            Pages: \(Catalog.names(of: .page).joined(separator: ", ")).
            Emails: \(Catalog.names(of: .email).joined(separator: ", ")).
            """,
        arguments: [
            Argument("kind", .one, help: "One of: app, page, email, contract, translation."),
            Argument(
                "name", .one,
                help:
                    "Its name: lower-case letters, digits and hyphens; for a contract, that of its app; for a translation, the language's tag."
            ),
            .site,
        ],
        options: [
            Option(long: "app", value: "name", help: "The app to add to. (default: the only one)"),
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let kinds = Catalog.Kind.allCases.map(\.rawValue)
        let word = arguments.positional(0) ?? ""
        guard let kind = Catalog.Kind(rawValue: word) else {
            throw arguments.failure("There is nothing called '\(word)' to add", for: word, insteadOf: kinds)
        }
        let build = SiteBuild(arguments, site: arguments.positional(2))
        let added = try Catalog.add(kind, named: arguments.positional(1) ?? "", to: build, app: arguments["app"])
        return Format(arguments).show(
            result: [
                "files": .array(added.files.map(JSONValue.string)),
                "links": .array(added.links.map(JSONValue.string)),
            ],
            summary: added.files.map { "Wrote \($0)\n" }.joined()
                + added.links.map { "Defined the link '\($0)' in app.yml\n" }.joined() + hint(for: kind)
                + (added.steps.isEmpty ? "" : "\nLeft to do:\n" + added.steps.map { "  - \($0)\n" }.joined()))
    }

    private static func hint(for kind: Catalog.Kind) -> String {
        switch kind {
        case .app: "\nChange its hosts in app.yml, then run 'latchkey preview'.\n"
        case .page: "\nIts comments say what the contract needs for it.\n"
        case .email: "\nIts comments say when it is sent.\n"
        case .contract: "\nIts comments say what app.yml needs for it.\n"
        case .translation: "\n'latchkey translations list' names the texts that are left to be written.\n"
        }
    }
}
