public import JSON

extension YAMLNode {
    /// The value as JSON. Numbers that JSON cannot represent, such as `.inf`, stay texts.
    public var json: JSONValue {
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
