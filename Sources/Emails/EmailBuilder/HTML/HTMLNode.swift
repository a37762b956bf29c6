import Diagnostics
internal import TextEncoding

/// A node of an email's HTML, before it is serialised.
enum HTMLNode: Hashable, Sendable {
    case text(EmailText)
    case element(HTMLElement)
    /// `<!doctype html>`
    case doctype
    case styleSheet(EmailStyleSheet)
}

/// An element of an email's HTML.
struct HTMLElement: Hashable, Sendable {
    /// An attribute.
    struct Attribute: Hashable, Sendable {
        let name: String
        var value: EmailText
    }

    /// The name in lower case.
    let name: String
    var attributes: [Attribute] = []
    var children: [HTMLNode] = []
    /// The location in the template.
    let template: SourceLocation
    /// The line of the template.
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

    /// The declarations of the `style` attribute, in order.
    var style: [StyleDeclaration] { StyleDeclaration.list(self["style"] ?? "") }
}

/// A CSS declaration: `color: #112233`.
struct StyleDeclaration: Hashable, Sendable {
    /// The property in lower case.
    let property: String
    let value: String

    /// Parses the declarations of a `style` attribute.
    static func list(_ text: String) -> [StyleDeclaration] {
        text.utf8.split(separator: UInt8(ascii: ";")).compactMap { declaration in
            let parts = declaration.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return StyleDeclaration(property: trimmed(parts[0]).lowercased(), value: trimmed(parts[1]))
        }
    }

    /// The text without CSS whitespace at either end (CSS Syntax 3, section 4.2).
    private static func trimmed(_ part: Substring.UTF8View) -> String {
        var part = part.drop(while: \.isASCIIWhitespace)
        while part.last?.isASCIIWhitespace == true { part.removeLast() }
        return String(Substring(part))
    }
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
