import Branding
import Mustache
import SiteModel

/// An app's colours in emails: light ones in style attributes, dark ones in a style sheet.
struct EmailLook: Sendable {
    let light: [String: MustacheValue]
    let dark: [String: MustacheValue]
    let radius: Int
    private let font: String

    init(_ theme: Theme) {
        // An email is shown within an email program, so it gets the accent but not the app's background.
        var plain = theme
        plain.background = []
        func values(_ scheme: Palette.Scheme) -> [String: MustacheValue] {
            Dictionary(Palette(plain, scheme: scheme).properties.map { ($0.name, .text($0.value)) }) { first, _ in first
            }
        }
        light = values(.light)
        dark = values(.dark)
        radius = min(theme.radius, 24)
        // Few email programs load fonts, so only installed ones are named.
        var typeface = theme.typeface
        if typeface.file != nil { typeface.families = [] }
        let system = ["-apple-system", "Segoe UI", "Roboto", "Helvetica", "Arial", "sans-serif"]
        font = FontStack(typeface).text(quote: "'", system: system, separator: ", ")
    }

    /// The values for the style sheet.
    var values: [String: MustacheValue] {
        ["light": .object(light), "dark": .object(dark), "radius": .text(String(radius))]
    }

    /// The values for HTML templates.
    var html: [String: EmailTemplates.Value] {
        // Templates reject a list of names in a style attribute; these names were validated when they were read.
        values.mapValues { .plain($0) }.merging(["font": .text(EmailText(font))]) { $1 }
    }
}
