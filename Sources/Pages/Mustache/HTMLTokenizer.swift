/// A token of HTML, to which a byte belongs or which it completes.
package enum HTMLToken: Hashable, Sendable {
    /// A byte of text, or of an attribute's value in quotes.
    case character
    /// A `<` before the byte, which begins no tag and is text.
    case strayOpening
    /// The end of the text of an element such as `title`, with the number of its last characters that belong to the end
    /// tag.
    case textEnd(Int)
    /// The end of a tag's name, which is in lower case.
    case tagName(String, isEnd: Bool)
    /// The start of the value of an attribute, which has no quotes.
    case unquotedValue(String)
    /// The end of an attribute of a start tag, with its name in lower case; its value, if any, was in `character`s.
    case attribute(String)
    /// The `>` of a tag.
    case tagEnd(String, isEnd: Bool)
    /// The `>` of a declaration, such as `<!doctype html>`; comments have no token.
    case declaration
}

/// Splits HTML into tokens, byte by byte, in the contexts that also decide about the escaping of a template's values.
package struct HTMLTokenizer {
    private var context = HTMLContext()

    package init() {}

    /// Whether the next byte is text, unless it is `<`.
    package var isInText: Bool { context.state == .text }

    package mutating func read(_ byte: UInt8) -> [HTMLToken] {
        let before = context
        context.read(byte)
        let (name, state) = (before.elementName, context.state)
        var isInTag = false
        var tokens: [HTMLToken] = []
        switch before.state {
        case .text: if state == .text { tokens = [.character] }
        case .tagOpen: if state == .text { tokens = [.strayOpening, .character] }
        case .rawText where state == .rawText: tokens = [.character]
        case .rawText:
            tokens = [.textEnd(before.scratch.count), .tagName(name, isEnd: true)]
            isInTag = true
        case .tagName:
            if state != .tagName { tokens = [.tagName(name, isEnd: before.isEndTag)] }
            isInTag = true
        case .attributeName, .afterAttributeName:
            // A name that another one follows is in the state of that one already.
            let continues = before.state == .attributeName && state == .attributeName
            let isOver = ![.afterAttributeName, .beforeValue].contains(state) && !continues
            if isOver, !before.isEndTag { tokens = [.attribute(before.attributeName)] }
            isInTag = true
        case .beforeValue:
            if state == .unquoted { tokens = [.unquotedValue(before.attributeName)] }
            isInTag = true
        case .quoted:
            tokens = state == before.state ? [.character] : before.isEndTag ? [] : [.attribute(before.attributeName)]
        case .unquoted, .inTag, .nameEnd: isInTag = true
        case .declaration, .bogusComment: if state == .text { tokens = [.declaration] }
        case .endTagOpen, .comment: break
        }
        if isInTag, byte == UInt8(ascii: ">") {
            tokens.append(.tagEnd(name, isEnd: before.isEndTag || before.state == .rawText))
        }
        return tokens
    }
}
