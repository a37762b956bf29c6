import SiteModel

/// A value in an exported email that the sending system fills in.
enum Placeholder: Hashable, Sendable {
    case variable(TemplateVariable)
    /// The value of a link parameter, by its name.
    case parameter(String)
    /// The start of a section that is omitted if the variable has no value.
    case open(TemplateVariable)
    /// The end of such a section.
    case close(TemplateVariable)
}

/// Text that may contain placeholders for the sending system.
struct EmailText: Hashable, Sendable {
    enum Run: Hashable, Sendable {
        /// Text, which an exporter escapes if an engine would parse it as syntax.
        case text(String)
        /// Markup or CSS, which must not be changed.
        case markup(String)
        case placeholder(Placeholder)
    }

    private(set) var runs: [Run] = []

    init() {}

    init(_ text: String) { append(.text(text)) }

    init(_ placeholder: Placeholder) { runs = [.placeholder(placeholder)] }

    mutating func append(_ run: Run) {
        switch (runs.last, run) {
        case (_, .text("")), (_, .markup("")): return
        case (.text(let before)?, .text(let text)): runs[runs.count - 1] = .text(before + text)
        case (.markup(let before)?, .markup(let text)): runs[runs.count - 1] = .markup(before + text)
        default: runs.append(run)
        }
    }

    static func += (text: inout EmailText, other: EmailText) {
        for run in other.runs { text.append(run) }
    }

    static func + (text: EmailText, other: EmailText) -> EmailText {
        var text = text
        text += other
        return text
    }

    /// The text without placeholders.
    var string: String {
        runs.map { run in
            switch run {
            case .text(let text), .markup(let text): text
            case .placeholder: ""
            }
        }.joined()
    }

    var placeholders: [Placeholder] {
        runs.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The text as a value among words: from right to left between characters that keep its letters in order.
    func isolated(in words: Words) -> EmailText {
        words.tag.isRightToLeft && !isEmpty ? "\u{2068}" + self + "\u{2069}" : self
    }

    /// Whether nothing of the text is visible: only blanks, including no-break spaces, and zero-width characters.
    var isBlank: Bool {
        runs.allSatisfy { run in
            guard case .text(let text) = run else { return false }
            return text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || Self.isInvisible($0) }
        }
    }

    /// Whether a scalar is the combining grapheme joiner, a zero-width character or the soft hyphen.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x200B...0x200F, 0x2060, 0xFEFF: true
        default: false
        }
    }

    var trimmed: EmailText {
        var runs = runs
        if case .text(let text)? = runs.first { runs[0] = .text(String(text.drop(while: \.isWhitespace))) }
        if case .text(let text)? = runs.last {
            var text = text[...]
            while text.last?.isWhitespace == true { text.removeLast() }
            runs[runs.count - 1] = .text(String(text))
        }
        var result = EmailText()
        for run in runs { result.append(run) }
        return result
    }

    var lines: [EmailText] {
        var lines = [EmailText()]
        for run in runs {
            guard case .text(let text) = run else {
                lines[lines.count - 1].append(run)
                continue
            }
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { lines.append(EmailText()) }
                lines[lines.count - 1].append(.text(String(line)))
            }
        }
        return lines
    }

    /// The text with lines of more than `length` bytes broken at blanks, if they contain any.
    ///
    /// SMTP allows lines of at most 998 bytes (RFC 5322, section 2.1.1), and not every system encodes the emails that
    /// it sends.
    func wrapped(at length: Int) -> EmailText {
        var result = EmailText()
        var column = 0
        for run in runs {
            guard case .text(let text) = run else {
                result.append(run)
                if case .markup(let markup) = run { column = Self.column(after: markup, from: column) }
                continue
            }
            var line = ""
            for word in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if word.offset > 0 {
                    let breaks = column + word.element.utf8.count > length
                    line += breaks ? "\n" : " "
                    column = breaks ? 0 : column + 1
                }
                line += word.element
                column = Self.column(after: word.element, from: column)
            }
            result.append(.text(line))
        }
        return result
    }

    /// The length of the current line in bytes after appending a text.
    private static func column(after text: some StringProtocol, from column: Int) -> Int {
        let last = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last?.count ?? 0
        return text.utf8.contains(UInt8(ascii: "\n")) ? last : column + last
    }

    /// Untrusted text without characters that could end a line or reorder it.
    ///
    /// Line breaks and other control characters become spaces. Bidirectional embeddings, overrides and isolates are
    /// removed, since they would reorder the words after them (UAX #9).
    static func cleaned(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: continue
            case _ where scalar.value & 0xFFFE == 0xFFFE: continue
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension EmailText: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text) }
}

extension Sequence<EmailText> {
    func joined(separator: EmailText = EmailText()) -> EmailText {
        var result = EmailText()
        for (index, text) in enumerated() {
            if index > 0 { result += separator }
            result += text
        }
        return result
    }
}
