public import JSON

/// The keys that a mapping may have: what readers accept, and what documents, schemas and messages say of them.
public struct KeyTable: Sendable {
    /// What the mapping is, for titles: `theme`.
    public let title: String
    /// In the order of documents and messages.
    public let keys: [Key]
    /// What any other key stands for, under a name in capitals; nil where every other key is unknown.
    public let others: Key?
    /// The names that keys have now, by those that they had in earlier versions.
    public let formerNames: [String: String]
    /// The names that keys have here, by those that people know from elsewhere.
    public let otherNames: [String: String]
    let isOpen: Bool

    /// A key and its value.
    public struct Key: Sendable {
        /// When a mapping has to have the key.
        public enum Need: Sendable {
            case optional, required
            /// Required in a mapping that does not have another key.
            case requiredWithout(String)
        }

        /// The key as it is written.
        public let name: String
        /// What its value may be.
        public let type: ValueType
        /// Whether it can be left out.
        public let need: Need
        /// What a mapping without the key is read as; nil where that is nothing, or more than a value.
        public let defaultValue: JSONValue?
        /// A sentence, with code in backticks.
        public let summary: String
        /// A value that is accepted; nil where the keys below have examples.
        public let example: JSONValue?

        /// Declares a key that some mappings have to have.
        public init(
            _ name: String, _ type: ValueType, _ need: Need, default defaultValue: JSONValue? = nil, _ summary: String,
            example: JSONValue? = nil
        ) {
            self.name = name
            self.type = type
            self.need = need
            self.defaultValue = defaultValue
            self.summary = summary
            self.example = example
        }

        /// Declares a key that can be left out.
        public init(
            _ name: String, _ type: ValueType, default defaultValue: JSONValue? = nil, _ summary: String,
            example: JSONValue? = nil
        ) {
            self.init(name, type, .optional, default: defaultValue, summary, example: example)
        }
    }

    /// Declares a mapping.
    public init(
        _ title: String, _ keys: [Key], others: Key? = nil, formerNames: [String: String] = [:],
        otherNames: [String: String] = [:]
    ) {
        self.init(
            title: title, keys: keys, others: others, formerNames: formerNames, otherNames: otherNames, isOpen: false)
    }

    private init(
        title: String, keys: [Key], others: Key? = nil, formerNames: [String: String] = [:],
        otherNames: [String: String] = [:], isOpen: Bool
    ) {
        self.title = title
        self.keys = keys
        self.others = others
        self.formerNames = formerNames
        self.otherNames = otherNames
        self.isOpen = isOpen
    }

    /// A mapping of a file that programs write, where every key that its reader does not know is ignored.
    public static let open = KeyTable(title: "", keys: [], isOpen: true)

    /// The key of a name.
    public subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

/// What a value may be, as far as a schema can tell.
public indirect enum ValueType: Sendable {
    case text(TextFormat)
    case bool
    case number(ClosedRange<Int>)
    case word([String])
    case list(ValueType, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false)
    /// A mapping of names that the author chooses.
    case map(ValueType, names: TextFormat, count: ClosedRange<Int> = 0...Int.max)
    case keyed(KeyTable)
    case any([ValueType])
    /// Nothing, `~`.
    case null
    /// Any value of YAML.
    case anything

    /// Any text.
    public static var text: ValueType { .text(.any) }

    /// A mapping of any names.
    public static func map(_ value: ValueType, count: ClosedRange<Int> = 0...Int.max) -> ValueType {
        .map(value, names: .any, count: count)
    }

    /// One of the words of an enumeration.
    public static func word<Word: RawRepresentable & CaseIterable>(_ words: Word.Type) -> ValueType
    where Word.RawValue == String {
        .word(words.allCases.map(\.rawValue))
    }

    /// A list, or one value as a list of one.
    public static func oneOrMany(_ value: ValueType, count: ClosedRange<Int> = 0...Int.max) -> ValueType {
        .any([value, .list(value, count: count)])
    }

    /// Whether a value that is a list may have any number of items but none.
    var needsItems: Bool {
        switch self {
        case .list(_, let count, _): count.lowerBound == 1
        case .any(let types): types.contains(where: \.needsItems)
        default: false
        }
    }

    /// At least one.
    public static let some = 1...Int.max
}

/// What a text has to look like.
public struct TextFormat: Sendable {
    /// What such a text is called, in the singular: `colour`.
    public let name: String
    /// A regular expression (ECMA-262) that holds for every text that is accepted; nil where any text is. Without quotes a
    /// number and a truth value are texts too.
    public let pattern: String?

    /// Declares a format.
    public init(_ name: String, pattern: String? = nil) {
        self.name = name
        self.pattern = pattern
    }

    /// Any text.
    public static let any = TextFormat("text")
    /// A text of any characters, blanks alone too.
    public static let nonEmpty = TextFormat("text", pattern: "[\\s\\S]")
    /// A text that people read, or that names something: not empty.
    public static let some = TextFormat("text", pattern: "\\S")
    /// The same on one line.
    public static let line = TextFormat("text", pattern: "^.*\\S.*$")
}
