internal import Hashing

/// Text in headers: printable ASCII as written, everything else as encoded words (RFC 2047).
enum HeaderText {
    /// The maximum length of a line, without its line break (RFC 5322, section 2.1.1; RFC 2047, section 2).
    static let longestLine = 76

    /// A header in ASCII, folded between words, of which none is longer than a line, and ending in CRLF.
    static func field(_ name: String, _ words: [String]) -> String {
        var lines = ["\(name):"]
        for word in words {
            let last = lines[lines.count - 1]
            // The first line is not folded directly after the header's name.
            if last.utf8.count + 1 + word.utf8.count > longestLine,
                lines.count > 1 || last.utf8.count > name.utf8.count + 1
            {
                lines.append(" \(word)")
            } else {
                lines[lines.count - 1] += " \(word)"
            }
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// The words of unstructured text, such as a subject.
    static func unstructured(_ text: String, after name: String) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let isPlain =
            isPrintable(text) && !text.contains("=?")
            && words.allSatisfy { !$0.isEmpty && $0.utf8.count <= longestLine - name.utf8.count - 2 }
        return isPlain ? words : encoded(text, room: longestLine - name.utf8.count - 2)
    }

    /// The words of a display name.
    static func phrase(_ name: String) -> [String] {
        guard isPrintable(name), !name.contains("=?"), name.utf8.count <= 60 else { return encoded(name, room: 60) }
        let escaped = name.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return ["\"\(escaped.joined())\""]
    }

    /// Encoded words of at most 75 characters, each holding whole characters of UTF-8; at least one. The first word has
    /// less room, since it shares its line with the header's name.
    private static func encoded(_ text: String, room: Int) -> [String] {
        // 75 characters without `=?utf-8?B?` and `?=`, in complete groups of three bytes.
        func capacity(_ length: Int) -> Int { max(3, (min(length, 75) - 12) / 4 * 3) }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > capacity(words.count == 1 ? room : 75) { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Base64.encode($0))?=" }
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
