internal import TextEncoding

/// The context of a position in an HTML document: the tokenizer states that matter for escaping.
///
/// Names follow https://html.spec.whatwg.org/multipage/parsing.html#tokenization; states with the same treatment of a
/// template's tags are combined.
struct HTMLContext: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Between tags.
        case text
        /// In an element whose content is not parsed as HTML.
        case rawText
        /// After `<`, after `</`, and in a tag's name.
        case tagOpen, endTagOpen, tagName
        /// After a tag's name, or between attributes.
        case inTag
        case attributeName, afterAttributeName, beforeValue
        case quoted(UInt8)
        case unquoted
        /// After a conditional part of a tag that may end in a name: only a blank, `/` or `>` is unambiguous here.
        case nameEnd
        /// After `<!`.
        case declaration
        case comment
        /// A declaration, a processing instruction or malformed markup, up to `>`.
        case bogusComment
    }

    var state = State.text
    /// The name of the current tag's or raw text's element, in lower case.
    var element: [UInt8] = []
    var isEndTag = false
    /// The name of the current attribute, in lower case.
    var attribute: [UInt8] = []
    /// Whether the element is a script with JSON.
    var isJSON = false
    /// The part of a delimiter or of a `type` value that has been read so far.
    var scratch: [UInt8] = []
    /// Whether a conditional part follows the tag's name and could continue it.
    var mayContinueTagName = false

    struct Finding {
        /// The index at which the value of the current attribute began, if it began in this text.
        var valueStart: Int?
        /// The index of a name that may continue a conditional one before it.
        var ambiguousName: Int?
    }

    mutating func read(_ bytes: ArraySlice<UInt8>) -> Finding {
        var finding = Finding()
        for index in bytes.indices {
            let before = state
            read(bytes[index])
            if case .quoted = state, state != before { finding.valueStart = index + 1 }
            if before == .nameEnd, state == .attributeName || state == .beforeValue {
                attribute.insert(Self.ambiguous, at: 0)
                finding.ambiguousName = finding.ambiguousName ?? index
            }
        }
        return finding
    }

    mutating func read(_ byte: UInt8) {
        switch state {
        case .text:
            if byte == UInt8(ascii: "<") { state = .tagOpen }
        case .rawText:
            readRawText(byte)
        case .tagOpen:
            switch byte {
            case UInt8(ascii: "/"): state = .endTagOpen
            case UInt8(ascii: "!"): (state, scratch) = (.declaration, [])
            case UInt8(ascii: "?"): state = .bogusComment
            case UInt8(ascii: "<"): break
            default: if byte.isASCIILetter { beginTag(byte, isEnd: false) } else { state = .text }
            }
        case .endTagOpen:
            if byte == UInt8(ascii: ">") {
                state = .text
            } else if byte.isASCIILetter {
                beginTag(byte, isEnd: true)
            } else {
                state = .bogusComment
            }
        case .tagName:
            if endsName(byte) { readInTag(byte) } else { element.append(byte.asciiLowercased) }
        case .inTag, .nameEnd:
            readInTag(byte)
        case .attributeName:
            if byte == UInt8(ascii: "=") {
                state = .beforeValue
            } else if endsName(byte) {
                state = .afterAttributeName
                if !isSpace(byte) { readInTag(byte) }
            } else {
                attribute.append(byte.asciiLowercased)
            }
        case .afterAttributeName:
            if byte == UInt8(ascii: "=") { state = .beforeValue } else if !isSpace(byte) { readInTag(byte) }
        case .beforeValue:
            readBeforeValue(byte)
        case .quoted(let quote):
            if byte == quote { endValue() } else if isScriptType { scratch.append(byte.asciiLowercased) }
        case .unquoted:
            if isSpace(byte) {
                endValue()
            } else if byte == UInt8(ascii: ">") {
                endValue()
                endTag()
            } else if isScriptType {
                scratch.append(byte.asciiLowercased)
            }
        case .declaration:
            scratch.append(byte)
            if scratch == Array("--".utf8) {
                state = .comment
            } else if scratch != Array("-".utf8) {
                state = byte == UInt8(ascii: ">") ? .text : .bogusComment
                scratch = []
            }
        case .comment:
            readComment(byte)
        case .bogusComment:
            if byte == UInt8(ascii: ">") { state = .text }
        }
    }

    private mutating func beginTag(_ byte: UInt8, isEnd: Bool) {
        self = HTMLContext(state: .tagName, element: [byte.asciiLowercased], isEndTag: isEnd)
    }

    private mutating func readInTag(_ byte: UInt8) {
        mayContinueTagName = false
        switch byte {
        case UInt8(ascii: ">"):
            endTag()
        case UInt8(ascii: "/"):
            (state, attribute) = (.inTag, [])
        case UInt8(ascii: "=") where state == .nameEnd:
            state = .beforeValue
        case _ where isSpace(byte):
            (state, attribute) = (.inTag, [])
        default:
            (state, attribute) = (.attributeName, [byte.asciiLowercased])
        }
    }

    private mutating func endTag() {
        let name = String(decoding: element, as: UTF8.self)
        if !isEndTag, Self.rawElements.contains(name) {
            self = HTMLContext(state: .rawText, element: element, isJSON: isJSON)
        } else {
            self = HTMLContext()
        }
    }

    private mutating func readBeforeValue(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (state, scratch) = (.quoted(byte), [])
        case UInt8(ascii: ">"): endTag()
        case _ where isSpace(byte): break
        default: (state, scratch) = (.unquoted, isScriptType ? [byte.asciiLowercased] : [])
        }
    }

    private mutating func endValue() {
        if isScriptType {
            let type = String(decoding: scratch, as: UTF8.self)
            isJSON = type == "application/json" || type.hasSuffix("+json")
        }
        (state, attribute, scratch) = (.inTag, [], [])
    }

    private mutating func readRawText(_ byte: UInt8) {
        if scratch.isEmpty, byte != UInt8(ascii: "<") { return }
        let end = [UInt8(ascii: "<"), UInt8(ascii: "/")] + element
        if scratch == end, endsName(byte) {
            self = HTMLContext(state: .inTag, element: element, isEndTag: true)
            readInTag(byte)
        } else if scratch.count < end.count, end[scratch.count] == byte.asciiLowercased {
            scratch.append(byte.asciiLowercased)
        } else {
            scratch = byte == UInt8(ascii: "<") ? [byte] : []
        }
    }

    private mutating func readComment(_ byte: UInt8) {
        let dashes = Array("--".utf8)
        switch byte {
        case UInt8(ascii: "-"):
            scratch = scratch == Array("-".utf8) || scratch == dashes ? dashes : [byte]
        case UInt8(ascii: "!") where scratch == dashes:
            scratch.append(byte)
        case UInt8(ascii: ">") where scratch.starts(with: dashes):
            self = HTMLContext()
        default:
            scratch = []
        }
    }

    /// Whether the current attribute is the `type` of a script, which determines how its content is parsed.
    var isScriptType: Bool {
        !isEndTag && element == Array("script".utf8) && attribute == Array("type".utf8)
    }

    /// Elements whose content is parsed as text; in `title` and `textarea`, with character references.
    private static let rawElements: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes",
    ]
}

private func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0C }

private func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
}
