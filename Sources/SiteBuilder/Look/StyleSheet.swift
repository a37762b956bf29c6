import Hashing
import Release
import SiteModel

/// The colours that a page is shown in.
public enum ColorScheme: String, Hashable, Sendable {
    /// As the device asks.
    case system = "light dark"
    case light
    case dark
}

/// What a page's one `<style>` holds: the app's colours and corners as custom properties, then the rules.
public struct StyleSheet: Hashable, Sendable {
    private let theme: ThemeProperties
    private let rules: String
    private let properties: Set<String>
    /// The colours that the page is shown in.
    public var scheme = ColorScheme.system
    /// How large text is, in per cent of the browser's own size.
    public var textSize = 100

    init(_ theme: ThemeProperties, rules: StyleRules, typeface: String) {
        self.theme = theme
        self.rules = rules.text + typeface
        properties = rules.properties
    }

    var text: String {
        // Last, in place of the size that the rules ask for.
        theme.text(scheme, for: properties) + rules + (textSize == 100 ? "" : "html{font-size:\(textSize)%}")
    }

    /// The colours of the page's background, for what a browser draws around it; in the dark where those differ.
    var backgrounds: (light: String, dark: String?) { theme.backgrounds(scheme) }

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Base64.encode(Digest.sha256(text)))'" }
}

/// The rules of a style sheet, and the theme's properties that they ask for.
struct StyleRules: Sendable {
    let text: String
    let properties: Set<String>

    init(_ text: String) {
        self.text = text
        properties = Set(
            text.split(separator: "var(").dropFirst().map { piece in
                String(
                    piece.drop { $0 == " " || $0 == "-" }.prefix {
                        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
                    })
            })
    }
}

/// What a theme comes to, worked out once for all pages that have it.
struct ThemeLook: Sendable {
    let properties: ThemeProperties
    /// The colours that had to give way, light before dark.
    let moves: [(scheme: Palette.Scheme, move: Palette.Move)]

    init(_ theme: Theme) {
        let palettes = Palette.Scheme.allCases.map { ($0, Palette(theme, scheme: $0)) }
        properties = ThemeProperties(theme)
        moves = palettes.flatMap { scheme, palette in palette.moves.map { (scheme, $0) } }
    }
}

/// An app's theme as custom properties.
struct ThemeProperties: Hashable, Sendable {
    private struct Property: Hashable {
        let name: String
        let light: String
        let dark: String
    }

    private let properties: [Property]

    init(_ theme: Theme) {
        let light = Palette(theme, scheme: .light).properties
        let dark = Palette(theme, scheme: .dark).properties
        // Fields and buttons are rounded less than the card that holds them, so that their corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        properties =
            shape.map { Property(name: $0, light: $1, dark: $1) }
            + zip(light, dark).map { Property(name: $0.name, light: $0.value, dark: $1.value) }
    }

    /// Those of some names as rules.
    func text(_ scheme: ColorScheme, for names: Set<String>) -> String {
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

    func backgrounds(_ scheme: ColorScheme) -> (light: String, dark: String?) {
        guard let page = properties.first(where: { $0.name == "page" }) else { return ("", nil) }
        return scheme == .system ? (page.light, page.dark) : (scheme == .light ? page.light : page.dark, nil)
    }

    private static func root(_ properties: [(name: String, value: String)]) -> String {
        ":root{\(properties.map { "--\($0):\(shortened($1))" }.joined(separator: ";"))}"
    }

    /// `#FFF` for `#FFFFFF`.
    private static func shortened(_ value: String) -> String {
        let digits = Array(value.utf8)
        guard digits.count == 7, digits[0] == UInt8(ascii: "#"),
            digits[1] == digits[2], digits[3] == digits[4], digits[5] == digits[6]
        else { return value }
        return String(decoding: [digits[0], digits[1], digits[3], digits[5]], as: UTF8.self)
    }
}
