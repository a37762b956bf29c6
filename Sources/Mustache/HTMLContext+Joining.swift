extension HTMLContext {
    /// The context after two ways that meet, or nil where they are too different for anything to follow.
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

    /// Whether a blank would bring the context to the same place as in all others of this kind.
    private var isBetweenAttributes: Bool {
        switch state {
        case .tagName, .inTag, .attributeName, .afterAttributeName, .nameEnd: true
        default: false
        }
    }

    /// Where the context is, in words that follow "ends" or "stands".
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

    /// Stands before the name of an attribute that may be the end of a longer one.
    static let ambiguous = UInt8(ascii: "?")

    /// Whether the attribute's name is not known for certain.
    var isAttributeAmbiguous: Bool { attribute.first == Self.ambiguous }

    var elementName: String { String(decoding: element, as: UTF8.self) }
    var attributeName: String { String(decoding: attribute, as: UTF8.self) }
}
