internal import TextEncoding

/// A declaration: `color: #112233`.
package struct CSSDeclaration: Hashable, Sendable {
    /// The property in lower case.
    package let property: String
    /// The value as written, without comments and without blanks around it.
    package let value: String

    package var text: String { "\(property): \(value)" }

    /// The declaration with each word of its value replaced.
    package func mapped(_ word: (String) -> String) -> CSSDeclaration {
        CSSDeclaration(
            property: property, value: value.split(separator: " ").map { word(String($0)) }.joined(separator: " "))
    }

    /// The declarations of a `style` attribute, in order; incomplete ones are left out.
    package static func list(_ text: String) -> [CSSDeclaration] {
        var reader = CSSReader(text)
        return reader.declarations()
    }
}

/// A rule of a style sheet: declarations for selectors, or `@media` with rules of its own.
package struct CSSRule: Hashable, Sendable {
    /// What is before the braces: the selectors, or an at-rule with its condition.
    package let prelude: String
    package let declarations: [CSSDeclaration]
    package let rules: [CSSRule]

    /// The rule with each of its declarations replaced.
    package func mapped(_ declaration: (CSSDeclaration) -> CSSDeclaration) -> CSSRule {
        CSSRule(
            prelude: prelude, declarations: declarations.map(declaration), rules: rules.map { $0.mapped(declaration) })
    }

    /// The rules of a style sheet, in order. Empty rules, and statements such as `@charset`, are left out.
    package static func list(_ text: String) -> [CSSRule] {
        var reader = CSSReader(text)
        return reader.rules()
    }
}

/// Reads rules and declarations up to the brace that closes them, or up to the end.
private struct CSSReader {
    private let bytes: [UInt8]
    private var tokens: CSSTokenizer
    private var read: [UInt8] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        tokens = CSSTokenizer(bytes)
    }

    mutating func rules() -> [CSSRule] {
        var rules: [CSSRule] = []
        while let token = tokens.next() {
            switch token.kind {
            case .opening(UInt8(ascii: "{")):
                let prelude = text()
                let isGroup = prelude.lowercased().hasPrefix("@media")
                let rule = CSSRule(
                    prelude: prelude, declarations: isGroup ? [] : declarations(), rules: isGroup ? self.rules() : [])
                if !rule.declarations.isEmpty || !rule.rules.isEmpty { rules.append(rule) }
            case .closing(UInt8(ascii: "}")): return rules
            case .semicolon: read = []
            default: add(token)
            }
        }
        return rules
    }

    mutating func declarations() -> [CSSDeclaration] {
        var declarations: [CSSDeclaration] = []
        var property: String?
        func finish(_ value: String) {
            if let name = property, !value.isEmpty { declarations.append(CSSDeclaration(property: name, value: value)) }
            property = nil
        }
        while let token = tokens.next() {
            switch token.kind {
            case .closing(UInt8(ascii: "}")):
                finish(text())
                return declarations
            case .colon where property == nil: property = text().lowercased()
            case .semicolon: finish(text())
            default: add(token)
            }
        }
        finish(text())
        return declarations
    }

    private mutating func add(_ token: CSSToken) {
        if case .comment = token.kind { return }
        read += bytes[token.range]
    }

    /// What has been read since the last call.
    private mutating func text() -> String {
        defer { read = [] }
        return String(String(decoding: read, as: UTF8.self).trimmed)
    }
}
