import CSS
import TextEncoding

/// An email's style sheet: rules, some of them for dark mode or for a width.
struct EmailStyleSheet: Hashable, Sendable {
    private let rules: [CSSRule]

    static let dark = "prefers-color-scheme: dark"

    private static let darkPrelude = "@media (\(dark))"

    init(_ text: String) { rules = CSSRule.list(text) }

    private init(rules: [CSSRule]) { self.rules = rules }

    /// The style sheet with dark mode always on or always off.
    func fixed(isDark: Bool) -> EmailStyleSheet {
        EmailStyleSheet(
            rules: rules.flatMap { $0.prelude != Self.darkPrelude ? [$0] : isDark ? $0.rules : [] })
    }

    /// The style sheet with each declaration replaced, but for the answers to Outlook.com.
    func mapped(_ declaration: (CSSDeclaration) -> CSSDeclaration) -> EmailStyleSheet {
        EmailStyleSheet(rules: rules.map { $0.prelude.hasPrefix("[data-ogs") ? $0 : $0.mapped(declaration) })
    }

    /// The style sheet as CSS, with one rule per line.
    var text: String { Self.text(rules) }

    private static func text(_ rules: [CSSRule]) -> String {
        rules.map { rule in
            if !rule.rules.isEmpty { return "\(rule.prelude) {\n\(text(rule.rules))}\n" }
            let declarations = rule.declarations.map(\.text).joined(separator: "; ")
            return "\(selectors(of: rule).joined(separator: ", ")) { \(declarations) }\n"
        }.joined()
    }

    private static func selectors(of rule: CSSRule) -> [String] {
        rule.prelude.split(separator: ",").map { String($0.trimmed) }
    }

    /// The features that not every email program supports.
    var unsupported: [ClientTable.Entry] {
        let rules = rules.flatMap { $0.rules.isEmpty ? [$0] : $0.rules }
        return ClientTable.rules.filter { name, _ in rules.contains { $0.prelude.hasPrefix(name) } }.map(\.entry)
            + ClientTable.entries(for: rules.flatMap(\.declarations))
    }

    /// The values of properties in dark mode, by class and property; of a value only the first word.
    var darkColors: [String: [String: String]] {
        var colors: [String: [String: String]] = [:]
        for rule in rules.filter({ $0.prelude == Self.darkPrelude }).flatMap(\.rules) {
            for selector in Self.selectors(of: rule) where selector.hasPrefix(".") {
                for declaration in rule.declarations {
                    colors[String(selector.dropFirst()), default: [:]][declaration.property] =
                        declaration.value.split(separator: " ").first.map(String.init)
                }
            }
        }
        return colors
    }
}
