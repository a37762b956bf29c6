internal import AuthContracts
internal import JSON

extension JSONValue {
    /// The value with another one inserted at a pointer, creating arrays and objects as needed; `*` selects the first
    /// suitable element or a new one.
    func setting(_ value: JSONValue, at steps: ArraySlice<BodyPointer.Step>) -> JSONValue {
        guard let first = steps.first else { return value }
        let rest = steps.dropFirst()
        switch first {
        case .having(let name, let text):
            var object = object ?? JSONObject()
            object[name] = .string(text)
            return JSONValue.object(object).setting(value, at: rest)
        case .any where object == nil:
            let index = (array ?? []).firstIndex { $0.suits(rest.first) } ?? array?.count ?? 0
            return setting(value, atIndex: index, rest: rest)
        case .any: return setting(value, atName: object?.keys.first ?? "example", rest: rest)
        case .member(let name):
            if object == nil, let index = Int(name) { return setting(value, atIndex: min(index, 15), rest: rest) }
            return setting(value, atName: name, rest: rest)
        }
    }

    private func setting(
        _ value: JSONValue, atIndex index: Int, rest: ArraySlice<BodyPointer.Step>
    ) -> JSONValue {
        var array = array ?? []
        while array.count <= index { array.append(.null) }
        array[index] = array[index].setting(value, at: rest)
        return .array(array)
    }

    private func setting(
        _ value: JSONValue, atName name: String, rest: ArraySlice<BodyPointer.Step>
    ) -> JSONValue {
        var object = object ?? JSONObject()
        object[name] = (object[name] ?? .null).setting(value, at: rest)
        return .object(object)
    }

    /// Whether it can be the element that a step of a pointer selects.
    private func suits(_ step: BodyPointer.Step?) -> Bool {
        guard case .having(let name, let text)? = step, let found = object?[name] else { return true }
        return found.asText == text
    }
}
