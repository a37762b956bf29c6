/// The text of a box or an arrow, broken into lines by an estimate of their widths, since no font is known.
struct FlowText {
    /// An estimate for system fonts, in units of the font size; letters beyond U+10FF count twice, as CJK's are as wide as high.
    private static let characterWidth = 0.6

    /// The width of a line of text.
    static func width(of text: String, size: Double) -> Double { Double(columns(text)) * characterWidth * size }

    /// Breaks a text at spaces, and a word that is longer than a line anywhere.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - width: the width of a line.
    ///   - size: the font size.
    ///   - most: the maximum number of lines; the last one ends in an ellipsis if there is more.
    /// - Returns: the lines; none for an empty text.
    static func lines(_ text: String, width: Double, size: Double, most: Int = .max) -> [String] {
        let limit = max(Int(width / (characterWidth * size)), 2)
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, columns(last) + 1 + columns(word) <= limit {
                lines[lines.count - 1] = "\(last) \(word)"
                continue
            }
            var rest = word
            while !rest.isEmpty {
                var piece = ""
                while let next = rest.first, piece.isEmpty || columns(piece) + columns(String(next)) <= limit {
                    piece.append(rest.removeFirst())
                }
                lines.append(piece)
            }
        }
        guard lines.count > most else { return lines }
        return lines.prefix(most - 1) + ["\(lines[most - 1].prefix(limit - 1))…"]
    }

    private static func columns(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value > 0x10FF && !(0x2000...0x206F).contains($1.value) ? 2 : 1) }
    }
}
