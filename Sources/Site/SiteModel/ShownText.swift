import Configuration
internal import TextEncoding

extension ConfigurationValue {
    /// A text that is shown as a name or a label: not empty, on one line, without invisible characters.
    ///
    /// Characters that change the text direction (Unicode Standard Annex 9, section 2) could make a name look like
    /// another one.
    var shownText: String? { shownText(.plain) }

    func shownText(_ kind: ForeignText.Kind) -> String? {
        guard let text = String(reading: self) else { return nil }
        // Joiners and direction marks are valid in some names, but are not a name by themselves.
        if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }) {
            report("empty-text", "'\(known: name)' is empty", fix: "Write the text that people read here.")
            return nil
        }
        var offset = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x200B, 0x2028, 0x2029, 0x202A...0x202E, 0x2060...0x2064,
                0x2066...0x206F, 0xFEFF:
                report(
                    "control-character", offset: offset,
                    "'\(known: name)' contains the invisible character U+\(known: scalar.value.hexadecimal(digits: 4))",
                    fix: "Remove it.")
                return nil
            default: offset += UTF8.width(scalar)
            }
        }
        if let foreign = ForeignText.first(in: text, kind) {
            report(
                "foreign-text", offset: node.written == nil ? foreign.offset : nil, "\(foreign.message)",
                fix: ValueMessage(known: foreign.fix))
        }
        return text
    }
}

extension KeyedReader {
    /// The text of a required key, for display; empty, after a problem was reported, if it is missing or wrong.
    func shownText(_ key: String, _ kind: ForeignText.Kind = .plain) -> String {
        required(key)?.shownText(kind) ?? ""
    }
}
