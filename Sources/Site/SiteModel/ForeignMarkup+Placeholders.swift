internal import TextEncoding

// Values, conditions and code of other template languages.
extension ForeignMarkupScan {
    /// Detects a placeholder of another template language: `{name}`, `{% if name %}`, `<%= name %>`, `${name}`.
    mutating func placeholder() {
        // Latchkey's own begins with two braces.
        if has("{{") {
            index = end(from: index + 2, before: "}}", while: { _ in true }) ?? index + 2
            return
        }
        guard let found = ForeignPlaceholder.at(index, in: bytes, .prose) else {
            index += 1
            return
        }
        let text = String(decoding: bytes[found.range], as: UTF8.self)
        let sign = String(decoding: bytes[index...index], as: UTF8.self)
        let isTag = has("{%") || has("<%") && !has("<%=")
        // The end of a condition goes with its beginning.
        if isTag, hasCondition, ["end", "endif"].contains(found.name ?? "end") {
            return index = found.range.upperBound
        }
        let tag = "#/".first { text.hasPrefix("{\($0)") }.map(String.init) ?? ""
        let meant = found.name.flatMap(value(meantBy:))
        let known = meant.map { TemplateVariable(rawValue: $0) }.flatMap { values.contains($0) ? $0.rawValue : nil }
        hasCondition = isTag && known != nil && found.name?.hasPrefix("if_") == true
        let value = meant.map { name in
            tag.isEmpty && known != nil && TemplateVariable(rawValue: name).isUncertain
                ? "Write {{#\(name)}}…{{\(name)}}…{{/\(name)}}, which encloses what depends on the value"
                : "Write {{\(tag)\(name)}} for a value"
        }
        let advice = "Remove it; in an email, {{#name}}…{{/name}} encloses what depends on a value"
        let fix =
            hasCondition
            ? "Write {{#\(known ?? "")}} in its place, and {{/\(known ?? "")}} in place of its end"
            : isTag ? advice : value ?? (found.name == nil ? "Remove it" : Self.ownWords)
        add(
            sign, .signs("'\(text)' is shown literally here", fix: "\(fix), or \\\(sign) for the sign itself."),
            to: found.range.upperBound)
    }

    static let ownWords = "Write the words themselves"

    /// What is the app's own and none of a person's values: `SUPPORT_EMAIL`.
    private static let owners: Set<Substring> = [
        "support", "help", "contact", "company", "admin", "app", "site", "team", "sender", "our", "service", "brand",
        "product",
    ]

    /// The name of the value that a placeholder of another system means; nil if it is the app's own, or a variable of an
    /// environment.
    private func value(meantBy name: String) -> String? {
        let words = name.lowercased().split(separator: "_")
        let whole = TemplateVariable(rawValue: name.lowercased())
        if let known = whole.isKnown ? whole : whole.synonym { return values.contains(known) ? known.rawValue : nil }
        if !Self.owners.isDisjoint(with: words) { return nil }
        let last = TemplateVariable(rawValue: words.last.map(String.init) ?? "")
        if values.contains(last) { return last.rawValue }
        return name == name.uppercased() ? nil : name
    }

    /// Detects `*|NAME|*`, of which Markdown makes emphasis.
    mutating func mergeTag() {
        guard let end = end(from: 1, before: "|", while: { $0.isWord || $0 == UInt8(ascii: "_") }), end == bytes.count
        else {
            index += 1
            return
        }
        let name = String(decoding: bytes[1..<(end - 1)], as: UTF8.self).lowercased()
        add(
            "|",
            .signs("'*|…|*' is shown as '|…|' here", fix: "Write {{\(name)}} for a value, or \\| for the sign itself."),
            to: end)
    }

    /// Detects `import Box from './box'` of MDX.
    mutating func importOfCode() {
        let hasSource = ["from '", "from \"", "import '", "import \""].contains {
            bytes.firstRange(of: Array($0.utf8)) != nil
        }
        guard hasSource else { return index += 1 }
        add(
            "i", .signs("this code is shown literally here", fix: "Remove it: no page and no email runs code."),
            to: bytes.count)
    }
}
