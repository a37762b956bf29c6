import Release
import SiteModel

/// Everything that a page's one `<style>` holds.
struct StyleSheet: Hashable, Sendable {
    let text: String

    /// The app's colours as custom properties, then the stylesheet of the templates.
    init(theme: Theme, scheme: Appearance.Scheme, textSize: Int = 100, rules: String) {
        let light = Palette(theme, scheme: .light)
        let dark = Palette(theme, scheme: .dark)
        // Fields and buttons are rounded less than the card that holds them, so that their corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        // Last, in place of the size that the rules ask for.
        let rules = rules + (textSize == 100 ? "" : "html{font-size:\(textSize)%}")
        switch scheme {
        case .light: text = Self.root(shape + light.properties) + rules
        case .dark: text = Self.root(shape + dark.properties) + rules
        case .system:
            let changed = zip(light.properties, dark.properties).filter { $0.value != $1.value }.map(\.1)
            text =
                Self.root(shape + light.properties)
                + "@media(prefers-color-scheme:dark){\(Self.root(changed))}" + rules
        }
    }

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Digest.base64(Digest.sha256(Array(text.utf8))))'" }

    private static func root(_ properties: [(name: String, value: String)]) -> String {
        ":root{\(properties.map { "--\($0.name):\($0.value)" }.joined(separator: ";"))}"
    }
}
