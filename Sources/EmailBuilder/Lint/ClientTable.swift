/// HTML and CSS features that emails about accounts might use and widespread email programs do not support.
///
/// From the tables of caniemail.com, which has one page per feature; as of November 2026.
enum ClientTable {
    struct Entry: Sendable {
        /// The feature's name in diagnostics.
        let what: String
        /// The programs without support.
        let readers: String
        /// The page below `https://www.caniemail.com/features/`; nil for features that no email should use.
        let source: String?
    }

    /// Entries by element name.
    static let elements: [String: Entry] = [
        "audio": Entry(what: "<audio>", readers: "Gmail and Outlook", source: "html-audio"),
        "form": Entry(what: "<form>", readers: "Outlook", source: "html-form"),
        "iframe": Entry(what: "<iframe>", readers: "most email programs", source: nil),
        "link": Entry(what: "a linked style sheet", readers: "Gmail and Outlook.com", source: "html-link"),
        "object": Entry(what: "<object>", readers: "Gmail and Outlook", source: "html-object"),
        "script": Entry(what: "<script>", readers: "any email program", source: nil),
        "svg": Entry(what: "<svg>", readers: "Gmail and Outlook", source: "html-svg"),
        "video": Entry(what: "<video>", readers: "Gmail and Outlook", source: "html-video"),
    ]

    /// Entries by property and prefix of its value; an empty prefix matches every value.
    static let declarations: [(property: String, value: String, entry: Entry)] = [
        (
            "background-image", "",
            Entry(what: "background-image", readers: "Outlook on Windows", source: "css-background-image")
        ),
        ("display", "flex", Entry(what: "display: flex", readers: "Outlook on Windows", source: "css-display-flex")),
        (
            "display", "inline-flex",
            Entry(what: "display: inline-flex", readers: "Outlook on Windows", source: "css-display-flex")
        ),
        (
            "display", "grid",
            Entry(what: "display: grid", readers: "Gmail and Outlook on Windows", source: "css-display-grid")
        ),
        ("position", "", Entry(what: "position", readers: "Gmail and Outlook on Windows", source: "css-position")),
    ]

    /// Entries by text in a style sheet or a style attribute.
    static let styles: [(text: String, entry: Entry)] = [
        ("@import", Entry(what: "@import", readers: "Gmail and Outlook.com", source: "css-at-import")),
        ("@font-face", Entry(what: "@font-face", readers: "Gmail and Outlook.com", source: "css-at-font-face")),
        ("var(", Entry(what: "var(…)", readers: "Gmail and Outlook", source: "css-variables")),
    ]
}
