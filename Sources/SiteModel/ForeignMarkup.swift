/// Markup of other kinds of Markdown, which CommonMark reads as text, so that a visitor would see its signs.
///
/// Each kind is found by rules that are at least as strict as its own, so that `~5 minutes`, `a == b`, `10:30:00` and `^_^`
/// stay what they are.
struct ForeignMarkup {
    /// Where it begins, in UTF-8 bytes into the text.
    let offset: Int
    /// The signs that make it markup; a backslash before them takes that away.
    let sign: (offset: Int, text: String)
    let fault: Fault

    enum Fault {
        /// What a page or an email does not have, and what to write.
        case missing(String, fix: String)
        /// What is wrong with the signs alone, and what to write.
        case signs(String, fix: String)
        /// Likewise for an address that is text.
        case address(String, fix: String)
    }

    var isAddress: Bool { if case .address = fault { true } else { false } }

    /// Finds the markup of a text.
    ///
    /// - Parameters:
    ///   - text: a text node's, escapes and entities resolved.
    ///   - isFollowed: whether something that is no text follows on the same line, such as bold words.
    /// - Returns: in the order of the text, escaped signs among them.
    static func all(in text: String, isFollowed: Bool) -> [ForeignMarkup] {
        var scan = ForeignMarkupScan(text, isFollowed: isFollowed)
        scan.run()
        return scan.found
    }

    /// A footnote's reference or text.
    static let footnote = Fault.missing(
        "footnotes", fix: "Write the note as a sentence of the text, or \\[ for the sign itself.")
}

/// A walk through a text that notes markup on its way.
struct ForeignMarkupScan {
    let bytes: [UInt8]
    let isFollowed: Bool
    var index = 0
    private(set) var found: [ForeignMarkup] = []
    private var hasStars = false
    /// How far apart two signs may be, in bytes, so that a long text is not read again for each sign in it.
    private static let longest = 200

    init(_ text: String, isFollowed: Bool) {
        bytes = Array(text.utf8)
        self.isFollowed = isFollowed
    }

    mutating func run() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["): bracket()
            case UInt8(ascii: "="): pair("==", "highlighted words", fix: "Write **words**, or \\= for the sign itself.")
            case UInt8(ascii: "~") where has("~~"): struck()
            case UInt8(ascii: "~"): raised("~", "subscripts", such: "₂")
            case UInt8(ascii: "^"): raised("^", "superscripts", such: "²")
            case UInt8(ascii: "*") where has("**"): stars()
            case UInt8(ascii: ":"): colon()
            case UInt8(ascii: "h"), UInt8(ascii: "w"): address()
            case UInt8(ascii: "@"): mailAddress()
            default: index += 1
            }
        }
    }

    // MARK: - Signs

    private mutating func bracket() {
        if has("[^"), let end = end(from: index + 2, before: "]", while: { !$0.isBlank }) {
            return add("[^", ForeignMarkup.footnote, to: end)
        }
        if index == 0, has("[!"), let end = end(from: 2, before: "]", while: \.isLetter) {
            let kind = String(decoding: bytes[2..<(end - 1)], as: UTF8.self).capitalizedASCII
            return add("[!", .missing("notes such as '[!NOTE]'", fix: "Write **\(kind)** in its place."), to: end)
        }
        if has("[["), let end = end(from: index + 2, before: "]]", while: { $0 != UInt8(ascii: "[") }) {
            let words = String(decoding: bytes[(index + 2)..<(end - 2)], as: UTF8.self)
            return add(
                "[[", .missing("links in double brackets", fix: "Write [\(words)](/address) with its address."),
                to: end)
        }
        index += 1
    }

    private mutating func struck() {
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

    /// `==words==`, as a word of its own.
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

    /// `H~2~O`, `x^-1^`: a word or a signed number between two signs, behind a letter, a digit or a parenthesis.
    private mutating func raised(_ sign: String, _ what: String, such example: String) {
        let isBehindWord = byte(index - 1).isWord || byte(index - 1) == UInt8(ascii: ")")
        let start = "+-".utf8.contains(byte(index + 1)) ? index + 2 : index + 1
        guard isBehindWord, let end = end(from: start, before: sign, while: { $0.isWord }) else {
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
        // Alone between blanks, it is no more than a sign.
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
                "'**' stands here as it is and makes nothing bold",
                fix: "Write **words** with no blanks inside of the signs, or \\* for the sign itself."),
            to: end)
    }

    private mutating func colon() {
        if index == 0, has(":::") {
            return add(":::", .missing("blocks between ':::'", fix: "Begin each line of it with '>'."), to: 3)
        }
        let isName: (UInt8) -> Bool = { $0.isWord || "+-_".utf8.contains($0) }
        guard !byte(index - 1).isWord, byte(index - 1) != UInt8(ascii: ":"), byte(index + 1).isLetter,
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

    /// Notes markup from a place, or from here, to an end, and goes on there.
    mutating func add(_ sign: String, _ fault: ForeignMarkup.Fault, from start: Int? = nil, to end: Int) {
        found.append(ForeignMarkup(offset: start ?? index, sign: (index, sign), fault: fault))
        index = end
    }

    /// Where markup that follows would go on; nil where the text is the last of its line.
    private var endOfText: Int? { isFollowed ? bytes.count : nil }

    /// The end of what runs from a place to a sign, the sign included; nil where it is empty, or something else comes first.
    private func end(from start: Int, before sign: String, while isContent: (UInt8) -> Bool) -> Int? {
        var end = start
        let first = sign.utf8.first
        while end < bytes.count, bytes[end] != first || !bytes[end...].starts(with: sign.utf8) {
            guard isContent(bytes[end]), end - start < Self.longest else { return nil }
            end += 1
        }
        return end > start && end < bytes.count ? end + sign.utf8.count : nil
    }

    func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private func isBlank(_ place: Int) -> Bool { !bytes.indices.contains(place) || bytes[place].isBlank }

    /// A byte, or a blank where there is none.
    func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0x20 }
}

// Of UTF-8.
extension UInt8 {
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) && self < 0x80 }
    /// A letter or a digit; every byte of a character that is not ASCII counts as one.
    var isWord: Bool { isLetter || (0x30...0x39).contains(self) || self >= 0x80 }
}

extension String {
    /// `NOTE` as `Note`.
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
