package import JSON

/// The keys of a mapping: the single source for readers, documents, schemas and messages.
package struct KeyTable: Sendable {
    package let title: String
    /// The keys, in the order of documents and messages.
    package let keys: [Key]
    /// The declaration of all other keys, with a placeholder in capitals as its name; nil if other keys are unknown
    /// keys.
    package let others: Key?
    /// The current names of keys that were renamed, by former name.
    package let formerNames: [String: String]
    /// The names of keys by the names that other tools use for them, or a fix for what no key here says.
    package let otherNames: [String: String]
    private(set) var isOpen = false

    /// The declaration of a key and its value.
    ///
    /// A class, because every value has a reference to its declaration while it is read.
    package final class Key: Sendable {
        /// Whether a mapping must have the key.
        package enum Need: Sendable {
            case optional, required
            /// Required in a mapping without another key.
            case requiredWithout(String)
        }

        package let name: String
        package let type: ValueType
        package let need: Need
        /// The value of a mapping without the key; nil if there is none, or if it cannot be written as one value.
        package let defaultValue: JSONValue?
        package let summary: String
        /// A valid value, by default that of a mapping without the key; nil if the keys below have examples.
        package let example: JSONValue?

        package init(
            _ name: String, _ type: ValueType, _ need: Need, default defaultValue: JSONValue? = nil, _ summary: String,
            example: JSONValue? = nil
        ) {
            self.name = name
            self.type = type
            self.need = need
            self.defaultValue = defaultValue
            self.summary = summary
            self.example = example ?? defaultValue
        }

        package convenience init(
            _ name: String, _ type: ValueType, default defaultValue: JSONValue? = nil, _ summary: String,
            example: JSONValue? = nil
        ) {
            self.init(name, type, .optional, default: defaultValue, summary, example: example)
        }
    }

    package init(
        _ title: String, _ keys: [Key], others: Key? = nil, formerNames: [String: String] = [:],
        otherNames: [String: String] = [:]
    ) {
        self.title = title
        self.keys = keys
        self.others = others
        self.formerNames = formerNames
        self.otherNames = otherNames
    }

    /// A mapping in a file that programs write; keys unknown to its reader are ignored.
    package static let open = {
        var table = KeyTable("", [])
        table.isOpen = true
        return table
    }()

    package subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

/// The type of a value, as far as a schema can express it.
package indirect enum ValueType: Sendable {
    case text(TextFormat)
    case bool
    case number(ClosedRange<Int>)
    case word([String])
    case list(ValueType, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false)
    /// A mapping whose keys are names chosen by the author.
    case map(ValueType, names: TextFormat, count: ClosedRange<Int> = 0...Int.max)
    case keyed(KeyTable)
    case any([ValueType])
    /// An empty value, `~` or `null`.
    case null
    /// Any value of YAML.
    case anything

    package static var text: ValueType { .text(.any) }

    /// A mapping with any names.
    package static func map(_ value: ValueType, count: ClosedRange<Int> = 0...Int.max) -> ValueType {
        .map(value, names: .any, count: count)
    }

    /// One of the raw values of an enumeration.
    package static func word<Word: RawRepresentable & CaseIterable>(_ words: Word.Type) -> ValueType
    where Word.RawValue == String {
        .word(words.allCases.map(\.rawValue))
    }

    /// A list, or a single value that counts as a list of one.
    package static func oneOrMany(_ value: ValueType, count: ClosedRange<Int> = 0...Int.max) -> ValueType {
        .any([value, .list(value, count: count)])
    }

    /// Whether a list must not be empty.
    var needsItems: Bool {
        switch self {
        case .list(_, let count, _): count.lowerBound == 1
        case .any(let types): types.contains(where: \.needsItems)
        default: false
        }
    }

    /// A count of at least one.
    package static let some = 1...Int.max
}

package struct TextFormat: Sendable {
    /// The name of such a text, in the singular: `colour`.
    package let name: String
    /// A regular expression (ECMA-262) that matches every accepted text; nil if any text is accepted. Numbers and
    /// Booleans without quotes are texts too.
    package let pattern: String?

    package init(_ name: String, pattern: String? = nil) {
        self.name = name
        self.pattern = pattern
    }

    package static let any = TextFormat("text")
    /// A text of at least one character, even a blank.
    package static let nonEmpty = TextFormat("text", pattern: "[\\s\\S]")
    /// A text with at least one character that is not a blank.
    package static let some = TextFormat("text", pattern: "\\S")
    /// A text on one line with at least one character that is not a blank.
    package static let line = TextFormat("text", pattern: "^.*\\S.*$")
}
