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
    /// The colours that the page is shown in.
    public var scheme = ColorScheme.system
    /// How large text is, in per cent of the browser's own size.
    public var textSize = 100

    init(_ theme: ThemeProperties, rules: String) {
        self.theme = theme
        self.rules = rules
    }

    var text: String {
        // Last, in place of the size that the rules ask for.
        theme.text(scheme) + rules + (textSize == 100 ? "" : "html{font-size:\(textSize)%}")
    }

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Base64.encode(Digest.sha256(text)))'" }
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
    private let light: String
    private let dark: String
    /// Those that differ in the dark.
    private let changed: String

    init(_ theme: Theme) {
        let light = Palette(theme, scheme: .light).properties
        let dark = Palette(theme, scheme: .dark).properties
        // Fields and buttons are rounded less than the card that holds them, so that their corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        self.light = Self.root(shape + light)
        self.dark = Self.root(shape + dark)
        changed = Self.root(zip(light, dark).filter { $0.value != $1.value }.map(\.1))
    }

    func text(_ scheme: ColorScheme) -> String {
        switch scheme {
        case .light: light
        case .dark: dark
        case .system: light + "@media(prefers-color-scheme:dark){\(changed)}"
        }
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
