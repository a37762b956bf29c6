package import JSON

extension ConfigurationNode {
    /// Creates a node from a JSON value; `null`, Booleans and numbers become plain scalars.
    package init(_ json: JSONValue) {
        switch json {
        case .null: self.init(.scalar("null", isPlain: true))
        case .bool(let bool): self.init(.scalar(bool ? "true" : "false", isPlain: true))
        case .number(let number): self.init(.scalar(number.text, isPlain: true))
        case .string(let text): self.init(.scalar(text, isPlain: false))
        case .array(let elements): self.init(.sequence(elements.map { ConfigurationNode($0) }))
        case .object(let object):
            self.init(
                .mapping(
                    object.map { name, value in
                        Member(key: ConfigurationNode(.string(name)), value: ConfigurationNode(value))
                    }))
        }
    }

    /// The value as JSON. Numbers that JSON cannot represent, such as `.inf`, become strings.
    package var json: JSONValue {
        switch kind {
        case .mapping(let members): .object(JSONObject(members.map { ($0.key.text ?? "", $0.value.json) }))
        case .sequence(let items): .array(items.map(\.json))
        case .scalar(let text, isPlain: false): .string(text)
        case .scalar(let text, isPlain: true):
            if CoreSchema.isNull(text) {
                .null
            } else if let bool = CoreSchema.bool(text) {
                .bool(bool)
            } else if let number = CoreSchema.integer(text, as: Int.self).map(JSONNumber.init)
                ?? CoreSchema.double(text).flatMap({ JSONNumber($0) })
            {
                .number(number)
            } else {
                .string(text)
            }
        }
    }
}
