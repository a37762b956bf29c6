extension HTMLContext {
    /// The context after two branches; nil if they end too differently to be continued.
    func joined(with other: HTMLContext) -> HTMLContext? {
        if self == other { return self }
        guard isBetweenAttributes, other.isBetweenAttributes, element == other.element, isEndTag == other.isEndTag,
            isJSON == other.isJSON
        else { return nil }
        return HTMLContext(
            state: .nameEnd, element: element, isEndTag: isEndTag, isJSON: isJSON,
            mayContinueTagName: [state, other.state].contains(.tagName) || mayContinueTagName
                || other.mayContinueTagName)
    }

    /// Whether the context is one of those that a blank would make equal.
    private var isBetweenAttributes: Bool {
        switch state {
        case .tagName, .inTag, .attributeName, .afterAttributeName, .nameEnd: true
        default: false
        }
    }

    /// A description of the context, to follow "ends" or "stands" in a message.
    var place: String {
        switch state {
        case .text: "between tags"
        case .rawText: "in '<\(elementName)>'"
        case .tagOpen, .endTagOpen, .tagName: "in a tag's name"
        case .inTag, .attributeName, .afterAttributeName, .nameEnd: "in the tag '<\(elementName)>'"
        case .beforeValue, .unquoted: "in an attribute without quotes"
        case .quoted: "in the attribute '\(attributeName)'"
        case .declaration, .bogusComment: "in a declaration"
        case .comment: "in a comment"
        }
    }

    /// The mark before an attribute's name that may be the end of a longer one.
    static let ambiguous = UInt8(ascii: "?")

    var isAttributeAmbiguous: Bool { attribute.first == Self.ambiguous }

    var elementName: String { String(decoding: element, as: UTF8.self) }
    var attributeName: String { String(decoding: attribute, as: UTF8.self) }
}
