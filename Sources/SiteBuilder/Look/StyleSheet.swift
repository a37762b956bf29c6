import Hashing
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
        let uses = PropertyUses(in: rules)
        let used = uses.names
        let short = ShortNames(of: (shape + light).map(\.name).filter(used.contains))
        func root(_ properties: [(name: String, value: String)]) -> String {
            let used = properties.compactMap { name, value in short[name].map { "--\($0):\(Self.shortened(value))" } }
            return ":root{\(used.joined(separator: ";"))}"
        }
        switch scheme {
        case .light: text = root(shape + light) + uses.text(short)
        case .dark: text = root(shape + dark) + uses.text(short)
        case .system:
            let changed = zip(light, dark).filter { $0.value != $1.value }.map(\.1)
            text = root(shape + light) + "@media(prefers-color-scheme:dark){\(root(changed))}" + uses.text(short)
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
    var source: String { "'sha256-\(Base64.encode(Digest.sha256(text)))'" }
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
}

/// Rules cut at the names of the custom properties that they ask for.
private struct PropertyUses {
    /// What stands before a name, `var(--` with it, and the name.
    private let pieces: [(before: String, name: String)]
    private let rest: String

    init(in rules: String) {
        let bytes = Array(rules.utf8)
        let mark = Array("var(--".utf8)
        var pieces: [(before: String, name: String)] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index...].starts(with: mark) else {
                index += 1
                continue
            }
            index += mark.count
            let end = bytes[index...].firstIndex { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: ",") } ?? bytes.count
            pieces.append(
                (
                    String(decoding: bytes[start..<index], as: UTF8.self),
                    String(decoding: bytes[index..<end], as: UTF8.self)
                ))
            start = end
            index = end
        }
        self.pieces = pieces
        rest = String(decoding: bytes[start...], as: UTF8.self)
    }

    var names: Set<String> { Set(pieces.map(\.name)) }

    /// The rules, asking for the same properties by short names.
    func text(_ short: ShortNames) -> String {
        pieces.map { $0.before + (short[$0.name] ?? $0.name) }.joined() + rest
    }
}
