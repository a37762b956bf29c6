import AppLinks
import LinkDefinitions
import SiteModel
import TextEncoding

/// Renders the text of page specs as HTML. All text is escaped, and links are of the kinds that page specs allow.
///
/// It is a class, since every part of a page holds it, and copies of an app are large.
final class Markup: Sendable {
    let app: App
    /// The values known at build time; a paragraph that needs another one is hidden until a script supplies it.
    let values: [String: String]

    init(app: App, values: [String: String]) {
        self.app = app
        self.values = values
    }

    func blocks(_ blocks: [Block]) -> String {
        blocks.map(block).joined(separator: "\n")
    }

    private func block(_ block: Block) -> String {
        switch block {
        // The first heading is the page's `h1`, which the template contains.
        case .heading(let words), .subheading(let words): "<h2\(hidden(words))>\(inlines(words))</h2>"
        case .paragraph(let words): "<p\(hidden(words))>\(inlines(words))</p>"
        case .list(let ordered, let items):
            "<\(ordered ? "ol" : "ul")>\n"
                + items.map { "<li>\(item($0))</li>\n" }.joined() + "</\(ordered ? "ol" : "ul")>"
        case .quote(let blocks): "<blockquote>\n\(self.blocks(blocks))\n</blockquote>"
        case .actions(let actions):
            // Actions in a list or a quote are links, since they cannot be buttons there.
            "<p>\(actions.map { inline(.link($0.label, $0.destination)) }.joined(separator: "<br>"))</p>"
        case .rule: "<hr>"
        }
    }

    /// An item; a single paragraph has no element of its own, as in CommonMark's tight lists.
    private func item(_ blocks: [Block]) -> String {
        if case .paragraph(let words) = blocks.first, blocks.count == 1 { return inlines(words) }
        return self.blocks(blocks)
    }

    private func hidden(_ words: [Inline]) -> String {
        Inline.values(words).allSatisfy { !(values[$0] ?? "").isEmpty } ? "" : " hidden"
    }

    func inlines(_ inlines: [Inline]) -> String {
        inlines.map(inline).joined()
    }

    private func inline(_ inline: Inline) -> String {
        switch inline {
        case .text(let text): escaped(text)
        // Counts down, which nobody wants to hear each second.
        case .value("wait"): "<b data-value=\"wait\" aria-live=\"off\"></b>"
        // From right to left, `dir` isolates the value, and lets its first letter decide.
        case .value(let name) where app.language.isRightToLeft:
            "<b dir=\"auto\" data-value=\"\(escaped(name))\">\(escaped(values[name] ?? ""))</b>"
        case .value(let name): "<b data-value=\"\(escaped(name))\">\(escaped(values[name] ?? ""))</b>"
        case .code(let text): "<code>\(escaped(text))</code>"
        case .emphasis(let children): "<em>\(inlines(children))</em>"
        case .strong(let children): "<strong>\(inlines(children))</strong>"
        case .link(let children, let destination):
            if let address = PageAddress(destination) {
                "<a\(attributes(of: address))>\(inlines(children))</a>"
            } else if let address = app.address(of: destination, values: values) {
                "<a href=\"\(escaped(address))\">\(inlines(children))</a>"
            } else {
                inlines(children)
            }
        case .lineBreak: "<br>"
        case .softBreak: "\n"
        }
    }

    /// The URL with known values filled in, and its template for the script.
    private func attributes(of address: PageAddress) -> String {
        let filled = address.filled(with: values) { PercentEncoding.encode($0) }
        return (filled.map { " href=\"\(escaped($0))\"" } ?? "") + " data-href=\"\(escaped(address.text))\""
    }
}

func escaped(_ text: String) -> String { MarkupEscaping.escape(text) }

extension App {
    /// The URL of a link's destination; nil if it needs a script, or if it is in the app and a parameter is unknown.
    func address(of destination: LinkDestination, values: [String: String]) -> String? {
        switch destination {
        case .state, .operation: nil
        case .sitePath(let path): local(path)
        case .mail(let address): "mailto:\(address)"
        case .web(let address): address
        case .app("login"): login?.app
        case .app(let name): linkSet.links.first { $0.name == name }?.app?.expanded(with: values)
        }
    }
}
