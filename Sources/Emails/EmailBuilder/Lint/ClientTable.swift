/// HTML and CSS features that emails about accounts might use and widespread email programs do not support.
///
/// From the tables of caniemail.com, which has one page per feature; as of November 2026.
enum ClientTable {
    struct Entry: Sendable {
        /// The feature's name in diagnostics.
        let name: String
        /// The programs without support.
        let readers: String
        /// The page below `https://www.caniemail.com/features/`; nil for features that no email should use.
        let source: String?
    }

    /// Entries by element name.
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
    static let declarations: [(property: String, value: String, entry: Entry)] = [
        ("background-image", "", "Outlook on Windows", "css-background-image"),
        ("display", "flex", "Outlook on Windows", "css-display-flex"),
        ("display", "inline-flex", "Outlook on Windows", "css-display-flex"),
        ("display", "grid", "Gmail and Outlook on Windows", "css-display-grid"),
        ("position", "", "Gmail and Outlook on Windows", "css-position"),
    ].map { property, value, readers, source in
        let name = value.isEmpty ? property : "\(property): \(value)"
        return (property, value, Entry(name: name, readers: readers, source: source))
    }

    /// Entries by text in a style sheet or a style attribute.
    static let styles: [(text: String, entry: Entry)] = [
        ("@import", Entry(name: "@import", readers: "Gmail and Outlook.com", source: "css-at-import")),
        ("@font-face", Entry(name: "@font-face", readers: "Gmail and Outlook.com", source: "css-at-font-face")),
        ("var(", Entry(name: "var(…)", readers: "Gmail and Outlook", source: "css-variables")),
    ]
}
