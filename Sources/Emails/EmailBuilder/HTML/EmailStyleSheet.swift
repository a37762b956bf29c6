import Mustache
import TextEncoding

/// An email's style sheet: rules with optional media conditions.
struct EmailStyleSheet: Hashable, Sendable {
    /// Rules with the same media condition.
    struct Group: Hashable, Sendable {
        /// The condition, such as `prefers-color-scheme: dark`; nil for unconditional rules.
        let media: String?
        var rules: [Rule]
    }

    /// A CSS rule.
    struct Rule: Hashable, Sendable {
        let selectors: [String]
        let declarations: [StyleDeclaration]
    }

    var groups: [Group]

    /// The condition of dark mode.
    static let dark = "prefers-color-scheme: dark"

    /// The style sheet with dark mode always on or always off.
    func fixed(isDark: Bool) -> EmailStyleSheet {
        EmailStyleSheet(
            groups: groups.compactMap { group in
                group.media != Self.dark ? group : isDark ? Group(media: nil, rules: group.rules) : nil
            })
    }

    /// The style sheet as CSS, with one rule per line.
    var text: String {
        groups.map { group in
            let rules = group.rules.map { rule in
                let declarations = rule.declarations.map { "\($0.property): \($0.value)" }.joined(separator: "; ")
                return "\(rule.selectors.joined(separator: ", ")) { \(declarations) }\n"
            }.joined()
            return group.media.map { "@media (\($0)) {\n\(rules)}\n" } ?? rules
        }.joined()
    }

    /// Whether a selector begins with a text or a value contains it.
    func mentions(_ text: String) -> Bool {
        groups.flatMap(\.rules).contains { rule in
            rule.selectors.contains { $0.hasPrefix(text) }
                || rule.declarations.contains { $0.value.utf8.contains(bytes: text.utf8) }
        }
    }

    /// The values of properties in dark mode, by class and property; of a value only the first word.
    var darkColors: [String: [String: String]] {
        var colors: [String: [String: String]] = [:]
        for rule in groups.filter({ $0.media == Self.dark }).flatMap(\.rules) {
            for selector in rule.selectors where selector.hasPrefix(".") {
                for declaration in rule.declarations {
                    colors[String(selector.dropFirst()), default: [:]][declaration.property] =
                        declaration.value.split(separator: " ").first.map(String.init)
                }
            }
        }
        return colors
    }
}

/// Parses the template of a style sheet: rules with selectors and declarations, and `@media` with one condition.
struct StyleSheetReader {
    private var groups: [EmailStyleSheet.Group] = []
    private var text = ""
    private var selectors: [String]?
    private var property: String?
    private var declarations: [StyleDeclaration] = []
    private var media: String?

    /// The style sheet of a rendered template.
    static func sheet(of parts: [TemplatePart]) -> EmailStyleSheet {
        var reader = StyleSheetReader()
        for part in parts {
            switch part {
            case .literal(let bytes, _, _): reader.read(String(decoding: bytes, as: UTF8.self))
            // Values are never parsed: a brace or a semicolon in a value is part of it.
            case .text(let value): reader.text += value
            case .slot: continue
            }
        }
        return EmailStyleSheet(groups: reader.groups.filter { !$0.rules.isEmpty })
    }

    private mutating func read(_ css: String) {
        for character in css {
            switch character {
            case "{": open()
            case "}": close()
            case ":" where selectors != nil && property == nil:
                property = String(text.trimmed).lowercased()
                text = ""
            case ";" where selectors != nil: endDeclaration()
            default: text.append(character)
            }
        }
    }

    private mutating func open() {
        let head = String(text.trimmed)
        text = ""
        if head.hasPrefix("@media") {
            let condition = head.dropFirst("@media".count).drop { $0 == " " || $0 == "(" }
            media = String(condition.prefix { $0 != ")" })
            groups.append(EmailStyleSheet.Group(media: media, rules: []))
        } else {
            selectors = head.split(separator: ",").map { String($0.trimmed) }
        }
    }

    private mutating func endDeclaration() {
        if let property, !text.isEmpty {
            declarations.append(StyleDeclaration(property: property, value: String(text.trimmed)))
        }
        property = nil
        text = ""
    }

    private mutating func close() {
        endDeclaration()
        guard let selectors else {
            media = nil
            return
        }
        if groups.last?.media != media || groups.isEmpty {
            groups.append(EmailStyleSheet.Group(media: media, rules: []))
        }
        groups[groups.count - 1].rules.append(
            EmailStyleSheet.Rule(selectors: selectors, declarations: declarations))
        self.selectors = nil
        declarations = []
    }
}
