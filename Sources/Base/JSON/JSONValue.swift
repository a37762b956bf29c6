/// A JSON value (RFC 8259).
///
/// Equality compares strings by scalars without Unicode normalisation, objects independently of the order of their
/// members, and numbers by their text.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number as an integer, if the value is an integral number in range.
    package var int: Int? {
        if case .number(let number) = self { number.int } else { nil }
    }

    /// The nearest double, if the value is a number.
    package var double: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }

    /// The Boolean, if the value is one.
    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The type of the value for messages: `an object`, `a number`, `null`.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The member of a name, if the value is an object that has it.
    package subscript(key: String) -> JSONValue? {
        object?[key]
    }

    /// The value that a pointer refers to; nil if it does not resolve (RFC 6901, section 4).
    package subscript(pointer: JSONPointer) -> JSONValue? {
        pointer.components.reduce(self) { value, component in value?.child(component)?.value }
    }

    /// The member or element that a token of a pointer refers to.
    func child(_ component: String) -> (index: Int, value: JSONValue)? {
        switch self {
        case .object(let object): object.index(of: component).map { ($0, object.members[$0].value) }
        case .array(let elements):
            JSONPointer.arrayIndex(component).flatMap { $0 < elements.count ? ($0, elements[$0]) : nil }
        default: nil
        }
    }
}

extension JSONValue: Hashable {
    /// Whether both values are equal; see the type.
    package static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): ExactText(a) == ExactText(b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    /// Hashes the value, objects independently of their members' order.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(ExactText(text))
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with its members in the given order; of several members of one name the last wins.
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
