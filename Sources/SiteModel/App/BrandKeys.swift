import Configuration
import JSON

extension KeyTable {
    /// The keys of `theme.logo` for more than one picture.
    static let logo = KeyTable(
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
    static let emailLogo = KeyTable(
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
    static let icon = KeyTable(
        "theme.icon",
        [
            .init("tab", .text(.picture), .required, "For a browser's tab.", example: "icon.svg"),
            .init(
                "touch", .text(.png),
                "For a phone's home screen: a PNG of 180 by 180 pixels; by default the tab's picture if that is a PNG.",
                example: "icon-180.png"),
        ])

    /// The keys of `theme.font` for a file.
    static let fontFile = KeyTable(
        "theme.font",
        [
            .init("family", .text(.some), .required, "The name of the font.", example: "Harbour Sans"),
            .init("file", .text(.font), .required, "The file, in WOFF2.", example: "harbour-sans.woff2"),
            .init(
                "weight", .any([.number(1...1_000), .text(.weights)]), default: 400,
                "The weight of the font, or the minimum and maximum of a variable font.",
                example: "100 900"),
        ])

    /// The keys of `footer:`.
    static let footer = KeyTable(
        "footer",
        [
            .init("terms", .text(.pathOrAddress), "The terms of service.", example: "/legal/terms.pdf"),
            .init(
                "privacy", .text(.pathOrAddress), "The privacy policy.", example: "https://harbour.example.com/privacy"),
            .init(
                "imprint", .text(.pathOrAddress),
                "The legal notice on who is responsible for the pages, required in some countries.",
                example: "https://harbour.example.com/imprint"),
            .init("support", .text(.pathOrAddress), "The help pages.", example: "https://help.harbour.example.com"),
        ])
}

extension TextFormat {
    static let picture = TextFormat("SVG or PNG file", pattern: "\\.([Ss][Vv][Gg]|[Pp][Nn][Gg])$")
    static let png = TextFormat("PNG file", pattern: "\\.[Pp][Nn][Gg]$")
    static let weights = TextFormat(
        "two weights", pattern: "^ *([1-9][0-9]{0,2}|1000)( +([1-9][0-9]{0,2}|1000))? *$")
    static let font = TextFormat("WOFF2 file", pattern: "\\.[Ww][Oo][Ff][Ff]2$")
}
