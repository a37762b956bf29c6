/// The style sheet's rules for an app's typeface; empty for the system font.
package struct TypefaceRules {
    private let theme: Theme
    /// The path of the font's file; nil for none.
    private let font: String?

    package init(_ theme: Theme, font: String?) {
        self.theme = theme
        self.font = font
    }

    package var text: String {
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
