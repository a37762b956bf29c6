import Diagnostics

/// A text cut into what it says and what stands in braces.
struct EmailTokens {
    enum Token {
        case inline(EmailInline)
        case open(EmailWord, SourceLocation)
        case close(EmailWord, SourceLocation)

        /// Whether it is nothing but the blanks between a section's tags and the text.
        var isBlank: Bool {
            switch self {
            case .inline(.text(let text)): text.allSatisfy(\.isWhitespace)
            case .inline(.softBreak): true
            default: false
            }
        }
    }

    private(set) var tokens: [Token] = []
    private(set) var diagnostics: [Diagnostic] = []
    private let source: SourceText

    /// Cuts a text.
    ///
    /// - Parameters:
    ///   - text: with `{{name}}`, `{{#name}}` and `{{/name}}`.
    ///   - source: the file, for diagnostics.
    ///   - location: the place of a byte of the text.
    init(_ text: String, in source: SourceText, location: (Int) -> SourceLocation) {
        self.source = source
        var rest = Array(text.utf8)[...]
        func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        while let open = rest.firstPair(UInt8(ascii: "{")) {
            let place = location(open)
            guard let close = rest[(open + 2)...].firstPair(UInt8(ascii: "}")) else {
                diagnostics.append(
                    source.diagnostic(
                        code: "unclosed-word", at: place, "'{{' is never closed", fix: "Write a word as {{email}}."))
                break
            }
            if open > rest.startIndex { tokens.append(.inline(.text(string(rest[..<open])))) }
            add(string(rest[(open + 2)..<close]), at: place)
            rest = rest[(close + 2)...]
        }
        if !rest.isEmpty { tokens.append(.inline(.text(string(rest)))) }
    }

    private mutating func add(_ inside: String, at place: SourceLocation) {
        let content = inside.trimmingBlanks
        let name = String(content.dropFirst()).trimmingBlanks
        switch content.first {
        case "#": if let word = word(name, at: place) { tokens.append(.open(word, place)) }
        case "/": if let word = word(name, at: place) { tokens.append(.close(word, place)) }
        case "^":
            // Read as a section all the same, so that its end is no second mistake.
            if let word = EmailWord(rawValue: name) { tokens.append(.open(word, place)) }
            report(
                "inverted-section", at: place, "'{{^\(name)}}' is a section for what is missing, and there is none",
                fix: "Write the words so that they hold in both cases, and put what depends on '\(name)' into "
                    + "{{#\(name)}}…{{/\(name)}}.")
        case "{", "&":
            report(
                "unescaped-word", at: place, "a word is written with two braces",
                fix: "Write {{\(name.trimmingBraces)}}.")
        default: if let word = word(content, at: place) { tokens.append(.inline(.word(word, at: place))) }
        }
    }

    private mutating func word(_ name: String, at place: SourceLocation) -> EmailWord? {
        if let word = EmailWord(rawValue: name) { return word }
        let known = EmailWord.allCases.map(\.rawValue)
        report(
            "unknown-word", at: place, "'\(name)' is not a word of an email",
            fix: Suggestion.question(for: name, in: known) ?? "The words are \(known.joined(separator: ", ")).")
        return nil
    }

    private mutating func report(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        diagnostics.append(source.diagnostic(code: code, at: location, message, fix: fix))
    }
}

/// Puts what stands between the two tags of a section into it.
struct EmailNesting<Element> {
    private var frames: [(word: EmailWord, location: SourceLocation, siblings: [Element])] = []
    private(set) var elements: [Element] = []
    private(set) var diagnostics: [Diagnostic] = []
    private let source: SourceText
    private let section: (EmailWord, [Element]) -> Element

    init(source: SourceText, section: @escaping (EmailWord, [Element]) -> Element) {
        self.source = source
        self.section = section
    }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func open(_ word: EmailWord, at location: SourceLocation) {
        frames.append((word, location, elements))
        elements = []
    }

    mutating func close(_ word: EmailWord, at location: SourceLocation) {
        guard let frame = frames.last else {
            report(
                "unopened-section", at: location, "'{{/\(word)}}' closes nothing here",
                fix: "Write {{#\(word)}} before what depends on it, in the same paragraph or before it.")
            return
        }
        guard frame.word == word else {
            report(
                "unclosed-section", at: location, "'{{/\(word)}}' stands inside of '{{#\(frame.word)}}'",
                fix: "Write {{/\(frame.word)}} before it.")
            return
        }
        closeInnermost()
    }

    /// Everything, after the last element.
    mutating func finish() -> [Element] {
        while let frame = frames.last {
            report(
                "unclosed-section", at: frame.location, "'{{#\(frame.word)}}' is never closed",
                fix: "Write {{/\(frame.word)}} after what depends on it; a list, a quote and **bold** hold their own "
                    + "sections.")
            closeInnermost()
        }
        return elements
    }

    private mutating func closeInnermost() {
        guard let frame = frames.popLast() else { return }
        elements = frame.siblings + [section(frame.word, elements)]
    }

    private mutating func report(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        diagnostics.append(source.diagnostic(code: code, at: location, message, fix: fix))
    }
}

extension EmailWord: CustomStringConvertible {
    /// The word as it stands in braces.
    public var description: String { rawValue }
}

extension ArraySlice<UInt8> {
    /// Where a byte first stands twice in a row.
    fileprivate func firstPair(_ byte: UInt8) -> Int? {
        indices.dropLast().first { self[$0] == byte && self[$0 + 1] == byte }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    fileprivate var trimmingBraces: String { filter { $0 != "{" && $0 != "}" }.trimmingBlanks }
}
