import Branding
import SiteModel

/// The style sheet's rules for an app's typeface; empty for the system font.
struct TypefaceRules {
    let theme: Theme
    /// The path of the font's file; nil for none.
    let font: String?

    var text: String {
        let stack = FontStack(theme.typeface)
        guard stack.isOwn else { return "" }
        let family = stack.text(quote: "\"", system: ["system-ui", "sans-serif"])
        return face + "html{font-family:\(family)}"
    }

    private var face: String {
        guard let font, let family = theme.typeface.families.first else { return "" }
        let weight = theme.typeface.weight.map { "font-weight:\($0);" } ?? ""
        return "@font-face{font-family:\"\(family)\";src:url(\(font))format(\"woff2\");\(weight)font-display:swap}"
    }
}
