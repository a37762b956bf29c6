import Release
import SiteModel

/// Everything that a page's one `<style>` holds.
struct StyleSheet: Hashable, Sendable {
    let text: String

    /// The app's colours as custom properties, as far as the rules ask for them, then the rules.
    init(theme: Theme, scheme: Appearance.Scheme, textSize: Int = 100, rules: String) {
        let light = Palette(theme, scheme: .light).properties
        let dark = Palette(theme, scheme: .dark).properties
        // Fields and buttons are rounded less than the card that holds them, so that their corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        // Last, in place of the size that the rules ask for.
        let rules = rules + (textSize == 100 ? "" : "html{font-size:\(textSize)%}")
        func root(_ properties: [(name: String, value: String)]) -> String {
            let used = properties.filter { rules.contains("var(--\($0.name))") }
            return ":root{\(used.map { "--\($0.name):\($0.value)" }.joined(separator: ";"))}"
        }
        switch scheme {
        case .light: text = root(shape + light) + rules
        case .dark: text = root(shape + dark) + rules
        case .system:
            let changed = zip(light, dark).filter { $0.value != $1.value }.map(\.1)
            text = root(shape + light) + "@media(prefers-color-scheme:dark){\(root(changed))}" + rules
        }
    }

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Digest.base64(Digest.sha256(Array(text.utf8))))'" }
}
