/// The escaping of a value, which depends on the context of its tag.
enum Placement: Hashable, Sendable {
    /// Between tags.
    case text
    /// In `<title>` or `<textarea>`, where markup would be shown as text.
    case replaceableText
    case attribute
    /// In a URL attribute; the name is for messages.
    case address(String)
    case style
    case json
    /// Not HTML: nothing is escaped.
    case plain
}

extension HTMLContext {
    /// The reason why no value is allowed in a context.
    struct Refusal: Error {
        /// The reason; follows the tag in a message.
        var reason: String
        var fix: String
    }

    /// The escaping of a value in this context.
    ///
    /// - Throws: `Refusal` if no escaping would be safe.
    func placement() throws(Refusal) -> Placement {
        switch state {
        case .text:
            return .text
        case .rawText:
            return try rawTextPlacement()
        case .quoted:
            return try attributePlacement()
        case .beforeValue, .unquoted:
            throw Refusal(
                reason: "is in an attribute without quotes", fix: "Put quotes around the attribute's value.")
        case .tagOpen, .endTagOpen, .tagName:
            throw Refusal(reason: "is in a tag's name", fix: "Write the name out, with a section for each.")
        case .inTag, .attributeName, .afterAttributeName, .nameEnd:
            throw Refusal(
                reason: "is in the place of an attribute's name",
                fix: "Write the attribute out, in a section where it is only sometimes there.")
        case .comment:
            throw Refusal(
                reason: "is in a comment",
                fix: "Use a comment of Mustache's, '{{! … }}', which the page does not keep.")
        case .declaration, .bogusComment:
            throw Refusal(reason: "is in a declaration", fix: "Write the declaration out.")
        }
    }

    private func rawTextPlacement() throws(Refusal) -> Placement {
        switch elementName {
        case "title", "textarea": return .replaceableText
        case "script" where isJSON: return .json
        case "script":
            throw Refusal(
                reason: "is in a script",
                fix: "Pass the value as JSON in a '<script type=\"application/json\">', and read it from there.")
        case "style":
            throw Refusal(
                reason: "is in a style sheet", fix: "Pass the whole '<style>' element as markup: '{{{name}}}'.")
        default:
            throw Refusal(reason: "is in '<\(elementName)>'", fix: "Show the value elsewhere.")
        }
    }

    private func attributePlacement() throws(Refusal) -> Placement {
        let name = attributeName
        if isAttributeAmbiguous {
            throw Refusal(
                reason: "is in an attribute whose name may continue the one before it",
                fix: "Put a blank before the attribute, outside the section.")
        }
        if Self.addressAttributes.contains(name) { return .address(name) }
        if name == "style" { return .style }
        if name.hasPrefix("on") {
            throw Refusal(
                reason: "is in '\(name)', which is a script", fix: "Put the value into a 'data-' attribute.")
        }
        if isScriptType {
            throw Refusal(reason: "is in the type of a script", fix: "Write the type out.")
        }
        if Self.refusedAttributes.contains(name) {
            throw Refusal(
                reason: "is in '\(name)', which no escaping makes safe", fix: "Write the attribute out.")
        }
        return .attribute
    }

    private static let addressAttributes: Set<String> = [
        "action", "background", "cite", "data", "formaction", "href", "longdesc", "manifest", "poster", "src",
        "xlink:href",
    ]

    /// Attributes that contain whole documents or lists of URLs.
    private static let refusedAttributes: Set<String> = ["imagesrcset", "ping", "srcdoc", "srcset"]
}
