internal import Configuration
internal import JSON
internal import TextEncoding

extension KeyTable {
    /// The fix for a mapping or a list that is written on the line of its key without brackets, as in `password: at-least: 10`;
    /// nil if the value may be a text, which needs quotes.
    func bracketFix(for value: String, of name: String) -> String? {
        let parts = value.split(separator: ":", maxSplits: 1).map(\.trimmed)
        let keys = keys(named: name)
        guard parts.count == 2, !parts[0].contains(" "), !keys.isEmpty,
            keys.allSatisfy({ $0.type.takesNoText(with: String(parts[0])) })
        else { return nil }
        guard case .list = keys[0].type else { return "Write \(name): { \(value) }" }
        let isOfWords = keys[0].example?.array?.contains { $0.string?.contains(" ") == true } == true
        return "Write \(name): [\(parts.joined(separator: isOfWords ? " " : ", "))]"
    }

    private func keys(named name: String) -> [Key] {
        (keys + [others].compactMap(\.self)).flatMap { key in
            (key.name == name ? [key] : []) + key.type.tables.flatMap { $0.keys(named: name) }
        }
    }
}

extension ValueType {
    fileprivate var tables: [KeyTable] {
        switch self {
        case .keyed(let table): [table]
        case .map(let value, _, _): value.tables
        case .list(let item, _, _): item.tables
        case .any(let types): types.flatMap(\.tables)
        default: []
        }
    }

    /// Whether no text is a value, or a mapping with a certain key is.
    fileprivate func takesNoText(with key: String) -> Bool {
        switch self {
        case .keyed, .map, .list, .anything: true
        case .any(let types): types.contains { type in type.tables.contains { $0[key] != nil } }
        default: false
        }
    }
}
