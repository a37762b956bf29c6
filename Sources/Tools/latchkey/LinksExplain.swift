import Arguments
import Diagnostics
import LinkAssociation
import LinkDefinitions
import SiteModel
import TextEncoding

/// `latchkey links explain` shows what happens to a URL on every platform.
enum LinksExplain: Subcommand {
    static let command = Command(documented: "links explain")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let text = arguments.positional(0) ?? ""
        guard let address = URLParts(text) else {
            throw arguments.failure("'\(text)' is not an absolute address. Write it whole: 'https://example.com/…'")
        }
        let (site, _) = try SiteReader.read(
            arguments["site"] ?? SiteLocation().site, environment: SiteEnvironment(arguments))
        guard let app = site.app(for: address),
            let explanation = LinkExplanation(of: text, in: app.linkSet, pages: app.pagesByPath)
        else {
            throw DiagnosticReport([unknown(text, address, in: site)])
        }
        return Format(arguments).show(result: explanation.json, summary: explanation.text)
    }

    private static func unknown(_ text: String, _ address: URLParts, in site: Site) -> Diagnostic {
        let known =
            address.isWeb
            ? site.apps.flatMap(\.hosts) : site.apps.flatMap { $0.linkSet.schemes.sorted() }.map { "\($0)://" }
        let kind = address.isWeb ? "host" : "scheme"
        return Diagnostic(
            code: "unknown-\(kind)", message: "no app of this site has the \(kind) of '\(text)'",
            fix: known.isEmpty ? nil : "The site knows \(known.joined(separator: ", ")).")
    }
}
