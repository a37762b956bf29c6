import Branding
import Hashing
import SiteModel
import TextEncoding

/// The colour scheme of a page.
public enum ColorScheme: String, Hashable, Sendable {
    /// The scheme that the device prefers.
    case system = "light dark"
    case light
    case dark
}

/// The content of a page's `<style>`: the theme as custom properties, then the rules.
public struct StyleSheet: Hashable, Sendable {
    private let theme: ThemeProperties
    private let rules: String
    private let properties: Set<String>
    /// The colour scheme of the page.
    public var scheme = ColorScheme.system { didSet { write() } }
    /// The text size, in per cent of the browser's default.
    public var textSize = 100 { didSet { write() } }
    private(set) var text = ""
    /// The hash source for a Content-Security-Policy (CSP 3, section 2.3.1).
    private(set) var source = ""

    init(_ theme: ThemeProperties, rules: StyleRules, typeface: String) {
        self.theme = theme
        self.rules = rules.text + typeface
        properties = rules.properties
        write()
    }

    private mutating func write() {
        // After the rules, so that it overrides their font size.
        text = theme.text(scheme, for: properties) + rules + (textSize == 100 ? "" : "html{font-size:\(textSize)%}")
        source = "'sha256-\(Base64.encode(Digest.sha256(text)))'"
    }

    /// The page's background colours, for the browser's own interface; `dark` only if it differs.
    var backgrounds: (light: String, dark: String?) { theme.backgrounds(scheme) }
}

/// The rules of a style sheet, and the theme's properties that they use.
struct StyleRules: Sendable {
    let text: String
    let properties: Set<String>

    /// Joins the rules of parts.
    init(_ parts: [StyleRules]) {
        text = parts.map(\.text).joined()
        properties = parts.reduce(into: []) { $0.formUnion($1.properties) }
    }

    /// Reads the rules of a template.
    init(reading text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        let use = Array("var(".utf8)
        var properties: Set<String> = []
        var rest = bytes[...]
        while let place = rest.firstIndex(of: use[0]) {
            rest = rest[(place + 1)...]
            guard bytes[place...].starts(with: use) else { continue }
            let name = bytes[(place + use.count)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
                .prefix { $0.isASCIIAlphanumeric || $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            properties.insert(String(decoding: name, as: UTF8.self))
        }
        self.properties = properties
    }
}

/// The derived values of a theme, computed once for all pages.
struct ThemeLook: Sendable {
    let properties: ThemeProperties
    /// The colours that were replaced by more readable ones, light scheme first.
    let moves: [(scheme: Palette.Scheme, move: Palette.Move)]

    init(_ theme: Theme) {
        let palettes = Palette.Scheme.allCases.map { ($0, Palette(theme, scheme: $0)) }
        properties = ThemeProperties(theme)
        moves = palettes.flatMap { scheme, palette in palette.moves.map { (scheme, $0) } }
    }
}

/// The custom properties of an app's theme.
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
        // Fields and buttons have a smaller radius than the card around them, so that the corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        properties =
            shape.map { Property(name: $0, light: $1, dark: $1) }
            + zip(light, dark).map { Property(name: $0.name, light: $0.value, dark: $1.value) }
    }

    /// The rules that define the properties with these names.
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

    /// Shortens a colour: `#FFF` for `#FFFFFF`.
    private static func shortened(_ value: String) -> String {
        let digits = Array(value.utf8)
        guard digits.count == 7, digits[0] == UInt8(ascii: "#"),
            digits[1] == digits[2], digits[3] == digits[4], digits[5] == digits[6]
        else { return value }
        return String(decoding: [digits[0], digits[1], digits[3], digits[5]], as: UTF8.self)
    }
}
