package import Configuration
package import JSON

/// How a document may deviate from its key table.
package struct SchemaForm: Hashable, Sendable {
    /// Whether it may omit required keys, because another document supplies them, and remove keys with null.
    package var isPartial: Bool
    /// Whether values may contain `${NAME}`, in place of a number or a Boolean too.
    package var hasVariables: Bool

    /// Creates a form; by default a document must follow the table.
    package init(isPartial: Bool = false, hasVariables: Bool = false) {
        self.isPartial = isPartial
        self.hasVariables = hasVariables
    }
}

extension KeyTable {
    /// The self-contained JSON Schema (draft 7, which YAML language servers support) of a document that is the mapping,
    /// as far as `form` lets it deviate from the table.
    package func schema(_ form: SchemaForm = SchemaForm()) -> JSONValue {
        var schema: JSONObject = ["$schema": "http://json-schema.org/draft-07/schema#", "title": .string(title)]
        for (name, value) in members(form) { schema[name] = value }
        return .object(schema)
    }

    fileprivate func members(_ form: SchemaForm) -> JSONObject {
        var schema: JSONObject = ["type": "object"]
        schema["properties"] = .object(JSONObject(keys.map { ($0.name, $0.schema(form)) }))
        schema["additionalProperties"] = others?.schema(form, isNullable: false) ?? .bool(false)
        if form.isPartial { return schema }
        var required: [JSONValue] = []
        var alternatives: [JSONValue] = []
        for key in keys {
            switch key.need {
            case .optional: break
            case .required: required.append(.string(key.name))
            case .requiredWithout(let other):
                alternatives.append([
                    "anyOf": [["required": [.string(other)]], ["required": [.string(key.name)]]]
                ])
            }
        }
        if !required.isEmpty { schema["required"] = .array(required) }
        if !alternatives.isEmpty { schema["allOf"] = .array(alternatives) }
        return schema
    }
}

extension KeyTable.Key {
    fileprivate func schema(_ form: SchemaForm, isNullable: Bool = true) -> JSONValue {
        var schema = type.schema(form)
        // A key without a value counts as omitted; in a partial document null removes it.
        if case .optional = need, isNullable {
            let types = schema["anyOf"]?.array ?? [.object(schema)]
            schema = ["anyOf": .array([["type": "null"]] + types)]
        }
        schema["description"] = .string(summary)
        if let defaultValue { schema["default"] = defaultValue }
        if let example { schema["examples"] = [example] }
        return .object(schema)
    }
}

extension ValueType {
    fileprivate func schema(_ form: SchemaForm) -> JSONObject {
        switch self {
        case .bool where form.hasVariables, .number where form.hasVariables, .word where form.hasVariables:
            return ["anyOf": [.object(ownSchema(form)), ["type": "string", "pattern": .string(TextFormat.variable)]]]
        default: return ownSchema(form)
        }
    }

    private func ownSchema(_ form: SchemaForm) -> JSONObject {
        func below(_ type: ValueType) -> JSONValue { .object(type.schema(form)) }
        switch self {
        case .text(let format): return format.schema(form)
        case .bool: return ["type": "boolean"]
        case .number(let range):
            return ["type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .word(let words): return ["enum": .array(words.map { .string($0) })]
        case .list(let element, let count, let isUnique):
            var schema: JSONObject = ["type": "array", "items": below(element)]
            schema.limit("Items", to: count)
            if isUnique { schema["uniqueItems"] = true }
            return schema
        case .map(let value, let names, let count):
            let members = form.isPartial ? ["anyOf": [below(value), ["type": "null"]]] : below(value)
            var schema: JSONObject = ["type": "object", "additionalProperties": members]
            if let pattern = names.pattern { schema["propertyNames"] = ["pattern": .string(pattern)] }
            if !form.isPartial { schema.limit("Properties", to: count) }
            return schema
        case .keyed(let table): return table.members(form)
        case .any(let types): return ["anyOf": .array(types.map(below))]
        case .null: return ["type": "null"]
        case .anything: return [:]
        }
    }
}

extension TextFormat {
    fileprivate static let variable = #"\$\{[A-Za-z_][A-Za-z0-9_]*\}"#

    fileprivate func schema(_ form: SchemaForm) -> JSONObject {
        var schema: JSONObject = ["title": .string(name), "type": "string"]
        if name == Self.any.name { schema["type"] = ["string", "number", "boolean"] }
        if let pattern { schema["pattern"] = .string(form.hasVariables ? "\(pattern)|\(Self.variable)" : pattern) }
        return schema
    }
}

extension JSONValue {
    fileprivate static func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}

extension JSONObject {
    /// Adds the minimum and maximum count, unless any number is allowed.
    fileprivate mutating func limit(_ what: String, to count: ClosedRange<Int>) {
        if count.lowerBound > 0 { self["min\(what)"] = .number(count.lowerBound) }
        if count.upperBound < Int.max { self["max\(what)"] = .number(count.upperBound) }
    }
}
