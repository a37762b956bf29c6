internal import Diagnostics

/// A type that a value of a configuration file can be read as.
package protocol ConfigurationReadable: Sendable {
    /// Reads a value; nil after reporting what is wrong with it.
    init?(reading value: ConfigurationValue)
}

/// A type that a mapping can be read as by its keys.
package protocol KeyedReadable: ConfigurationReadable {
    /// Every key that the mapping may have.
    static var keyTable: KeyTable { get }

    /// Reads every key, even after a problem with another one. Returns nil only if a reported problem leaves nothing to
    /// create the value from.
    init?(_ keys: KeyedReader)
}

extension KeyedReadable {
    /// Reads a mapping.
    package init?(reading value: ConfigurationValue) {
        guard let read = value.keyed(Self.keyTable, { Self($0) }) else { return nil }
        self = read
    }
}

extension String: ConfigurationReadable {
    /// Reads the text as written in the file, even `1.10` or `true`; an unquoted null is not a text.
    package init?(reading value: ConfigurationValue) {
        guard let text = value.node.text, !value.node.isNull else {
            value.reportMismatch(expected: "text")
            return nil
        }
        self = text
    }
}

extension Bool: ConfigurationReadable {
    /// Reads `true` or `false` without quotes.
    package init?(reading value: ConfigurationValue) {
        guard case .scalar(let text, isPlain: true) = value.node.kind, let bool = CoreSchema.bool(text) else {
            value.reportMismatch(expected: "true or false")
            return nil
        }
        self = bool
    }
}

extension Int: ConfigurationReadable {
    /// Reads an integer without quotes: decimal, `0x…` or `0o…`.
    package init?(reading value: ConfigurationValue) {
        guard case .scalar(let text, isPlain: true) = value.node.kind,
            let number = CoreSchema.integer(text, as: Int.self)
        else {
            let isTooLarge =
                if case .scalar(let text, isPlain: true) = value.node.kind { CoreSchema.isInteger(text) } else { false }
            value.reportMismatch(expected: "a whole number" + (isTooLarge ? " from \(Int.min) to \(Int.max)" : ""))
            return nil
        }
        self = number
    }
}

extension Optional: ConfigurationReadable where Wrapped: ConfigurationReadable {
    /// Reads null as nil, for mappings in which a null value has a meaning.
    package init?(reading value: ConfigurationValue) {
        if value.node.isNull {
            self = .none
        } else {
            guard let read = Wrapped(reading: value) else { return nil }
            self = .some(read)
        }
    }
}

extension Array: ConfigurationReadable where Element: ConfigurationReadable {
    /// Reads a list; a wrong item does not prevent the others from being read.
    package init?(reading value: ConfigurationValue) {
        guard let items = value.items else { return nil }
        self = items.compactMap { Element(reading: $0) }
    }
}

extension ConfigurationReadable where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// Reads one of the enumeration's raw values.
    package init?(reading value: ConfigurationValue) {
        guard let word: Self = value.word() else { return nil }
        self = word
    }
}

extension ConfigurationValue {
    /// Reads a raw value of an enumeration; nil, after reporting a problem, if the text is none. `otherNames` are those
    /// that other tools use, and `fix` is for a word that is near none of them.
    package func word<Word: RawRepresentable & CaseIterable>(
        otherNames: [String: Word] = [:], fix: ValueMessage = "Write one of these values."
    ) -> Word? where Word.RawValue == String {
        guard let text = String(reading: self) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let quoted = words.map { "'\($0)'" }
        let list = [quoted.dropLast().joined(separator: ", "), quoted.suffix(1).joined()].filter { !$0.isEmpty }
        // The same words in another order, or with further ones: `welcome-email`, `password-reset`.
        let suggestion = otherNames[text.lowercased()]?.rawValue ?? Suggestion.contained(in: text, of: words)
        report(
            "wrong-type", "expected \(known: list.joined(separator: " or ")), found \(known: node.summary)",
            fix: suggestion.map { "Write '\(known: $0)'." } ?? fix,
            word: suggestion == nil ? text : nil, choices: words)
        return nil
    }
}
