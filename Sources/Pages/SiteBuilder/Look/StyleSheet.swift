package import Branding
import Hashing
import TextEncoding

/// The content of a page's `<style>`: the theme as custom properties, then the rules.
package struct StyleSheet: Hashable, Sendable {
    private let theme: ThemeProperties
    private let rules: String
    private let properties: Set<String>
    /// The colour scheme of the page.
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
