import Configuration
import SiteModel

extension DialectVariables: ConfigurationReadable {
    init?(reading value: ConfigurationValue) {
        guard let members = value.members else { return nil }
        for member in members {
            guard let expression = DialectExpression?(reading: member) else { continue }
            if member.name == "*" {
                wildcard = member.wildcard(expression)
            } else if let variable = member.variable(named: member.name, isAboutKey: true) {
                named.updateValue(expression, forKey: variable)
            }
        }
    }
}

extension DialectParameters: ConfigurationReadable {
    init?(reading value: ConfigurationValue) {
        guard let members = value.members else { return nil }
        for member in members {
            guard let expression = DialectExpression(reading: member) else { continue }
            if member.name == "*" {
                wildcard = member.wildcard(expression)
            } else {
                named[member.name] = expression
            }
        }
    }
}

extension ConfigurationValue {
    /// The known variable of a name; nil, after reporting it, if there is none.
    func variable(named name: String, isAboutKey: Bool = false) -> TemplateVariable? {
        let variable = TemplateVariable(rawValue: name)
        if variable.isKnown { return variable }
        let known = TemplateVariable.known.map(\.rawValue)
        report(
            "unknown-variable", isAboutKey: isAboutKey, "'\(name)' is not a variable of an email",
            fix: "The variables are \(known.joined(separator: ", ")), and '*' for those that emails declare.",
            word: name, choices: known)
        return nil
    }

    /// An expression for any name; nil, after reporting it, if it does not contain the name.
    fileprivate func wildcard(_ expression: DialectExpression?) -> DialectExpression? {
        if let expression, expression.html.contains("*"), expression.text.contains("*") { return expression }
        report(
            "no-name", isAboutKey: true, "the expression for any name does not contain the name",
            fix: "Write '*' where the name goes, in the engine's own brackets.")
        return nil
    }
}

extension DialectExpression: ConfigurationReadable {
    private enum Drop: String, ConfigurationReadable, CaseIterable { case drop }

    /// Reads `"{{ .Email }}"`, or a mapping with an expression for each part and for sections.
    init?(reading value: ConfigurationValue) {
        if case .mapping = value.node.kind {
            guard let expression = value.keyed(Self.keyTable, { DialectExpression($0) }) else { return nil }
            self = expression
        } else {
            guard let text = String(reading: value) else { return nil }
            self.init(html: text, text: text)
        }
        if html.isEmpty || text.isEmpty, value.problemCount == 0 {
            value.report(
                "invalid-value", "this expression is empty", fix: "Write the engine's own, or remove the key.")
        }
    }

    private init?(_ keys: KeyedReader) {
        let html: String = keys.required("html") ?? ""
        self.init(html: html, text: keys["text"] ?? html)
        let inside = keys.value("inside")?.keyed(SectionExpression.keyTable) { keys in
            let html: String = keys.required("html") ?? ""
            return DialectExpression.SectionExpression(html: html, text: keys["text"] ?? html)
        }
        let open: String? = keys["if"]
        let close: String? = keys["end"]
        let drop: Drop? = keys["section"]
        switch (open, close, drop) {
        case (nil, nil, nil): break
        case (nil, nil, .drop): section = .dropped
        case (let open?, let close?, nil): section = .conditional(open: open, inside: inside, close: close)
        case (_, _, .drop):
            keys.mapping.report(
                "invalid-value", "a section is either tested or dropped",
                fix: "Keep 'if' and 'end', or 'section: drop'.")
        default:
            keys.mapping.report(
                "invalid-value", "a section has a beginning and an end", fix: "Write both 'if' and 'end', or neither.")
        }
    }
}

extension DialectLiterals: ConfigurationReadable {
    init?(reading value: ConfigurationValue) {
        guard let members = value.members else { return nil }
        sequences = members.compactMap { Sequence(reading: $0) }
    }
}

extension DialectLiterals.Sequence: ConfigurationReadable {
    /// Reads the replacement of the sequence's first character: one text for all parts, with a character reference in
    /// HTML; or one for each part.
    init?(reading value: ConfigurationValue) {
        if value.name.isEmpty {
            value.report(
                "empty-sequence", isAboutKey: true, "a literal is empty",
                fix: "Write the text that the engine would parse as syntax, such as \"{{\".")
        }
        characters = Array(value.name.unicodeScalars)
        if case .mapping = value.node.kind {
            replacements =
                value.keyed(Self.keyTable) { keys in
                    RenderedEmail.Part.allCases.reduce(into: [:]) { replacements, part in
                        replacements[part] = keys.member(part.rawValue).flatMap { Self.replacement($0) }
                    }
                } ?? [:]
        } else {
            guard let written = Self.replacement(value) else { return nil }
            replacements = [.subject: written, .text: written, .html: .reference]
        }
    }

    private static func replacement(_ value: ConfigurationValue) -> DialectLiterals.Replacement? {
        String?(reading: value).map { text in text.map { .written($0) } ?? .impossible }
    }
}
