import AppLinks
import Arguments
import Diagnostics
import SiteModel

/// `latchkey links explain`: what happens to one address, in plain words.
enum LinksExplain: Subcommand {
    static let command = Command(
        "explain",
        summary: "Say what happens when somebody opens an address.",
        discussion: """
            On an iPhone and on Android, with the app and without it, on a desktop and in another app's browser; which \
            link it is, what the page reads from it, and which entry of the association files decided.
            """,
        arguments: [Argument("url", help: "An absolute address, or one with the app's scheme, in quotes.")],
        options: [
            Option(long: "site", value: "site", help: "The folder that holds one folder an app. (default: Site)"),
            Format.option,
        ])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let text = arguments.positional(0) else { throw arguments.failure("Missing expected argument '<url>'") }
        guard let address = LinkAddress(text) else {
            throw arguments.failure("'\(text)' is no absolute address: it begins with no scheme")
        }
        let format = Format(arguments)
        do {
            let (site, warnings) = try SiteReader.read(arguments["site"] ?? "Site")
            guard let app = app(for: address, in: site), let explanation = LinkExplanation(of: text, in: app.linkSet)
            else {
                let known = site.apps.flatMap(\.hosts).map { "'\($0)'" }.joined(separator: ", ")
                return format.show(
                    DiagnosticReport([
                        Diagnostic(
                            code: "foreign-address", message: "no app of '\(site.folder)' has the address '\(text)'",
                            fix: known.isEmpty ? nil : "The hosts are \(known).")
                    ]))
            }
            return format.show(DiagnosticReport(warnings), result: explanation.json, summary: explanation.text)
        } catch {
            return format.show(error)
        }
    }

    /// The app on whose host, or with whose scheme, the address is.
    private static func app(for address: LinkAddress, in site: Site) -> App? {
        site.apps.first { app in
            if address.isWeb { return app.hosts.contains { $0 == address.host } }
            let schemes = [app.linkSet.ios?.scheme?.lowercased()] + app.linkSet.links.map { $0.app?.scheme }
            return schemes.contains(address.scheme)
        }
    }
}
