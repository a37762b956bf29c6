internal import TextEncoding

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

/// The CSS font stack of a typeface, of which browsers use the first available font.
package struct FontStack: Hashable, Sendable {
    private let typeface: Typeface

    package init(_ typeface: Typeface) { self.typeface = typeface }

    /// Whether the typeface differs from the system font.
    package var isOwn: Bool { !typeface.families.isEmpty || typeface.design != .system }

    /// The value of `font-family`, which ends in a generic name. `quote` is the mark around names, `'` inside an
    /// attribute, and `system` the names of the system font in this context.
    package func text(quote: String, system: [String], separator: String = ",") -> String {
        let design =
            switch typeface.design {
            case .system: system
            case .serif: ["ui-serif", "Georgia", "Times New Roman", "serif"]
            case .rounded: ["ui-rounded", "Arial Rounded MT Bold", "Nunito"] + system
            }
        var names = typeface.families
        // Names after a generic family have no effect.
        if !names.contains(where: Self.generic.contains) { names += design }
        return names.map { $0.contains(" ") ? quote + $0 + quote : Self.written($0, quote) }.joined(
            separator: separator)
    }

    /// The generic families (CSS Fonts 4, section 2.1.2), each of which every device has.
    private static let generic: Set = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"]
    /// Keywords, which must not be quoted.
    private static let unquoted: Set = [
        "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "BlinkMacSystemFont",
    ]

    private static func written(_ name: String, _ quote: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
        let isKeyword = ["inherit", "initial", "unset", "revert", "default"].contains(name.lowercased())
        return generic.contains(name) || unquoted.contains(name) || isPlain && !isKeyword ? name : quote + name + quote
    }
}
