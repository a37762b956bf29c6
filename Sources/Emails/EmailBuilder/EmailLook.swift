import Branding
import Mustache

/// An app's look in emails: light colours in style attributes, dark ones in a style sheet.
struct EmailLook: Sendable {
    let html: MustacheValue
    let styleSheet: MustacheValue

    init(_ theme: Theme, isRightToLeft: Bool) {
        // An email is shown within an email program, so it gets the accent but not the app's background.
        var plain = theme
        plain.background = []
        func colors(_ scheme: Palette.Scheme) -> MustacheValue {
            let properties = Palette(plain, scheme: scheme).properties
            return .object(Dictionary(properties.map { ($0.name, .text($0.value)) }) { first, _ in first })
        }
        let (light, dark) = (colors(.light), colors(.dark))
        let radius = MustacheValue.text(String(min(theme.radius, 24)))
        // Few email programs load fonts, so only installed ones are named.
        var typeface = theme.typeface
        if typeface.file != nil { typeface.families = [] }
        let system = ["-apple-system", "Segoe UI", "Roboto", "Helvetica", "Arial", "sans-serif"]
        let font = FontStack(typeface).text(quote: "'", system: system, separator: ", ")
        styleSheet = .view([StyleSheetKey.light: light, .dark: dark, .radius: radius])
        // Templates reject a list of names in a style attribute; these names were validated when they were read.
        html = .view([
            LookKey.light: light, .dark: dark, .radius: radius, .font: .slot(text: EmailText(font)),
            .start: .text(isRightToLeft ? "right" : "left"), .rtl: .bool(isRightToLeft),
        ])
    }
}
