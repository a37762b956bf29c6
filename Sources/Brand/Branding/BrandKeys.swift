package import Configuration
internal import JSON

extension Theme {
    package static let keyTable = KeyTable(
        "theme",
        [
            .init(
                "accent", .oneOrMany(.text(.colour)), default: "#0A5FD6",
                "The colour of buttons and links; with two, buttons have a gradient from the first to the second."),
            .init(
                "background", .oneOrMany(.text(.colour), count: ValueType.some),
                "The background behind the card: one colour, or several for a gradient from the top left to the bottom right.",
                example: ["#0A5FD6", "#083F8F"]),
            .init(
                "header", .word(Header.self), default: "card",
                "The position of a page's picture and headline: in the card, or on the page's background above a form's card.",
                example: "page"),
            .init("radius", .number(0...48), default: 16, "The radius of the card's corners in CSS pixels."),
            .init(
                "error", .text(.colour), "The colour of errors; by default the templates' own.",
                example: "#C62828"),
            .init(
                "success", .text(.colour), "The colour of success messages; by default the templates' own.",
                example: "#2B8A3E"),
            .init(
                "logo", .any([.text(.picture), .keyed(.logo)]),
                "The picture above the card of every page, in SVG or PNG, or one for each use."),
            .init(
                "icon", .any([.text(.picture), .keyed(.icon)]),
                "A square picture for browser tabs, in SVG or PNG; by default the logo if that is a square."
            ),
            .init(
                "type", .word(Typeface.Design.self), default: "system",
                "The design of the font, for which every device has one of its own.", example: "rounded"),
            .init(
                "font", .any([.text(.some), .list(.text(.some)), .keyed(.fontFile)]),
                "The names of fonts in order of preference, separated by commas, or a font that the pages load."),
        ],
        otherNames: [
            "dark": forDark, "dark-background": forDark, "dark-accent": forDark, "background-dark": forDark,
            "accent-dark": forDark,
            "light": "Write what is under it directly below 'theme:'. The colours for dark mode follow from 'accent'.",
            "dark-mode": "Remove it: pages and emails are dark where the device is.",
            "primary": "accent", "primary-color": "accent", "primaryColor": "accent", "color": "accent",
            "colour": "accent",
        ])

    private static let forDark =
        "Remove it: the colours for dark mode are made of 'accent'; a picture for it is logo: { light: …, dark: … }."
}

extension KeyTable {
    /// The keys of `theme.logo` for more than one picture.
    package static let logo = KeyTable(
        "theme.logo",
        [
            .init(
                "light", .text(.picture), .required, "For light backgrounds; also for dark ones without `dark`.",
                example: "logo.svg"),
            .init("dark", .text(.picture), "For dark backgrounds.", example: "logo-dark.svg"),
            .init(
                "email", .any([.text(.png), .keyed(.emailLogo)]),
                "In the header of emails, which cannot show SVG: a PNG 80 pixels high; by default the logo if that is a PNG."
            ),
        ])

    /// The keys of `theme.logo.email` for two pictures.
    package static let emailLogo = KeyTable(
        "theme.logo.email",
        [
            .init(
                "light", .text(.png), .required, "For light backgrounds; also for dark ones without `dark`.",
                example: "logo.png"),
            .init(
                "dark", .text(.png), "For dark backgrounds, in email programs that support a choice.",
                example: "logo-dark.png"),
        ])

    /// The keys of `theme.icon` for two pictures.
    package static let icon = KeyTable(
        "theme.icon",
        [
            .init("tab", .text(.picture), .required, "For a browser's tab.", example: "icon.svg"),
            .init(
                "touch", .text(.png),
                "For a phone's home screen: a PNG of 180 by 180 pixels; by default the tab's picture if that is a PNG.",
                example: "icon-180.png"),
        ])

    package static let fontFile = KeyTable(
        "theme.font",
        [
            .init("family", .text(.some), .required, "The name of the font.", example: "Harbour Sans"),
            .init("file", .text(.font), .required, "The file, in WOFF2.", example: "harbour-sans.woff2"),
            .init(
                "weight", .any([.number(1...1_000), .text(.weights)]), default: 400,
                "The weight of the font, or the minimum and maximum of a variable font.",
                example: "100 900"),
        ])
}

extension TextFormat {
    package static let colour = TextFormat("colour", pattern: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$")
    static let picture = TextFormat("SVG or PNG file", pattern: "\\.([Ss][Vv][Gg]|[Pp][Nn][Gg])$")
    static let png = TextFormat("PNG file", pattern: "\\.[Pp][Nn][Gg]$")
    static let weights = TextFormat(
        "two weights", pattern: "^ *([1-9][0-9]{0,2}|1000)( +([1-9][0-9]{0,2}|1000))? *$")
    static let font = TextFormat("WOFF2 file", pattern: "\\.[Ww][Oo][Ff][Ff]2$")
}
