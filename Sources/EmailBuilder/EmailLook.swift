import Mustache
import SiteBuilder
import SiteModel

/// An app's colours in emails: in style attributes for the light, in a style sheet for the dark.
struct EmailLook: Sendable {
    let light: [String: MustacheValue]
    let dark: [String: MustacheValue]
    let radius: Int

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
    }

    var values: [String: MustacheValue] {
        ["light": .object(light), "dark": .object(dark), "radius": .text(String(radius))]
    }
}
