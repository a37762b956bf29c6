package enum ColorScheme: String, Hashable, Sendable {
    /// The scheme that the device prefers.
    case system = "light dark"
    case light
    case dark
}

/// The derived values of a theme, computed once for all pages.
package struct ThemeLook: Sendable {
    package let properties: ThemeProperties
    /// The colours that were replaced by more readable ones, light scheme first.
    package let moves: [(scheme: Palette.Scheme, move: Palette.Move)]

    package init(_ theme: Theme) {
        let (light, dark) = (Palette(theme, scheme: .light), Palette(theme, scheme: .dark))
        properties = ThemeProperties(theme, light: light, dark: dark)
        moves = light.moves.map { (.light, $0) } + dark.moves.map { (.dark, $0) }
    }
}

package struct ThemeProperties: Hashable, Sendable {
    private struct Property: Hashable {
        let name: String
        let light: String
        let dark: String
    }

    private let properties: [Property]

    fileprivate init(_ theme: Theme, light: Palette, dark: Palette) {
        // Fields and buttons have a smaller radius than the card around them, so that the corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        properties =
            shape.map { Property(name: $0, light: $1, dark: $1) }
            + zip(light.properties, dark.properties).map { Property(name: $0.name, light: $0.value, dark: $1.value) }
    }

    /// The rules that define the properties with these names.
    package func text(_ scheme: ColorScheme, for names: Set<String>) -> String {
        let properties = properties.filter { names.contains($0.name) }
        let light = Self.root(properties.map { ($0.name, $0.light) })
        switch scheme {
        case .light: return light
        case .dark: return Self.root(properties.map { ($0.name, $0.dark) })
        case .system:
            let changed = properties.filter { $0.light != $0.dark }.map { ($0.name, $0.dark) }
            return light + "@media(prefers-color-scheme:dark){\(Self.root(changed))}"
        }
    }

    package func backgrounds(_ scheme: ColorScheme) -> (light: String, dark: String?) {
        guard let page = properties.first(where: { $0.name == "page" }) else { return ("", nil) }
        return scheme == .system ? (page.light, page.dark) : (scheme == .light ? page.light : page.dark, nil)
    }

    private static func root(_ properties: [(name: String, value: String)]) -> String {
        ":root{\(properties.map { "--\($0):\(shortened($1))" }.joined(separator: ";"))}"
    }

    /// Shortens a colour: `#FFF` for `#FFFFFF`.
    private static func shortened(_ value: String) -> String {
        let digits = Array(value.utf8)
        guard digits.count == 7, digits[0] == UInt8(ascii: "#"),
            digits[1] == digits[2], digits[3] == digits[4], digits[5] == digits[6]
        else { return value }
        return String(decoding: [digits[0], digits[1], digits[3], digits[5]], as: UTF8.self)
    }
}
