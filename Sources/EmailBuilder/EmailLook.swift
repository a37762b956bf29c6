import Mustache
import SiteBuilder
import SiteModel

/// An app's colours in emails: in style attributes for the light, in a style sheet for the dark.
struct EmailLook: Sendable {
    let light: [String: MustacheValue]
    let dark: [String: MustacheValue]
    let radius: Int
    private let font: String

    init(_ theme: Theme) {
        // An email lies in an email program's window: the app's own backdrop stays on its pages, the accent comes along.
        var plain = theme
        plain.background = []
        func values(_ scheme: Palette.Scheme) -> [String: MustacheValue] {
            Dictionary(Palette(plain, scheme: scheme).properties.map { ($0.name, .text($0.value)) }) { first, _ in first
            }
        }
        light = values(.light)
        dark = values(.dark)
        radius = min(theme.radius, 24)
        // Few email programs load a font, so the text is in what the device has.
        var typeface = theme.typeface
        if typeface.file != nil { typeface.families = [] }
        let system = ["-apple-system", "Segoe UI", "Roboto", "Helvetica", "Arial", "sans-serif"]
        font = FontStack(typeface).text(quote: "'", system: system, separator: ", ")
    }

    /// For the style sheet.
    var values: [String: MustacheValue] {
        ["light": .object(light), "dark": .object(dark), "radius": .text(String(radius))]
    }

    /// For a template of HTML.
    var html: [String: EmailTemplates.Value] {
        // A list of names is more than a template lets a style hold; these were checked when they were read.
        values.mapValues { .plain($0) }.merging(["font": .text(EmailText(font))]) { $1 }
    }
}
