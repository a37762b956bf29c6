package import Diagnostics

/// A value of a configuration file, YAML or JSON, before it is read as a type.
package struct ConfigurationNode: Sendable {
    package enum Kind: Sendable {
        /// A text; plain if it was written without quotes and not as a block, so that it may also be a number, a
        /// Boolean or null.
        case scalar(String, isPlain: Bool)
        case sequence([ConfigurationNode])
        /// The members in the order of the file, each key once.
        case mapping([Member])
    }

    package struct Member: Sendable {
        /// Always a scalar.
        package let key: ConfigurationNode
        package let value: ConfigurationNode

        package init(key: ConfigurationNode, value: ConfigurationNode) {
            self.key = key
            self.value = value
        }
    }

    package let kind: Kind
    /// The byte range of the value in the file; empty for JSON.
    package let range: Range<Int>
    /// The start of the value; of an alias, where it is used. Nil for JSON, whose document knows the locations.
    package let location: SourceLocation?
    /// The offset of the text from the start of the value; nil if the text has escapes or spans several lines.
    private let textStart: Int?
    /// The text as written in the file if it contains variables; otherwise nil.
    package let written: String?
    /// Whether an overriding file has removed the value's key.
    package let isRemoved: Bool

    package init(_ kind: Kind, range: Range<Int> = 0..<0, location: SourceLocation? = nil, textStart: Int? = nil) {
        self.kind = kind
        self.range = range
        self.location = location
        self.textStart = textStart
        written = nil
        isRemoved = false
    }

    /// Creates a value at the location of another one, which it replaces; `written` is its text in the file if that
    /// differs, and `isRemoved` marks a key as removed.
    package init(_ kind: Kind, inPlaceOf original: ConfigurationNode, written: String? = nil, isRemoved: Bool = false) {
        self.kind = kind
        range = original.range
        location = original.location
        textStart = written == nil ? original.textStart : nil
        self.written = written
        self.isRemoved = isRemoved
    }

    /// The text of a scalar of any type; nil for lists and mappings.
    package var text: String? {
        if case .scalar(let text, _) = kind { text } else { nil }
    }

    /// The items of a list; empty for everything else.
    package var items: [ConfigurationNode] {
        if case .sequence(let items) = kind { items } else { [] }
    }

    /// The members of a mapping; empty for everything else.
    package var members: [Member] {
        if case .mapping(let members) = kind { members } else { [] }
    }

    /// Whether the value is null: empty, `null` or `~`, without quotes. A value with variables is never null.
    package var isNull: Bool {
        if written == nil, case .scalar(let text, isPlain: true) = kind { CoreSchema.isNull(text) } else { false }
    }

    /// The texts of all scalars in the value, in the order of the file; keys are left out.
    package var texts: [String] {
        switch kind {
        case .scalar(let text, _): [text]
        case .sequence(let items): items.flatMap(\.texts)
        case .mapping(let members): members.flatMap(\.value.texts)
        }
    }

    package subscript(key: String) -> ConfigurationNode? {
        members.first { $0.key.text == key }?.value
    }

    /// The location of a byte of a scalar's text, for diagnostics about a part of it; that of the whole value if the
    /// text has escapes or spans several lines.
    package func location(atByte offset: Int) -> SourceLocation? {
        guard let textStart, let length = text?.utf8.count, var place = location else { return location }
        place.column += textStart + min(max(offset, 0), length)
        return place
    }

    /// A description of the value for messages: `'abc'`, `the text '12'`, `a list`, `nothing`.
    package var summary: String {
        if let written { return "'\(Self.shortened(written))'" }
        if isEmpty { return "nothing" }
        return switch kind {
        case .scalar(let text, let isPlain): (isPlain ? "" : "the text ") + "'\(Self.shortened(text))'"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// Whether nothing is written.
    var isEmpty: Bool { if case .scalar("", isPlain: true) = kind { true } else { false } }

    private static func shortened(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        let short = line.prefix(40)
        return short.count < text.count ? short + "…" : String(short)
    }
}
