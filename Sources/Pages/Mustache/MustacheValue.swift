/// A value that a template is rendered with.
///
/// A section's value decides whether it is shown: `absent`, `false`, an empty list and an empty text hide it.
package enum MustacheValue: Sendable {
    /// A known name without a value: it renders as nothing and hides its section, without an error.
    case absent
    case bool(Bool)
    /// Text, escaped for its context.
    case text(String)
    /// A URL whose scheme the caller has validated, such as an app's custom scheme; outside URL attributes it is text.
    ///
    /// `javascript:`, `vbscript:` and `data:` are rejected nevertheless.
    case url(String)
    /// Safe HTML: inserted without escaping between tags, rejected elsewhere.
    case markup(String)
    /// Source text for another template engine: inserted without escaping.
    case verbatim(String)
    /// Serialised JSON: inserted into `<script type="application/json">` so that it cannot end the script; elsewhere
    /// text.
    case json(String)
    /// A value of the caller's own; only `TemplateLibrary.parts` accepts it.
    case slot(any Sendable)
    /// A list; a section is rendered once for each item.
    case list([MustacheValue])
    case object([String: MustacheValue])

    var isTruthy: Bool {
        switch self {
        case .absent: false
        case .bool(let value): value
        case .text(let text), .url(let text), .markup(let text), .verbatim(let text), .json(let text): !text.isEmpty
        case .list(let items): !items.isEmpty
        case .object, .slot: true
        }
    }

    /// The type of the value in messages.
    var kind: String {
        switch self {
        case .absent: "absent"
        case .bool: "a truth value"
        case .text: "text"
        case .url: "an address"
        case .markup: "markup"
        case .verbatim: "verbatim text"
        case .json: "JSON"
        case .slot: "a slot"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension MustacheValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .text(String(value)) }
    package init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, MustacheValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
    package init(nilLiteral: ()) { self = .absent }
    package init(_ text: String?) { self = text.map { .text($0) } ?? .absent }
}
