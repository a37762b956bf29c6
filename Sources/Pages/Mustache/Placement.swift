internal import Diagnostics

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
    /// The escaping of the value of a tag at an offset; throws if no escaping would be safe.
    func placement(of tag: @autoclosure () -> String, at offset: Int) throws(Problem<Int>) -> Placement {
        let (reason, fix): (String, String)
        let name = attributeName
        switch state {
        case .text: return .text
        case .rawText where ["title", "textarea"].contains(elementName): return .replaceableText
        case .rawText where elementName == "script" && isJSON: return .json
        case .rawText where elementName == "script":
            (reason, fix) = (
                "is in a script",
                "Pass the value as JSON in a '<script type=\"application/json\">', and read it from there."
            )
        case .rawText where elementName == "style":
            (reason, fix) = ("is in a style sheet", "Pass the whole '<style>' element as markup: '{{{name}}}'.")
        case .rawText: (reason, fix) = ("is in '<\(elementName)>'", "Show the value elsewhere.")
        case .quoted where isAttributeAmbiguous:
            (reason, fix) = (
                "is in an attribute whose name may continue the one before it",
                "Put a blank before the attribute, outside the section."
            )
        case .quoted where Self.addressAttributes.contains(name): return .address(name)
        case .quoted where name == "style": return .style
        case .quoted where name.hasPrefix("on"):
            (reason, fix) = ("is in '\(name)', which is a script", "Put the value into a 'data-' attribute.")
        case .quoted where isScriptType: (reason, fix) = ("is in the type of a script", "Write the type out.")
        case .quoted where Self.refusedAttributes.contains(name):
            (reason, fix) = ("is in '\(name)', which no escaping makes safe", "Write the attribute out.")
        case .quoted: return .attribute
        case .beforeValue, .unquoted:
            (reason, fix) = ("is in an attribute without quotes", "Put quotes around the attribute's value.")
        case .tagOpen, .endTagOpen, .tagName:
            (reason, fix) = ("is in a tag's name", "Write the name out, with a section for each.")
        case .inTag, .attributeName, .afterAttributeName, .nameEnd:
            (reason, fix) = (
                "is in the place of an attribute's name",
                "Write the attribute out, in a section where it is only sometimes there."
            )
        case .comment:
            (reason, fix) = (
                "is in a comment", "Use a comment of Mustache's, '{{! … }}', which the page does not keep."
            )
        case .declaration, .bogusComment: (reason, fix) = ("is in a declaration", "Write the declaration out.")
        }
        throw Problem(code: "unsafe-place", at: offset, "'\(tag())' \(reason)", fix: fix)
    }

    private static let addressAttributes: Set<String> = [
        "action", "background", "cite", "data", "formaction", "href", "longdesc", "manifest", "poster", "src",
        "xlink:href",
    ]

    /// Attributes that contain whole documents or lists of URLs.
    private static let refusedAttributes: Set<String> = ["imagesrcset", "ping", "srcdoc", "srcset"]
}
