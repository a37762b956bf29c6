/// What a template is filled with.
///
/// A section's value decides whether it is shown: `absent`, `false`, an empty list and an empty text hide it.
public enum MustacheValue: Hashable, Sendable {
    /// A known name without a value: it renders nothing and hides its section, but is no mistake.
    case absent
    case bool(Bool)
    /// Text, escaped for the place where it stands.
    case text(String)
    /// An address whose scheme the caller vouches for, such as an app's own; elsewhere than in an address it is text.
    ///
    /// `javascript:`, `vbscript:` and `data:` are refused all the same.
    case url(String)
    /// HTML that is already safe: pasted between tags, refused anywhere else.
    case markup(String)
    /// Words for somebody else's template engine: pasted as they are.
    case verbatim(String)
    /// Serialised JSON: pasted into `<script type="application/json">`, where it cannot end the script; elsewhere text.
    case json(String)
    case list([MustacheValue])
    case object([String: MustacheValue])

    /// Whether a section with this value is shown.
    var isTruthy: Bool {
        switch self {
        case .absent: false
        case .bool(let value): value
        case .text(let text), .url(let text), .markup(let text), .verbatim(let text), .json(let text): !text.isEmpty
        case .list(let items): !items.isEmpty
        case .object: true
        }
    }

    /// What messages call a value of this kind.
    var kind: String {
        switch self {
        case .absent: "absent"
        case .bool: "a truth value"
        case .text: "text"
        case .url: "an address"
        case .markup: "markup"
        case .verbatim: "verbatim text"
        case .json: "JSON"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension MustacheValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A number, as decimal text.
    public init(integerLiteral value: Int) { self = .text(String(value)) }
    /// A list.
    public init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }
    /// An object; of a name written twice the last value counts.
    public init(dictionaryLiteral elements: (String, MustacheValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
    /// A known name without a value.
    public init(nilLiteral: ()) { self = .absent }
    /// Text, or `absent` where there is none.
    public init(_ text: String?) { self = text.map { .text($0) } ?? .absent }
}
