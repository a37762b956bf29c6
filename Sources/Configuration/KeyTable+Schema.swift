public import JSON

extension KeyTable {
    /// The JSON Schema (draft 7, which YAML language servers read) of a document that is the mapping.
    ///
    /// - Parameter isPartial: whether the document may leave out keys that are required, because others supply them.
    public func schema(isPartial: Bool = false) -> JSONValue {
        var schema: JSONObject = ["$schema": "http://json-schema.org/draft-07/schema#", "title": .string(title)]
        for (name, value) in members(isPartial: isPartial) { schema[name] = value }
        return .object(schema)
    }

    fileprivate func members(isPartial: Bool) -> JSONObject {
        var schema: JSONObject = ["type": "object"]
        schema["properties"] = .object(JSONObject(keys.map { ($0.name, $0.schema(isPartial: isPartial)) }))
        schema["additionalProperties"] = others?.schema(isPartial: isPartial) ?? .bool(false)
        if isPartial { return schema }
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
    fileprivate func schema(isPartial: Bool) -> JSONValue {
        var schema = type.schema(isPartial: isPartial)
        schema["description"] = .string(summary)
        if let defaultValue { schema["default"] = defaultValue }
        if let example { schema["examples"] = [example] }
        return .object(schema)
    }
}

extension ValueType {
    fileprivate func schema(isPartial: Bool) -> JSONObject {
        func below(_ type: ValueType) -> JSONValue { .object(type.schema(isPartial: isPartial)) }
        switch self {
        case .text(let format): return format.schema
        case .scalar: return ["title": "text", "type": ["string", "number", "boolean"]]
        case .bool: return ["type": "boolean"]
        case .number(let range):
            return ["type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .word(let words): return ["enum": .array(words.map { .string($0) })]
        case .list(let element): return ["type": "array", "items": below(element)]
        case .map(let value, let names):
            var schema: JSONObject = ["type": "object", "additionalProperties": below(value)]
            if let pattern = names.pattern { schema["propertyNames"] = ["pattern": .string(pattern)] }
            return schema
        case .keyed(let table): return table.members(isPartial: isPartial)
        case .any(let types): return ["anyOf": .array(types.map(below))]
        case .null: return ["type": "null"]
        case .anything: return [:]
        }
    }
}

extension TextFormat {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["title": .string(name), "type": "string"]
        if let pattern { schema["pattern"] = .string(pattern) }
        return schema
    }
}

extension JSONValue {
    fileprivate static func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
