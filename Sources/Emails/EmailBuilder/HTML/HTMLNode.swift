import CSS
import Diagnostics

/// A node of an email's HTML, before it is serialised.
enum HTMLNode: Hashable, Sendable {
    case text(EmailText)
    case element(HTMLElement)
    case doctype
    case styleSheet(EmailStyleSheet)
}

struct HTMLElement: Hashable, Sendable {
    struct Attribute: Hashable, Sendable {
        let name: String
        var value: EmailText
    }

    /// The name in lower case.
    let name: String
    var attributes: [Attribute] = []
    var children: [HTMLNode] = []
    let template: SourceLocation
    var excerpt: String?
    /// The block of the email spec that the element belongs to; nil for elements of the layout.
    var block: SourceLocation?

    /// Void elements, which have no content and no end tag (HTML, section 13.1.2).
    static let void: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
    ]

    /// An attribute's value without placeholders; nil if there is no such attribute.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value.string }

    var classes: [String] { (self["class"] ?? "").split(separator: " ").map(String.init) }

    var style: [CSSDeclaration] { CSSDeclaration.list(self["style"] ?? "") }
}

extension [HTMLNode] {
    /// The nodes, marked as belonging to a block of the email spec.
    func marked(by block: SourceLocation) -> [HTMLNode] {
        map { node in
            guard case .element(var element) = node, element.block == nil else { return node }
            element.block = block
            element.children = element.children.marked(by: block)
            return .element(element)
        }
    }

    /// Whether nothing of the nodes is visible.
    var isBlank: Bool {
        allSatisfy { node in
            switch node {
            case .text(let text): text.isBlank
            case .doctype, .styleSheet: true
            case .element: false
            }
        }
    }
}
