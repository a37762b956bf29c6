internal import Diagnostics

/// Reads the members of a mapping by the keys that its table declares.
package final class KeyedReader {
    /// The mapping itself, for problems that concern all of it.
    package let mapping: ConfigurationValue
    private let table: KeyTable
    private let members: [ConfigurationValue]
    /// The members that an overriding file has removed.
    private let removed: [ConfigurationValue]

    /// Creates a reader; `members` includes those that an overriding file has removed.
    init(_ mapping: ConfigurationValue, members: [ConfigurationValue], table: KeyTable) {
        self.mapping = mapping
        self.members = members.filter { !$0.node.isRemoved }
        removed = members.filter(\.node.isRemoved)
        self.table = table
    }

    /// The value of a key, even null; nil if the mapping does not have the key.
    package func member(_ key: String) -> ConfigurationValue? {
        assert(table.isOpen || table[key] != nil, "The key table '\(table.title)' does not declare '\(key)'")
        guard var member = members.first(where: { $0.name == key }) else { return nil }
        member.declaration = table[key]
        return member
    }

    /// The value of an optional key; nil if the key is missing or its value is null.
    package func value(_ key: String) -> ConfigurationValue? {
        member(key).flatMap { $0.node.isNull ? nil : $0 }
    }

    /// The value of a key, read as a type; nil if it is missing or wrong.
    package subscript<Value: ConfigurationReadable>(key: String) -> Value? {
        value(key).flatMap { Value(reading: $0) }
    }

    /// The value of a required key, even null; nil if it is missing, which is reported.
    package func required(_ key: String) -> ConfigurationValue? {
        let value = member(key)
        if table.isOpen, value == nil { reportMissing(key) }
        assert(table.isOpen || table[key]?.need.isOptional == false, "'\(key)' is optional in '\(table.title)'")
        return value
    }

    /// The value of a required key, read as a type; nil, after a problem was reported, if it is missing or wrong.
    package func required<Value: ConfigurationReadable>(_ key: String) -> Value? {
        required(key).flatMap { Value(reading: $0) }
    }

    /// The text of a required key, with its location; empty, after a problem was reported, if it is missing or wrong.
    package func requiredText(_ key: String) -> Located<String> {
        required(key) ?? Located("", at: mapping.location)
    }

    /// The items of a list, or a single value as a list of one; nil if the key is missing.
    package func oneOrMany<Value: ConfigurationReadable>(_ key: String) -> [Value]? {
        value(key)?.oneOrMany.compactMap { Value(reading: $0) }
    }

    /// The members whose keys are names chosen by the author.
    package var others: [ConfigurationValue] {
        assert(table.others != nil, "The key table '\(table.title)' has no other keys")
        return members.filter { table[$0.name] == nil }
    }

    func reportUnknownAndMissing() {
        if table.isOpen { return }
        let present = members.map(\.name)
        var handled = present
        for member in members + removed where table[member.name] == nil {
            let name = member.name
            if let current = table.formerNames[name] {
                handled.append(current)
                member.report(
                    "renamed-key", isAboutKey: true, "the key '\(known: name)' is called '\(known: current)' now",
                    fix: "Write '\(known: current)'.")
            } else if table.others == nil, !isBelowStray(member) {
                // A file that overrides another one repeats its keys.
                let beside = members.filter { $0.location.file == member.location.file }.map(\.name)
                let (fix, key) = advice(on: member, among: table.keys.map(\.name).filter { !beside.contains($0) })
                // A misspelled key is one problem, not also a missing one.
                if let key { handled.append(key) }
                member.report(
                    "unknown-key", isAboutKey: true, "unknown key '\(known: name)'", fix: ValueMessage(known: fix))
            }
        }
        // An unknown key may be what belongs to an empty value.
        let hasUnknown = table.others == nil && members.contains { table[$0.name] == nil }
        for member in members
        where !hasUnknown && member.node.isEmpty && table[member.name]?.need.isOptional == true
            && !member.isAboveComment
        {
            member.report(
                "empty-value", isAboutKey: true, "'\(known: member.name):' has no value",
                fix: ValueMessage(
                    known:
                        "Write one\(table[member.name]?.line.map { ", for example \($0)" } ?? ""), or remove the key."))
        }
        for key in table.keys where !handled.contains(key.name) && !isTooDeep(key.name) {
            switch key.need {
            case .required: reportMissing(key.name)
            case .requiredWithout(let other) where !handled.contains(other) || removed.contains { $0.name == key.name }:
                reportMissing(key.name)
            case .optional, .requiredWithout: continue
            }
        }
    }

    /// The fix for an unknown key, and the key that was probably meant, if it is one of the candidates.
    private func advice(on member: ConfigurationValue, among candidates: [String]) -> (fix: String, key: String?) {
        let name = member.name
        let first = String(name.prefix { $0 != " " && $0 != ":" })
        if first != name, candidates.contains(first) {
            let rest = name.dropFirst(first.count).drop { $0 == " " || $0 == ":" }
            return ("Write '\(first): \(rest)': a ':' and a space end a key.", first)
        }
        if name.contains(" ") {
            return ("Quote the whole text if this is a part of it: a comma ends a text inside of braces.", nil)
        }
        if name.contains(":") { return ("Write a space after the ':' that ends the key.", nil) }
        if let known = advice(onPath: name) { return known }
        let list = "The keys here are \(table.keys.map(\.name).joined(separator: ", "))."
        let named =
            table.otherNames[name]
            ?? Suggestion.rephrased(name, in: table.otherNames.keys.sorted()).flatMap { table.otherNames[$0] }
        if let fix = named, fix.contains(" ") {
            return (fix, candidates.first { fix.hasPrefix("Write '\($0)'") })
        }
        let other = named.flatMap { candidates.contains($0) ? $0 : nil }
        if other == nil, let outer = table.keys.first(where: { $0.type.hasKey(name) }) {
            return ("Write it under '\(outer.name):'. \(list)", nil)
        }
        if other == nil,
            let outer = table.keys.first(where: {
                $0.type.hasMember(member.node, isOnly: mapping.node[$0.name]?.isNull == true)
            })
        {
            return (indentation(of: member, under: outer), nil)
        }
        if other == nil, let fix = indentation(of: member) { return (fix, nil) }
        if other == nil, let branch = mapping.branch(taking: name) {
            let own = mapping.name.isEmpty ? "" : ", and not under '\(mapping.name):'"
            return ("Write it under \(branch)\(own). \(list)", nil)
        }
        // A list is not meant for a key that takes true or false.
        let fitting = candidates.filter { table[$0]?.type.isRefuted(by: member.node) != true }
        let key =
            other ?? Suggestion.nearest(to: name, in: fitting) ?? Suggestion.contained(in: name, of: fitting)
            ?? candidates.first { table[$0]?.need.isOptional == false && table[$0]?.type.isLike(member.node) == true }
        return (key.map { "Did you mean '\($0)'? \(list)" } ?? list, key)
    }

    /// The fix for a path of keys in place of nested ones, `backend.base`, and its first key; nil if that has no such key.
    private func advice(onPath path: String) -> (fix: String, key: String?)? {
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.count > 1, !names.contains(""), table[names[0]]?.type.hasKey(names[1], asName: true) == true else {
            return nil
        }
        let outer = names.dropLast().reversed().map { "'\($0):'" }.joined(separator: " below ")
        return ("Write '\(names[names.count - 1]):' indented below \(outer): a '.' joins no keys.", names[0])
    }

    /// The fix for a member that is indented too little to be one of `outer`; the member after it may look like a part of it.
    private func indentation(of member: ConfigurationValue, under outer: KeyTable.Key) -> String {
        let first = member.key.location
        guard let next = outer.type.follower(in: member.node)?.location, next.line > first.line + 1 else {
            return "Indent it, with its lines: it belongs under '\(outer.name):'."
        }
        return
            "Indent lines \(first.line) to \(next.line - 1) by \(next.column - first.column) spaces: they belong under '\(outer.name):'."
    }

    /// The fix for a key that is indented too deep: one of a mapping around this one, or one beside this mapping.
    private func indentation(of member: ConfigurationValue) -> String? {
        if let (outer, branch, type) = mapping.mapping(taking: member.name) {
            let twin = outer.members.first { $0.key.text == member.name }?.key.location
            // A text is none of two mappings.
            if twin != nil, type?.isMapping == true, member.node.members.isEmpty { return nil }
            return twin.map {
                "It belongs beside '\(branch):', where line \($0.line) has it already: keep one of the two."
            }
                ?? "Write it beside '\(branch):', and not under it."
        }
        let names = member.node.members.compactMap(\.key.text)
        guard !names.isEmpty, !mapping.name.isEmpty, names.allSatisfy({ table[$0] != nil }) else { return nil }
        return "Indent it like '\(mapping.name):', if it is meant beside that."
    }

    /// Whether a member is one of a mapping that is itself here by mistake, where it is told: a link after `links:`, both
    /// indented too deep.
    private func isBelowStray(_ member: ConfigurationValue) -> Bool {
        members.contains { stray in
            stray.name != member.name && table[stray.name] == nil
                && mapping.mapping(taking: stray.name)?.type?.hasMember(member.node) == true
        }
    }

    /// Whether a key of this mapping is in a mapping below it, where it is told as unknown.
    private func isTooDeep(_ key: String) -> Bool {
        members.contains { member in
            switch table[member.name]?.type {
            case .keyed(let inner) where inner.others == nil && inner[key] == nil:
                member.node.members.contains { $0.key.text == key }
            case .map(.keyed, _, _): member.node[key]?.text != nil
            default: false
            }
        }
    }

    private func reportMissing(_ key: String) {
        // A key that is beside this mapping, where it is unknown, is told there.
        if mapping.hasMisplaced(beside: key) { return }
        if let member = removed.first(where: { $0.name == key }) {
            member.report(
                "missing-key", isAboutKey: true, "this removes the required key '\(known: key)'",
                fix: "Give it a value, or leave it out here.")
        } else {
            mapping.report(
                "missing-key", "missing key '\(known: key)'",
                fix: table[key]?.line.map { "Add it, for example: \(known: $0)" } ?? "Add '\(known: key)'.",
                missing: key)
        }
    }
}

extension ValueType {
    /// Whether a value may be a mapping with a key; with `asName`, also one of names that the author chooses.
    package func hasKey(_ name: String, asName: Bool = false) -> Bool {
        switch self {
        case .keyed(let table): table[name] != nil
        case .any(let types): types.contains { $0.hasKey(name, asName: asName) }
        case .map: asName
        default: false
        }
    }

    /// Whether a value is a mapping with declared keys.
    var isMapping: Bool { if case .keyed = self { true } else { false } }

    /// Whether a value with a name of the author's would be one of this mapping: it has keys, and all are those of its values,
    /// but for members after it. With `isOnly`, since the mapping is empty, one such key is enough.
    fileprivate func hasMember(_ node: ConfigurationNode, isOnly: Bool = false) -> Bool {
        guard case .map(let type, _, _) = self, case .keyed(let table) = type else { return false }
        let isKey = { (member: ConfigurationNode.Member) in member.key.text.map { table[$0] != nil } == true }
        return (node.members.contains(where: isKey) || isOnly && table.others != nil && !node.members.isEmpty)
            && (isOnly || node.members.allSatisfy { isKey($0) || type.isLike($0.value) })
    }

    /// The key, in a value that would be one of this mapping, of a member that belongs after it.
    fileprivate func follower(in node: ConfigurationNode) -> ConfigurationNode? {
        guard case .map(let type, _, _) = self, case .keyed(let table) = type else { return nil }
        return node.members.first { table[$0.key.text ?? ""] == nil && type.isLike($0.value) }?.key
    }

    /// Whether a value can be no misspelled Boolean, of which this is the type.
    fileprivate func isRefuted(by node: ConfigurationNode) -> Bool {
        guard case .bool = self, node.written == nil, !node.isNull else { return false }
        return !["true", "false", "yes", "no", "on", "off"].contains(node.text?.lowercased())
    }

    /// Whether a value with another name has the keys of this type, in each item of a list.
    fileprivate func isLike(_ node: ConfigurationNode) -> Bool {
        switch (self, node.kind) {
        case (.keyed(let table), .mapping(let members)):
            !members.isEmpty && members.allSatisfy { $0.key.text.flatMap { table[$0] } != nil }
        case (.list(let item, _, _), .sequence(let items)): !items.isEmpty && items.allSatisfy(item.isLike)
        case (.any(let types), _): types.contains { $0.isLike(node) }
        default: false
        }
    }
}

extension KeyTable.Key.Need {
    /// Whether the key can be missing regardless of other keys.
    fileprivate var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}
