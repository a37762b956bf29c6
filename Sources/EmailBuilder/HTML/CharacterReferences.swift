/// HTML character references in templates: numeric ones, and the names that emails need.
enum CharacterReferences {
    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "zwnj": "\u{200C}",
        "zwj": "\u{200D}", "shy": "\u{AD}", "copy": "©", "reg": "®", "trade": "™", "middot": "·", "bull": "•",
        "hellip": "…", "ndash": "–", "mdash": "—", "laquo": "«", "raquo": "»", "lsquo": "‘", "rsquo": "’",
        "ldquo": "“", "rdquo": "”", "rarr": "→", "larr": "←",
    ]

    /// A text with its references resolved, and the first unknown reference.
    static func decoded(_ text: String) -> (text: String, unknown: String?) {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return (text, nil) }
        var result = ""
        var unknown: String?
        for (index, piece) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = piece.firstIndex(of: ";") else {
                result += index > 0 ? "&" + piece : String(piece)
                continue
            }
            let name = piece[..<end]
            if let character = character(name) {
                result += character + piece[piece.index(after: end)...]
            } else {
                if !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "#" }) {
                    unknown = unknown ?? "&\(name);"
                }
                result += "&" + piece
            }
        }
        return (result, unknown)
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return names[String(name)] }
        let isHex = name.dropFirst().first?.lowercased() == "x"
        let number = isHex ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        return number.flatMap(Unicode.Scalar.init).map(String.init)
    }
}
