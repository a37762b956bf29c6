import Arguments
import JSON
import Scaffolding
import SiteBuilder

/// `latchkey add` creates a commented file for an app, page, email or contract, or those of a translation.
enum Add: Subcommand {
    static let command = Command(
        documented: "add",
        values: [
            "pages": Catalog.names(of: .page).joined(separator: ", "),
            "kinds": Catalog.Kind.allCases.map(\.rawValue).joined(separator: ", "),
            "emails": Catalog.names(of: .email).joined(separator: ", "),
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let kind = arguments.positional(0).flatMap(Catalog.Kind.init) ?? .page
        let build = SiteBuild(arguments, site: arguments.positional(2))
        let added = try Catalog.add(kind, named: arguments.positional(1) ?? "", to: build, app: arguments["app"])
        return Format(arguments).show(
            result: [
                "files": .array(added.files.map(JSONValue.string)),
                "links": .array(added.links.map(JSONValue.string)),
            ],
            summary: added.files.map { "Wrote \($0)\n" }.joined()
                + added.links.map { "Defined the link '\($0)' in app.yml\n" }.joined()
                + hint(for: kind, named: arguments.positional(1) ?? "")
                + (added.steps.isEmpty ? "" : "\nLeft to do:\n" + added.steps.map { "  - \($0)\n" }.joined()))
    }

    private static func hint(for kind: Catalog.Kind, named name: String) -> String {
        if kind == .page || kind == .email, !Catalog.names(of: kind).contains(name) {
            return "\nIt is empty, since the catalogue has none of this name."
                + (Catalog.nameMeant(by: name, of: kind).map { " Did you mean '\($0)'?" } ?? "") + "\n"
        }
        return switch kind {
        case .app: "\nChange its hosts in app.yml, then run 'latchkey preview'.\n"
        case .page: "\nIts comments say what the contract needs for it.\n"
        case .email: "\nIts comments say when it is sent.\n"
        case .contract: "\nIts comments say what app.yml needs for it.\n"
        case .translation: "\n'latchkey translations list' names the texts that are left to be written.\n"
        }
    }
}
