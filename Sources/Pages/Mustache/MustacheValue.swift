/// A value that a template is rendered with.
///
/// A section's value decides whether it is shown: `absent`, `false`, an empty list and an empty text hide it.
package enum MustacheValue: Hashable, Sendable {
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
    /// A numbered placeholder that the caller fills; only `TemplateLibrary.parts` accepts it.
    case slot(Int)
    /// A list; a section is rendered once for each item.
    case list([MustacheValue])
    /// Values by name.
    case object([String: MustacheValue])

    /// Whether a section with this value is shown.
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
    /// Text.
    package init(stringLiteral value: String) { self = .text(value) }
    /// A Boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A number, as decimal text.
    package init(integerLiteral value: Int) { self = .text(String(value)) }
    /// A list.
    package init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }
    /// An object; of several values of one name the last wins.
    package init(dictionaryLiteral elements: (String, MustacheValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
    /// A known name without a value.
    package init(nilLiteral: ()) { self = .absent }
    /// Text, or `absent` for nil.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .absent }
}
