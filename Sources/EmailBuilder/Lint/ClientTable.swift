/// What widespread email programs do not support, as far as an email about an account could want it.
///
/// From the tables of caniemail.com, a page a feature; looked up in November 2026.
enum ClientTable {
    struct Entry: Sendable {
        /// What it is called in a diagnostic.
        let what: String
        /// Which programs do not support it.
        let readers: String
        /// The page below `https://www.caniemail.com/features/`; nil for what an email never does.
        let source: String?
    }

    /// By the element's name.
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

    /// By a property and the beginning of its value; an empty beginning is every value.
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

    /// By what stands anywhere in a style sheet or a style attribute.
    static let styles: [(text: String, entry: Entry)] = [
        ("@import", Entry(what: "@import", readers: "Gmail and Outlook.com", source: "css-at-import")),
        ("@font-face", Entry(what: "@font-face", readers: "Gmail and Outlook.com", source: "css-at-font-face")),
        ("var(", Entry(what: "var(…)", readers: "Gmail and Outlook", source: "css-variables")),
    ]
}
