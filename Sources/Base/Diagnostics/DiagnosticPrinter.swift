internal import TextEncoding

/// Formats diagnostics as text for a terminal.
package struct DiagnosticPrinter: Sendable {
    /// Whether to use ANSI colours; the caller asks its terminal.
    package var colors: Bool

    /// The longest excerpt, in characters: a minified file may have a megabyte on one line.
    static let longestExcerpt = 160

    package init(colors: Bool) {
        self.colors = colors
    }

    /// `path:line:col: error: message`, the line with a caret under the column, and the fix; every line ends in LF.
    package func text(_ diagnostic: Diagnostic) -> String {
        var text = ""
        if let file = diagnostic.file {
            let place = [file] + [diagnostic.line, diagnostic.column].compactMap { $0.map(String.init) }
            text += paint(place.joined(separator: ":").printable + ":", .bold) + " "
        }
        text += paint("\(diagnostic.severity.rawValue):", color(of: diagnostic.severity)) + " "
        text += paint(diagnostic.message.printable, .bold) + "\n"
        if let excerpt = diagnostic.excerpt, let line = diagnostic.line {
            text += self.excerpt(
                excerpt, line: line, column: diagnostic.column.map { $0 - diagnostic.place.excerptOffset })
        }
        if let fix = diagnostic.fix {
            text += paint("  fix: ", .green) + fix.printable + "\n"
        }
        return text
    }

    /// All diagnostics of a report, sorted by location and without duplicates.
    package func text(_ report: DiagnosticReport) -> String {
        report.sorted.map(text).joined()
    }

    private func excerpt(_ line: String, line number: Int, column: Int?) -> String {
        // The excerpt is cut around the column, so that the caret always points at text.
        let bytes = Array(line.utf8)
        let target = min(max((column ?? 1) - 1, 0), bytes.count)
        let before = String(decoding: bytes[..<target], as: UTF8.self)
        var shown = Array(line.printable)
        var caret = before.printable.count
        if caret > Self.longestExcerpt * 3 / 4 {
            let cut = caret - Self.longestExcerpt / 2
            shown = ["…"] + shown.dropFirst(cut)
            caret = caret - cut + 1
        }
        if shown.count > Self.longestExcerpt { shown = shown.prefix(Self.longestExcerpt) + ["…"] }
        let margin = "\(number)"
        var text = "  \(paint(margin, .dim)) \(paint("|", .dim)) \(String(shown))\n"
        if column != nil {
            let blank = String(repeating: " ", count: margin.count)
            text += "  \(blank) \(paint("|", .dim)) \(String(repeating: " ", count: caret))\(paint("^", .green))\n"
        }
        return text
    }

    private enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case green = "32"
        case yellow = "1;33"
        case blue = "1;34"
    }

    private func color(of severity: Diagnostic.Severity) -> Style {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .blue
        }
    }

    private func paint(_ text: String, _ style: Style) -> String {
        colors ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A number of bytes in messages: `1 MiB`, `24 KiB`, `500 bytes`.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) { self.bytes = bytes }

    /// The number in MiB if it is a whole one, otherwise in KiB from 1,024 bytes up, rounded up.
    package var description: String {
        let kibibytes = (bytes + 1_023) / 1_024
        return bytes < 1_024
            ? "\(bytes) bytes" : kibibytes % 1_024 == 0 ? "\(kibibytes / 1_024) MiB" : "\(kibibytes) KiB"
    }
}
