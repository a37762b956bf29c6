import CSS

/// HTML and CSS features that emails about accounts might use and widespread email programs do not support.
///
/// From the tables of caniemail.com, which has one page per feature; as of November 2026.
enum ClientTable {
    struct Entry: Sendable {
        /// The feature's name in diagnostics.
        let name: String
        let readers: String
        /// The page below `https://www.caniemail.com/features/`; nil for features that no email should use.
        let source: String?
    }

    static let elements: [String: Entry] = [
        "audio": Entry(name: "<audio>", readers: "Gmail and Outlook", source: "html-audio"),
        "form": Entry(name: "<form>", readers: "Outlook", source: "html-form"),
        "iframe": Entry(name: "<iframe>", readers: "most email programs", source: nil),
        "link": Entry(name: "a linked style sheet", readers: "Gmail and Outlook.com", source: "html-link"),
        "object": Entry(name: "<object>", readers: "Gmail and Outlook", source: "html-object"),
        "script": Entry(name: "<script>", readers: "any email program", source: nil),
        "svg": Entry(name: "<svg>", readers: "Gmail and Outlook", source: "html-svg"),
        "video": Entry(name: "<video>", readers: "Gmail and Outlook", source: "html-video"),
    ]

    /// Entries by property and prefix of its value; an empty prefix matches every value.
    private static let declarations: [(property: String, value: String, entry: Entry)] = [
        ("background-image", "", "Outlook on Windows", "css-background-image"),
        ("display", "flex", "Outlook on Windows", "css-display-flex"),
        ("display", "inline-flex", "Outlook on Windows", "css-display-flex"),
        ("display", "grid", "Gmail and Outlook on Windows", "css-display-grid"),
        ("position", "", "Gmail and Outlook on Windows", "css-position"),
    ].map { property, value, readers, source in
        let name = value.isEmpty ? property : "\(property): \(value)"
        return (property, value, Entry(name: name, readers: readers, source: source))
    }

    /// Entries by at-rule; `@import` is an error already.
    static let rules: [(name: String, entry: Entry)] = [
        ("@font-face", Entry(name: "@font-face", readers: "Gmail and Outlook.com", source: "css-at-font-face"))
    ]

    private static let variables = Entry(name: "var(…)", readers: "Gmail and Outlook", source: "css-variables")

    private static func functions(in declarations: [CSSDeclaration]) -> [Entry] {
        let usesVariables = declarations.contains { declaration in
            CSSTokenizer(Array(declaration.value.utf8)).contains { $0.isFunction("var") }
        }
        return usesVariables ? [variables] : []
    }

    static func entries(for style: [CSSDeclaration]) -> [Entry] {
        style.flatMap { declaration in
            declarations.filter { $0.property == declaration.property && declaration.value.hasPrefix($0.value) }
        }.map(\.entry) + functions(in: style)
    }
}
