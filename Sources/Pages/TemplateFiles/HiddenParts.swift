import CSS
import Diagnostics
import TextEncoding

/// Finds rules of a style sheet that hide the fields and buttons of every page.
enum HiddenParts {
    /// One warning for each such rule. Nothing is said of rules for some states of a part, such as `:disabled`.
    static func warnings(in source: SourceText) -> [Diagnostic] {
        found(in: CSSRule.list(source.text)).map { part, rule, declaration in
            let place = source.bytes.firstIndex(ofBytes: Array(rule.prelude.utf8)) ?? 0
            return source.diagnostic(
                .warning, code: "hidden-part", at: place, "'\(declaration.text)' hides '\(part)' on every page",
                fix: "Remove it: visitors need it, and what else a page shows is in its Markdown file.")
        }
    }

    private static func found(in rules: [CSSRule]) -> [(part: String, rule: CSSRule, CSSDeclaration)] {
        rules.flatMap { rule -> [(part: String, rule: CSSRule, CSSDeclaration)] in
            let prelude = rule.prelude.lowercased()
            if prelude.hasPrefix("@") { return prelude.contains("print") ? [] : found(in: rule.rules) }
            guard let declaration = rule.declarations.first(where: hides),
                let part = prelude.split(separator: ",").lazy.compactMap(part).first
            else { return [] }
            return [(part, rule, declaration)]
        }
    }

    /// The elements and classes of a page's own templates without which nobody can go on.
    private static let parts: Set = [
        "body", "main", "section", "form", "label", "input", "select", "textarea", "button", ".action", ".actions",
        ".main", ".field", ".box",
    ]

    /// The part that a selector is about; nil for one that is about some of them, or about something else.
    private static func part(_ selector: Substring) -> String? {
        // The box of a checkbox is drawn in place of the browser's own.
        if selector.contains(where: { ":[#*".contains($0) }) || selector.firstRange(of: ".tick") != nil {
            return nil
        }
        guard let last = selector.split(whereSeparator: { $0.isWhitespace || ">+~".contains($0) }).last else {
            return nil
        }
        let pieces = last.split(separator: ".", omittingEmptySubsequences: false)
        let simple = ([pieces[0]] + pieces.dropFirst().map { ".\($0)" }).filter { !$0.isEmpty }
        let isOwn = simple.allSatisfy { parts.contains(String($0)) || $0 == "a" } && simple != ["a"]
        return isOwn ? String(last) : nil
    }

    private static func hides(_ declaration: CSSDeclaration) -> Bool {
        let words = declaration.value.lowercased().split { $0 == " " || $0 == "!" }
        guard let value = words.first else { return false }
        return switch declaration.property {
        case "display": value == "none"
        case "visibility": ["hidden", "collapse"].contains(value)
        case "opacity": ["0", "0%", "0.0", ".0"].contains(value)
        case "left", "right", "top", "bottom", "margin-left", "margin-top", "text-indent":
            value.hasPrefix("-") && (Int(value.dropFirst().prefix { $0.isNumber }) ?? 0) > 500
        default: false
        }
    }
}
