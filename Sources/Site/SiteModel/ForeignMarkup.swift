internal import TextEncoding

/// Markup of other Markdown dialects, which CommonMark treats as text, so that visitors would see it literally.
///
/// Each kind is detected by rules at least as strict as those of its dialect, so that `~5 minutes`, `a == b`,
/// `10:30:00` and `^_^` are not reported.
struct ForeignMarkup {
    /// The start of the markup, in UTF-8 bytes from the start of the text.
    let offset: Int
    /// The characters that make it markup; with a backslash before them it is plain text.
    let sign: (offset: Int, text: String)
    let fault: Fault

    enum Fault {
        /// A feature that pages and emails do not have, and its replacement.
        case missing(String, fix: String)
        /// A mistake in the markup itself, and its correction.
        case signs(String, fix: String)
        /// A URL or email address that is not a link, and its correction.
        case address(String, fix: String)
    }

    var isAddress: Bool { if case .address = fault { true } else { false } }

    /// Finds the markup of a text node's text, with escapes and entities resolved, in its order and including escaped
    /// markup. `isFollowed` says that another inline, such as bold words, follows on the same line; `values` are those that
    /// may be meant by a placeholder.
    static func all(in text: String, isFollowed: Bool, values: Set<TemplateVariable>) -> [ForeignMarkup] {
        var scan = ForeignMarkupScan(text, isFollowed: isFollowed, values: values)
        scan.run()
        return scan.found
    }

    /// A footnote's reference or definition.
    static let footnote = Fault.missing(
        "footnotes", fix: "Write the note as a sentence of the text, or \\[ for the sign itself.")
}

struct ForeignMarkupScan {
    let bytes: [UInt8]
    let isFollowed: Bool
    let values: Set<TemplateVariable>
    var index = 0
    private(set) var found: [ForeignMarkup] = []
    private var hasStars = false
    /// Whether another system's condition was the last tag.
    var hasCondition = false
    /// The maximum distance between two delimiters in bytes, so that a long text is not scanned again for each of them.
    private static let longest = 200

    init(_ text: String, isFollowed: Bool, values: Set<TemplateVariable>) {
        bytes = Array(text.utf8)
        self.isFollowed = isFollowed
        self.values = values
    }

    mutating func run() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["): bracket()
            case UInt8(ascii: "("): swappedLink()
            case UInt8(ascii: "="): pair("==", "highlighted words", fix: "Write **words**, or \\= for the sign itself.")
            case UInt8(ascii: "~") where has("~~"): strikethrough()
            case UInt8(ascii: "~"): subscriptOrSuperscript("~", "subscripts", such: "₂")
            case UInt8(ascii: "^"): subscriptOrSuperscript("^", "superscripts", such: "²")
            case UInt8(ascii: "*") where has("**"): stars()
            case UInt8(ascii: "*"): placeholder()
            case UInt8(ascii: "|") where index == 0: mergeTag()
            case UInt8(ascii: ":"): colon()
            case UInt8(ascii: "i") where index == 0 && has("import "): importOfCode()
            case UInt8(ascii: "h"), UInt8(ascii: "w"): address()
            case UInt8(ascii: "@"): mailAddress()
            case UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "%"):
                placeholder()
            default: index += 1
            }
        }
    }

    // MARK: - Signs

    private mutating func strikethrough() {
        let rest = bytes[(index + 2)...]
        let closing = rest.indices.dropFirst().first { bytes[$0...].starts(with: "~~".utf8) }
        guard let end = closing ?? (rest.isEmpty ? endOfText : nil) else {
            index = bytes[index...].firstIndex { $0 != UInt8(ascii: "~") } ?? bytes.count
            return
        }
        add(
            "~~",
            .missing("words that are struck through", fix: "Remove the words, or write \\~ for the sign itself."),
            to: end + 2)
    }

    /// Detects `==words==` that is not part of a word.
    private mutating func pair(_ sign: String, _ what: String, fix: String) {
        let width = sign.utf8.count
        let run = bytes[index...].prefix { $0 == bytes[index] }.count
        let content = index + run
        guard run == width, !byte(index - 1).isWord, !isBlank(content) || content == endOfText else {
            index = content
            return
        }
        let closing = bytes.indices[content...].prefix(Self.longest).dropFirst().first { place in
            bytes[place] == bytes[index] && bytes[place...].starts(with: sign.utf8) && !isBlank(place - 1)
                && !byte(place + width).isWord
        }
        guard let end = closing ?? (content == bytes.count ? endOfText : nil) else {
            index = content
            return
        }
        add(sign, .missing(what, fix: fix), to: end + width)
    }

    /// Detects `H~2~O` or `x^-1^`: a word or a signed number between two delimiters, after a letter, a digit or a
    /// parenthesis.
    private mutating func subscriptOrSuperscript(_ sign: String, _ what: String, such example: String) {
        let followsWord = byte(index - 1).isWord || byte(index - 1) == UInt8(ascii: ")")
        let start = "+-".utf8.contains(byte(index + 1)) ? index + 2 : index + 1
        guard followsWord, let end = end(from: start, before: sign, while: { $0.isWord }) else {
            index += 1
            return
        }
        add(
            sign,
            .missing(
                what, fix: "Write the character itself, such as \(example), or \\\(sign) for the sign itself."),
            to: end)
    }

    private mutating func stars() {
        let end = bytes[index...].firstIndex { $0 != UInt8(ascii: "*") } ?? bytes.count
        // Between blanks and without a counterpart it is plain text.
        let isAlone = isBlank(index - 1) && isBlank(end)
        let isPaired = hasStars || bytes[end...].indices.contains { bytes[$0...].starts(with: "**".utf8) }
        guard !isAlone || isPaired else {
            index = end
            return
        }
        hasStars = true
        add(
            "**",
            .signs(
                "'**' is shown literally here and makes nothing bold",
                fix: "Write **words** with no blanks inside of the signs, or \\* for the sign itself."),
            to: end)
    }

    private mutating func colon() {
        if index == 0, has(":::") {
            return add(":::", .missing("blocks between ':::'", fix: "Begin each line of it with '>'."), to: 3)
        }
        let isName: (UInt8) -> Bool = { $0.isWord || "+-_".utf8.contains($0) }
        let letters = bytes[(index + 1)...].prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") }
        let word = String(decoding: letters, as: UTF8.self)
        if !byte(index - 1).isWord, !":/".utf8.contains(byte(index - 1)), !isName(byte(letters.endIndex)),
            byte(letters.endIndex) != UInt8(ascii: ":"),
            word == "wait" || values.contains(TemplateVariable(rawValue: word))
        {
            return add(
                ":",
                .signs(
                    "':\(word)' is shown literally here",
                    fix: "Write {{\(word)}} for a value, or \\: for the sign itself."), to: letters.endIndex)
        }
        guard !byte(index - 1).isWord, byte(index - 1) != UInt8(ascii: ":"), byte(index + 1).isASCIILetter,
            let end = end(from: index + 1, before: ":", while: isName), end - index > 3,
            !byte(end).isWord, !"/:".utf8.contains(byte(end))
        else {
            index += 1
            return
        }
        let name = String(decoding: bytes[index..<end], as: UTF8.self)
        add(
            ":", .missing("emoji by name, such as '\(name)'", fix: "Write the emoji itself, such as 🎉."), to: end)
    }

    // MARK: - Bytes

    /// Adds markup that begins at `start`, or at the current position, and continues at its end.
    mutating func add(_ sign: String, _ fault: ForeignMarkup.Fault, from start: Int? = nil, to end: Int) {
        found.append(ForeignMarkup(offset: start ?? index, sign: (index, sign), fault: fault))
        index = end
    }

    /// The end of the text if another inline continues the line; otherwise nil.
    private var endOfText: Int? { isFollowed ? bytes.count : nil }

    /// The end of the run from `start` through a delimiter; nil if the run is empty or other content precedes the
    /// delimiter.
    func end(from start: Int, before sign: String, while isContent: (UInt8) -> Bool) -> Int? {
        var end = start
        let first = sign.utf8.first
        while end < bytes.count, bytes[end] != first || !bytes[end...].starts(with: sign.utf8) {
            guard isContent(bytes[end]), end - start < Self.longest else { return nil }
            end += 1
        }
        return end > start && end < bytes.count ? end + sign.utf8.count : nil
    }

    func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private func isBlank(_ place: Int) -> Bool { !bytes.indices.contains(place) || bytes[place].isASCIIWhitespace }

    /// The byte at an index; a space outside the text.
    func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0x20 }
}
