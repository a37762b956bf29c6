import JSON
import TextEncoding

// Fixes that are made of the wrong value itself.

extension ConfigurationValue {
    /// The fix for a value of another type than `expected`, such as `a list`, or a mapping with the keys of a table;
    /// nil if nothing better is known than an example of the key.
    func advice(expected: String, _ table: KeyTable?) -> ValueMessage? {
        if expected == "a mapping", !isItem, let mapping = table?.mapping(ofAddresses: node.items) {
            return "Write \(known: name): \(mapping)"
        }
        if expected == "a mapping", let fix = advice(onList: node.items, table) { return fix }
        if node.isNull, let pair = Pair(name) { return "Write '\(known: pair.text)'." }
        if expected == "a mapping", table?[name] != nil, !isItem {
            return "Indent it deeper, below the name that it belongs to."
        }
        if expected == "a mapping", node.isNull, !isItem, let key = membersBeside.first(where: { table?[$0] != nil }) {
            return "Indent what belongs to it, such as '\(known: key):', deeper than it."
        }
        if expected == "a mapping", node.text != nil, let branch = branchBesideKey {
            return "Write it beside '\(known: branch):', and not under it."
        }
        if expected == "text", case .sequence(let items) = node.kind, items.count == 1, let text = items[0].text {
            return "Write it without the brackets: \(text)"
        }
        if expected == "text", !isItem, node.items.count > 1, node.items.allSatisfy({ $0.text != nil }) {
            guard let first = node.items[0].text, hasListBeside, node.written == nil else {
                return "Write one value, without the brackets: '\(known: name)' takes no list."
            }
            let others = node.items.dropFirst().compactMap(\.text).joined(separator: ", ")
            return "Write \(known: name): \(first), and \(known: name)s: [\(others)]"
        }
        if expected == "text", node.items.count == 1, node.items[0].items.count == 1,
            let text = node.items[0].items[0].text
        {
            return "Quote it: \"[[\(text)]]\""
        }
        if expected == "a list", case .list(.keyed(let table), _, _)? = declaration?.type,
            let first = node.members.first?.key.text, let key = table.keys.first
        {
            let text = JSONValue.string(table[first] == nil ? first : node[key.name]?.text ?? "…").flowYAML
            let others = table.keys.dropFirst().prefix(1).map { "\($0.name): …" }
            return "Write \(known: name): [{ \(([ "\(key.name): \(text)" ] + others).joined(separator: ", ")) }]"
        }
        guard case .scalar(let text, let isPlain) = node.kind, !text.isEmpty else { return nil }
        switch expected {
        case "text": return "Put it in quotes if a text was meant."
        case _ where expected.hasPrefix("a whole number") && isPlain && node.written != nil:
            return "Give the variable such a value where this command runs."
        case _ where expected.hasPrefix("a whole number") && node.written == nil && number(in: text) != nil:
            return "Write the number alone: \(number(in: text) ?? "")"
        case "true or false" where ["yes", "on", "y", "1"].contains(text.lowercased()): return "Write true."
        case "true or false" where ["no", "off", "n", "0"].contains(text.lowercased()): return "Write false."
        case _ where !isPlain && (CoreSchema.double(text) != nil || CoreSchema.bool(text) != nil):
            return "Remove the quotes."
        case "a list" where isPlain && text.first == "-" && text.dropFirst().first?.isWhitespace == false:
            return "Write a space after the '-' that begins an item."
        // A list of texts such as requirements is not meant by a number alone.
        case "a list" where isPlain && CoreSchema.isInteger(text) && declaration?.line != nil: return nil
        case "a list" where text.first == "[" && text.last == "]": return "Remove the quotes: \(text)"
        case "a list" where text.contains(","): return "Write [\(text)]: commas separate the items of a list."
        case "a list" where isPlain && (CoreSchema.bool(text) != nil || ["yes", "no"].contains(text.lowercased())):
            return nil
        case "a list"
        where text.contains { ";|\n".contains($0) }
            || text.contains(" ")
                && declaration?.example?.array?.contains(where: { $0.string?.contains(" ") == true }) == false:
            let signs = text.contains { ";|\n".contains($0) } ? ";|\n" : " "
            let items = text.split { signs.contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
            return "Write [\(items.joined(separator: ", "))]: commas separate the items of a list."
        case "a list":
            let isAddress = declaration?.type.itemFormat?.name == "https address"
            let isBare = isAddress && text.startsOf("://").isEmpty && !text.startsOf(".").isEmpty
            return "Write [\(known: isBare ? "https://" : "")\(text)] for a list of one."
        case "a mapping" where isPlain && text.utf8.contains(UInt8(ascii: ":")) && text.startsOf("://").isEmpty:
            return "Write a space after the ':' that ends the key."
        case "a mapping" where name == "": return "Write each line as 'key: value': this is another format."
        case "a mapping"
        where isPlain && ["none", "nil", "undefined", "false", "no", "off"].contains(text.lowercased()):
            return "Remove the key; in the file of an environment, write ~ to remove what app.yml has."
        case "a mapping":
            guard let table, !table.requiresSeveral, let key = table.key(for: text) else { return nil }
            let mapping = "{ \(key.name): \(JSONValue.string(text).flowYAML) }"
            return isItem ? "Write \(mapping)" : "Write \(known: name): \(mapping)"
        default: return nil
        }
    }

    /// The fix for a list in place of one mapping, which may have the keys of a table.
    private func advice(onList items: [ConfigurationNode], _ table: KeyTable?) -> ValueMessage? {
        let pairs = items.compactMap { item in
            item.text.flatMap(Pair.init) ?? (item.members.count == 1 ? Pair(item.members[0]) : nil)
        }
        if name != "", !pairs.isEmpty, pairs.count == items.count {
            return "Write a mapping: \(known: name): { \(pairs.map(\.text).joined(separator: ", ")) }"
        }
        if let table, name != "", let key = table.keys.first(where: \.type.isListOfTexts),
            case let texts = items.compactMap(\.text), !texts.isEmpty, texts.count == items.count,
            texts.allSatisfy({ table[$0] == nil })
        {
            return
                "Write \(known: name): { \(known: key.name): [\(texts.joined(separator: ", "))] }. Its keys are \(known: table.keys.map(\.name).joined(separator: ", "))."
        }
        if let text = items.first?.text, name != "" {
            // Of fixed keys, one that takes the only text, or an example of all that are required.
            if let table, table.others == nil, table[text] == nil {
                let key = items.count == 1 && !table.requiresSeveral ? table.key(for: text) : nil
                return key.map { "Write \(known: name): { \($0.name): \(JSONValue.string(text).flowYAML) }" }
            }
            let value = declaration?.type.isOfTexts == true ? "…" : "{ … }"
            return "Write each by its name, without '- ': \(known: name): { \(text): \(known: value) }"
        }
        guard let first = items.first, case .mapping = first.kind else { return nil }
        let title = ["name", "id", "key"].lazy.compactMap { first[$0]?.text }.first
        guard let title, name != "" else { return "Write the keys without the '- ' before them." }
        return "Write each by its name, without '- ': \(known: name): { \(title): { … } }"
    }

    /// The number of a text that is one with a unit, such as `12px` or `3 %`, or the only long one, as `id1234567890` has
    /// it; else nil.
    private func number(in text: String) -> Substring? {
        let numbers = text.split { !("0"..."9").contains($0) }
        let unit = text.drop { ("0"..."9").contains($0) }
        let hasUnit = unit.count < text.count && unit.allSatisfy { $0.isLetter || $0 == "%" || $0 == " " }
        let long = numbers.filter { $0.count > 5 }
        guard !unit.isEmpty else { return nil }
        return hasUnit ? numbers[0] : long.count == 1 ? long[0] : nil
    }

    /// The fix for a refused text whose only fault may be how it is written: quotes of a word processor, a variable as a
    /// shell writes it, or a variable whose value is more than its place takes.
    var notationAdvice: String? {
        guard case .scalar(let text, let isPlain) = node.kind, let first = text.first, let last = text.last else {
            return nil
        }
        if let written = node.written {
            if text.count > 1, first == last, "\"'".contains(first) {
                return "The variable's value begins and ends with a quote: remove both where it is set."
            }
            if text.startsOf("://").count > 1, let start = written.startsOf("${").first {
                return "The variable's value has a scheme already: write \(written[start...])"
            }
            return nil
        }
        if text.count > 1, "“”„‘’«".contains(first), "“”‘’»".contains(last) {
            return "Write straight quotes: \"\(text.dropFirst().dropLast())\""
        }
        guard let sign = text.firstIndex(where: { $0 == "$" || $0 == "%" }) else { return nil }
        let name = text[text.index(after: sign)...].prefix {
            $0 == "_" || $0.isASCII && ($0.isUppercase || $0.isNumber)
        }
        let isClosed = text[name.endIndex...].first == "%"
        guard name.count > 1, name.first?.isNumber == false, text[sign] == "$" || isClosed else { return nil }
        // Within braces a variable needs quotes, and elsewhere it may have them.
        let isAll = isPlain && sign == text.startIndex && name.endIndex == text.endIndex
        return "Write a variable as \(isAll ? "\"${\(name)}\"" : "${\(name)}")."
    }
}

/// A key and its value as other notations write them, such as `ok -> done`; or one item of a list, `- ok: done`.
private struct Pair {
    let text: String

    init?(_ text: String) {
        let separator = ["->", "=>", "→", ":", "="].lazy.compactMap { sign in
            text.startsOf(sign).first.map { (start: $0, sign: sign) }
        }.first
        guard let separator else { return nil }
        let key = text[..<separator.start].trimmed
        let value = text[separator.start...].dropFirst(separator.sign.count).trimmed
        guard !key.isEmpty, !value.isEmpty, !key.contains(" "), !value.contains(" ") else { return nil }
        self.text = "\(key): \(value)"
    }

    init?(_ member: ConfigurationNode.Member) {
        guard let key = member.key.text, let value = member.value.text, !member.value.isNull else { return nil }
        text = "\(key): \(value)"
    }
}

extension String {
    /// Where a text occurs. The server links this module, and no regular expressions, with which `firstRange(of:)` comes.
    fileprivate func startsOf(_ text: String) -> [String.Index] {
        utf8.indices.filter { utf8[$0...].starts(with: text.utf8) }
    }
}

extension KeyTable {
    /// Whether a mapping must have more than one key.
    fileprivate var requiresSeveral: Bool {
        keys.count { if case .required = $0.need { true } else { false } } > 1
    }

    /// The key that a text alone is probably the value of: one for addresses for an address, else the first required one.
    fileprivate func key(for text: String) -> Key? {
        let keys = keys.filter { $0.type.textFormat?.takes(text) == true }
        return key(forAddress: text) ?? keys.first { if case .required = $0.need { true } else { false } } ?? keys.first
    }

    /// The key for paths, addresses of the web or those of an app that takes an address: the one whose name is in it, or
    /// the first.
    private func key(forAddress text: String) -> Key? {
        let isWeb = ["http://", "https://"].contains { text.utf8.starts(with: $0.utf8) }
        guard text.first == "/" || !text.startsOf("://").isEmpty else { return nil }
        let kind = text.first == "/" ? "path" : isWeb ? "https address" : "app address"
        let keys = keys.filter { $0.type.textFormat?.name.startsOf(kind).isEmpty == false }
        return keys.first { !text.startsOf($0.name).isEmpty } ?? keys.first
    }

    /// The mapping that a list of addresses is meant as; nil unless each has a key of its own.
    fileprivate func mapping(ofAddresses items: [ConfigurationNode]) -> String? {
        let members = items.compactMap { item in
            item.text.flatMap { text in
                key(forAddress: text).map { (name: $0.name, pair: "\($0.name): \(JSONValue.string(text).flowYAML)") }
            }
        }
        guard !items.isEmpty, members.count == items.count, Set(members.map(\.name)).count == items.count else {
            return nil
        }
        return "{ \(members.map(\.pair).joined(separator: ", ")) }"
    }
}

extension TextFormat {
    /// Whether a text may have been meant: an address has a scheme, or begins with a slash on the web, and an app ID has
    /// a dot.
    fileprivate func takes(_ text: String) -> Bool {
        let isPath = text.first == "/" && !name.startsOf("https address").isEmpty
        return switch name {
        case "app ID", "application ID": !text.startsOf(".").isEmpty
        case _ where !name.startsOf("address").isEmpty && name != "email address":
            isPath || !text.startsOf("://").isEmpty
        default: true
        }
    }
}

extension ValueType {
    /// The format of a text, or of the texts of a list that may be one text.
    fileprivate var textFormat: TextFormat? {
        switch self {
        case .text(let format): format
        case .any(let types): types.lazy.compactMap(\.textFormat).first
        default: nil
        }
    }

    /// The format of the texts of a list.
    fileprivate var itemFormat: TextFormat? {
        if case .list(.text(let format), _, _) = self { format } else { nil }
    }

    var isListOfTexts: Bool { itemFormat != nil }

    /// Whether it is a mapping with a text for each name.
    fileprivate var isOfTexts: Bool {
        switch self {
        case .map(.text, _, _): true
        case .any(let types): types.contains(where: \.isOfTexts)
        default: false
        }
    }
}
