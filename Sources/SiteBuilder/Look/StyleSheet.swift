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
        let short = ShortNames(of: (shape + light).map(\.name).filter { rules.contains("var(--\($0))") })
        func root(_ properties: [(name: String, value: String)]) -> String {
            let used = properties.compactMap { name, value in short[name].map { "--\($0):\(Self.shortened(value))" } }
            return ":root{\(used.joined(separator: ";"))}"
        }
        switch scheme {
        case .light: text = root(shape + light) + short.text(rules)
        case .dark: text = root(shape + dark) + short.text(rules)
        case .system:
            let changed = zip(light, dark).filter { $0.value != $1.value }.map(\.1)
            text = root(shape + light) + "@media(prefers-color-scheme:dark){\(root(changed))}" + short.text(rules)
        }
    }

    /// `#FFF` for `#FFFFFF`.
    private static func shortened(_ value: String) -> String {
        let digits = Array(value.utf8)
        guard digits.count == 7, digits[0] == UInt8(ascii: "#"),
            digits[1] == digits[2], digits[3] == digits[4], digits[5] == digits[6]
        else { return value }
        return String(decoding: [digits[0], digits[1], digits[3], digits[5]], as: UTF8.self)
    }

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Digest.base64(Digest.sha256(Array(text.utf8))))'" }
}

/// Names of a letter each for custom properties, which only the stylesheet itself ever asks for.
private struct ShortNames {
    private let names: [String: String]

    init(of names: [String]) {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        // Beyond the letters, names stay as they are.
        self.names = Dictionary(zip(names, letters + names.dropFirst(letters.count))) { first, _ in first }
    }

    subscript(name: String) -> String? { names[name] }

    /// Rules that ask for the same properties by their short names.
    func text(_ rules: String) -> String {
        var pieces = rules.split(separator: "var(--", omittingEmptySubsequences: false).map(String.init)
        for index in pieces.indices.dropFirst() {
            let name = pieces[index].prefix { $0 != ")" && $0 != "," }
            if let short = names[String(name)] { pieces[index] = short + pieces[index].dropFirst(name.count) }
        }
        return pieces.joined(separator: "var(--")
    }
}
