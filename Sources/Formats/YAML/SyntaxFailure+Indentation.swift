internal import Diagnostics
internal import TextEncoding

/// Lines whose indentation, or lack of a key, is the cause of an error that libyaml finds further below.
extension SyntaxFailure {
    /// Finds a line above with the indentation of this one that should be a key and its value, and is read as text:
    /// `name:Harbour`, `name = Harbour`, `name Harbour`, `name`. The key may be the first of an item: `- name:Harbour`.
    func lineWithoutKey(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        guard let above = source.contentLine(above: failing), var text = source.line(above)?.trimmed else { return nil }
        var start = source.skipBlanks(from: source.offset(ofLine: above))
        if text.hasPrefix("- "), source.line(failing)?.trimmed.hasPrefix("- ") == false {
            start = source.skipBlanks(from: start + 1)
            text = text.dropFirst(2).trimmed
        }
        guard start - source.offset(ofLine: above) == source.indentation(ofLine: failing) else { return nil }
        let key = text.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        let rest = text[key.endIndex...]
        let value = rest.drop { $0 == " " || $0 == "=" || $0 == ":" }.trimmed
        let isKeyed = !key.isEmpty && !value.isEmpty
        guard key.isEmpty && !text.hasPrefix("{") || isKeyed || rest.isEmpty, !text.hasPrefix("- "),
            !text.hasPrefix("---"), !rest.hasPrefix(": "), rest.isEmpty || " =:".contains(rest.first ?? " ")
        else { return nil }
        return cause(
            "this line is text, and no key with a value", start,
            isKeyed
                ? "Write '\(key): \(value)': a ':' and a space end a key."
                : "Write 'key: value', with a space after the ':'.")
    }

    /// The error for a key that begins an item of a list, `- reset-password:`, and is followed by keys that are beside it.
    func firstAsItem(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        let wanted = source.indentation(ofLine: failing)
        guard let text = source.line(failing)?.trimmed, text.hasSuffix(":"), !text.hasPrefix("- ") else { return nil }
        var above = source.contentLine(above: failing)
        while let line = above, source.indentation(ofLine: line) > wanted { above = source.contentLine(above: line) }
        guard let above, source.indentation(ofLine: above) == wanted, let item = source.line(above)?.trimmed,
            item.hasPrefix("- "), item.hasSuffix(":")
        else { return nil }
        return cause(
            "'- ' begins an item of a list, and keys without it follow",
            source.skipBlanks(from: source.offset(ofLine: above)),
            "Write '\(item.dropFirst(2).trimmed)' without the '- ' before it.")
    }

    /// The error for the first of several lines that are indented below a line with a value: that of their key is
    /// missing, or is a comment.
    func missingKey(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        guard let text = source.line(failing)?.trimmed, let above = source.contentLine(above: failing),
            source.indentation(ofLine: above) < source.indentation(ofLine: failing),
            let before = source.line(above)?.trimmed, !before.hasPrefix("- "), !before.hasSuffix(":")
        else { return nil }
        let start = source.skipBlanks(from: source.offset(ofLine: failing))
        let comment = (above..<failing).first { number in
            let key = source.line(number)?.trimmed ?? ""
            return key.hasPrefix("#") && key.hasSuffix(":") && !key.dropFirst().trimmed.contains(" ")
        }
        if let comment, let key = source.line(comment)?.trimmed.dropFirst().trimmed {
            return cause(
                "this line is indented below no key, and '\(key)' above it is a comment", start,
                "Remove the '#' before '\(key)'.")
        }
        return cause(
            "this line is indented, and line \(above) has its value already", start,
            text.hasSuffix(":")
                ? "Write the key that it belongs to above it, on a line of its own; or indent it like line \(above)."
                : "Indent it like line \(above), or write the key that it belongs to above it, on a line of its own.")
    }

    /// The error for a path of keys with a value, `backend.contract: djoser`, above keys that are indented below it.
    func dottedKey(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        guard let above = source.contentLine(above: failing), let text = source.line(above)?.trimmed,
            source.indentation(ofLine: above) < source.indentation(ofLine: failing)
        else { return nil }
        let key = text.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        let names = key.split(separator: ".", omittingEmptySubsequences: false)
        guard names.count == 2, !names.contains(""), text[key.endIndex...].hasPrefix(": ") else { return nil }
        return cause(
            "'\(key)' is one key, and line \(failing) is indented below it",
            source.skipBlanks(from: source.offset(ofLine: above)),
            "Write '\(names[0]):' on a line of its own, and '\(names[1]): …' indented below it.")
    }

    /// The error for an item of a list among keys: below one with the same indentation, or right below one.
    func itemAmongKeys(in source: SourceText) -> Problem<Int>? {
        guard source.bytes[offset...].starts(with: Array("- ".utf8)) else { return nil }
        let failing = source.location(at: offset).line
        let wanted = source.indentation(ofLine: failing)
        var above = source.contentLine(above: failing)
        while let line = above, source.indentation(ofLine: line) > wanted { above = source.contentLine(above: line) }
        guard let sibling = above, source.indentation(ofLine: sibling) == wanted,
            let text = source.line(sibling)?.trimmed, !text.hasPrefix("- "), !text.hasPrefix("{"), text.contains(":")
        else { return nil }
        let item = source.line(failing)?.trimmed.dropFirst(2).trimmed ?? ""
        let name = item.hasPrefix("name: ") ? item.dropFirst(6).trimmed : nil
        return cause(
            "'- ' begins an item of a list, and above are keys", offset,
            name.map { "Write '\($0):' in place of '- \(item)'." }
                ?? (item.contains(":")
                    ? "Write '\(item)' without the '- ' before it."
                    : "Remove the '- ', and indent the line like the keys that it belongs to."))
    }

    /// The error for a status as a key below a list of rules, `400: link-expired`.
    func statusAsKey(in source: SourceText) -> Problem<Int>? {
        let key = source.line(source.location(at: offset).line)?.split(separator: ":").first?.trimmed
        guard problem == "did not find expected '-' indicator", let key, key.count == 3, Int(key) != nil else {
            return nil
        }
        return cause("a rule names its status and its outcome", offset, "Write - { status: \(key), is: … }")
    }

    /// The error for a line in a list of mappings that is neither an item nor indented like the keys of the one above.
    func slippedLine(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        guard let above = source.contentLine(above: failing) else { return nil }
        if "{[".contains(source.character(at: offset)) {
            return cause("this item of the list has no '- '", offset, "Write '- ' before it, like the items above.")
        }
        let text = source.line(above)?.trimmed ?? ""
        if text.hasPrefix("- "), source.line(failing)?.trimmed.hasPrefix("- ") == true {
            return cause(
                "this '- ' is not below the one of the item above", offset, "Indent it like the '- ' on line \(above).")
        }
        let keys = source.indentation(ofLine: above) + (text.hasPrefix("- ") ? 2 : 0)
        guard keys > source.indentation(ofLine: failing), source.line(failing)?.contains(":") == true else {
            return nil
        }
        return cause(
            "this key is indented less than those of its item", offset,
            "Indent it by \(keys) spaces, like the key above.")
    }

    /// Finds the first line below a key that is indented otherwise than its siblings, of which this line is one; or the
    /// first item of a list without its '- '.
    func misfit(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        let wanted = source.indentation(ofLine: failing)
        guard let above = source.contentLine(above: failing) else { return nil }
        let isItem = source.line(failing)?.trimmed.hasPrefix("- ") == true
        func wrong(_ line: Int) -> Problem<Int> {
            cause(
                "this line or line \(failing) is indented wrongly",
                source.skipBlanks(from: source.offset(ofLine: line)),
                "Indent both like the \(isItem ? "items of their list" : "keys that they belong to").")
        }
        let isItemAbove = source.line(above)?.trimmed.hasPrefix("- ") == true
        if source.indentation(ofLine: above) == wanted, isItem != isItemAbove {
            if isItemAbove { return wrong(above) }
            guard isItem, source.line(above)?.trimmed.hasPrefix("{") == true else { return nil }
            return cause(
                "this item of the list has no '- '", source.skipBlanks(from: source.offset(ofLine: above)),
                "Write '- ' before it.")
        }
        var first: Int?
        var parent: Int? = above
        while let line = parent, source.indentation(ofLine: line) >= wanted {
            if source.indentation(ofLine: line) == wanted { return nil }
            first = line
            parent = source.contentLine(above: line)
        }
        // Of two keys without a value, one below the other, the second was meant as a part of the first.
        if let parent, let key = source.contentLine(above: parent), source.line(key)?.trimmed.hasSuffix(":") == true,
            source.indentation(ofLine: key) == source.indentation(ofLine: parent)
        {
            return wrong(parent)
        }
        guard let first, parent.map({ source.line($0)?.trimmed.hasSuffix(":") == true }) ?? true else { return nil }
        return wrong(first)
    }

    /// Finds a line above that is indented less than this one and its siblings, and so ended their mapping.
    func strayIndentation(in source: SourceText) -> Problem<Int>? {
        let failing = source.location(at: offset).line
        let wanted = source.indentation(ofLine: failing)
        var lessIndented: Int?
        var line = failing - 1
        while line >= 1, let text = source.line(line), !text.hasPrefix("---") {
            defer { line -= 1 }
            guard let sign = text.first(where: { $0 != " " }), sign != "#" else { continue }
            let indentation = source.indentation(ofLine: line)
            if let lessIndented, indentation == wanted {
                let start = source.skipBlanks(from: source.offset(ofLine: lessIndented))
                let key = source.line(lessIndented)?.prefix { $0 != ":" } ?? ""
                let isTwice = (1..<lessIndented).contains { source.line($0)?.hasPrefix("\(key):") == true }
                if isTwice, !key.hasPrefix(" ") {
                    return cause(
                        "'\(key)' stands at the beginning of the line, where another one is already", start,
                        "Indent it, with its lines, like the keys above that it belongs to.")
                }
                return cause(
                    "this line or line \(failing) is indented wrongly", start,
                    "Indent both like the keys that they belong to.")
            }
            // What is above belongs to something else.
            if let lessIndented, indentation < source.indentation(ofLine: lessIndented) { return nil }
            if lessIndented == nil, indentation < wanted { lessIndented = line }
        }
        return nil
    }
}

extension SourceText {
    func indentation(ofLine line: Int) -> Int {
        let start = offset(ofLine: line)
        return skipBlanks(from: start) - start
    }

    /// The last line above one that is neither blank nor a comment; nil at the beginning of the file or front matter.
    func contentLine(above line: Int) -> Int? {
        let above = (1..<max(line, 1)).last { number in
            let text = self.line(number)?.trimmed ?? ""
            return !text.isEmpty && !text.hasPrefix("#")
        }
        return above.flatMap { self.line($0)?.hasPrefix("---") == true ? nil : $0 }
    }
}
