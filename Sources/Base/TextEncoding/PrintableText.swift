extension StringProtocol {
    /// The text for a terminal or a log: characters that could move the cursor, forge a line or reorder the text around
    /// them become U+FFFD, a tab becomes a space.
    package var printable: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars { result.append(scalar == "\t" ? " " : scalar.isPrintable ? scalar : "\u{FFFD}") }
        return String(result)
    }

    /// Whether the text has no such character, and no tab.
    package var isPrintable: Bool { unicodeScalars.allSatisfy(\.isPrintable) }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Bidirectional controls.
        case .format: !((0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value))
        default: true
        }
    }
}
