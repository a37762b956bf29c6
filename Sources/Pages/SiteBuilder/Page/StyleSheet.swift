package import Branding
import CSS
import Hashing

/// The content of a page's `<style>`: the theme as custom properties, then the rules.
package struct StyleSheet: Hashable, Sendable {
    private let theme: ThemeProperties
    private let rules: String
    private let properties: Set<String>
    package var scheme = ColorScheme.system { didSet { write() } }
    /// The text size, in per cent of the browser's default.
    package var textSize = 100 { didSet { write() } }
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

    init(_ parts: [StyleRules]) {
        text = parts.map(\.text).joined()
        properties = parts.reduce(into: []) { $0.formUnion($1.properties) }
    }

    init(reading text: String) {
        self.text = text
        var properties: Set<String> = []
        var isUse = false
        for token in CSSTokenizer(Array(text.utf8)) {
            switch token.kind {
            case .identifier(let name) where isUse:
                properties.insert(String(name.dropFirst("--".count)))
                isUse = false
            case .whitespace, .comment: continue
            default: isUse = token.isFunction("var")
            }
        }
        self.properties = properties
    }
}
