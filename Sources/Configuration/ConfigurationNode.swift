public import Diagnostics

/// A value of a configuration file, YAML or JSON, before anybody asked for a type.
public struct ConfigurationNode: Sendable {
    /// What a value is.
    public enum Kind: Sendable {
        /// A text; plain when it was written without quotes and not as a block, so that it may also be a number, a truth
        /// value or null.
        case scalar(String, isPlain: Bool)
        case sequence([ConfigurationNode])
        /// The members in the order of the file, each key once.
        case mapping([Member])
    }

    /// A key and its value.
    public struct Member: Sendable {
        /// Always a scalar.
        public let key: ConfigurationNode
        /// The value that stands behind the key.
        public let value: ConfigurationNode

        /// Pairs a key with its value.
        public init(key: ConfigurationNode, value: ConfigurationNode) {
            self.key = key
            self.value = value
        }
    }

    /// The value itself.
    public let kind: Kind
    /// The bytes of the file that the value covers; empty for JSON.
    public let range: Range<Int>
    /// Where the value begins; the place of its use where it is an alias. Nil for JSON, whose document knows the places.
    public let location: SourceLocation?
    /// How far into the value its text begins, where the text stands in the file letter by letter and on one line.
    private let textStart: Int?
    /// The text as it stands in the file, where the value has variables in their place; else nil.
    public let written: String?
    /// Whether an overriding file has removed the key that the value stands behind.
    let isRemoved: Bool

    /// Makes a value.
    public init(_ kind: Kind, range: Range<Int> = 0..<0, location: SourceLocation? = nil, textStart: Int? = nil) {
        self.kind = kind
        self.range = range
        self.location = location
        self.textStart = textStart
        written = nil
        isRemoved = false
    }

    /// Another value at the place of this one.
    ///
    /// - Parameters:
    ///   - kind: what it is.
    ///   - original: what it is in place of.
    ///   - written: its text as it stands in the file, where that is another one.
    ///   - isRemoved: whether it stands for a key that was removed.
    init(_ kind: Kind, inPlaceOf original: ConfigurationNode, written: String? = nil, isRemoved: Bool = false) {
        self.kind = kind
        range = original.range
        location = original.location
        textStart = written == nil ? original.textStart : nil
        self.written = written
        self.isRemoved = isRemoved
    }

    /// The text of a scalar, whatever it could also be read as; nil for lists and mappings.
    public var text: String? {
        if case .scalar(let text, _) = kind { text } else { nil }
    }

    /// The items of a list; empty for everything else.
    public var items: [ConfigurationNode] {
        if case .sequence(let items) = kind { items } else { [] }
    }

    /// The members of a mapping; empty for everything else.
    public var members: [Member] {
        if case .mapping(let members) = kind { members } else { [] }
    }

    /// Whether the value is null: nothing, `null` or `~`, without quotes; a value with variables never is.
    public var isNull: Bool {
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

    /// The value of a key of a mapping.
    public subscript(key: String) -> ConfigurationNode? {
        members.first { $0.key.text == key }?.value
    }

    /// The place of a byte of a scalar's text, for diagnostics about a part of it.
    ///
    /// - Parameter offset: UTF-8 bytes into the text.
    /// - Returns: The place of the byte, or of the whole value where the text has escapes or runs over several lines.
    public func location(atByte offset: Int) -> SourceLocation? {
        guard let textStart, let length = text?.utf8.count, var place = location else { return location }
        place.column += textStart + min(max(offset, 0), length)
        return place
    }

    /// The value as a diagnostic names what it found: `'abc'`, `the text '12'`, `a list`, `nothing`.
    public var summary: String {
        if let written { return "'\(Self.shortened(written))'" }
        return switch kind {
        case .scalar("", isPlain: true): "nothing"
        case .scalar(let text, let isPlain): (isPlain ? "" : "the text ") + "'\(Self.shortened(text))'"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    private static func shortened(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        let short = line.prefix(40)
        return short.count < text.count ? short + "…" : String(short)
    }
}
