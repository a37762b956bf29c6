import Configuration
import Diagnostics

/// The words of a state's fields, which a translation replaces by the fields' names.
struct FieldWords {
    let original: ConfigurationNode
    /// The file of the original.
    let file: String
    let collector: DiagnosticCollector

    static let texts = ["label", "short", "placeholder", "hint", "error"]
    private static let groups = ["options", "links", "requirements", "strength"]

    /// The fields with the words of a translation; `isWhole` becomes false if it lacks one.
    func translated(by words: ConfigurationNode?, _ isWhole: inout Bool) -> ConfigurationNode {
        let others = words?.items ?? []
        let names = original.items.map { $0["name"]?.text ?? "" }
        for other in others {
            guard let name = other["name"], !names.contains(name.text ?? "") else { continue }
            let lacking = names.filter { name in !others.contains { $0["name"]?.text == name } }
            report(
                "unknown-field", name, "\(file) has no field '\(name.text ?? "")' here", names,
                fix: lacking.count == 1 ? "Write 'name: \(lacking[0])': the names of fields are not translated." : nil)
        }
        let fields = original.items.map { field in
            let name = field["name"]?.text ?? ""
            guard let other = others.first(where: { $0["name"]?.text == name }) else {
                isWhole = false
                return field
            }
            return translated(field, name, by: other, &isWhole)
        }
        return ConfigurationNode(.sequence(fields), inPlaceOf: original)
    }

    private func translated(
        _ field: ConfigurationNode, _ name: String, by other: ConfigurationNode, _ isWhole: inout Bool
    ) -> ConfigurationNode {
        for member in other.members where !(["name"] + Self.texts + Self.groups).contains(member.key.text ?? "") {
            report(
                "translated-behaviour", member.key,
                "a translation has words only, and '\(member.key.text ?? "")' is not one")
        }
        for member in other.members where field[member.key.text ?? ""] == nil {
            report("unknown-key", member.key, "\(file) has no '\(member.key.text ?? "")' for the field '\(name)'")
        }
        var result = field
        for key in Self.texts where field[key] != nil {
            guard let text = other[key] else {
                isWhole = false
                continue
            }
            result = result.changing(key) { _ in text }
        }
        for key in Self.groups {
            guard let group = field[key] else { continue }
            let rules = group["rules"]?.items.compactMap { $0["rule"]?.text } ?? []
            for rule in (other[key]?["rules"]?.items ?? []).compactMap({ $0["rule"] })
            where !rules.isEmpty && !rules.contains(rule.text ?? "") {
                report("translated-behaviour", rule, "\(file) has no rule '\(rule.text ?? "")' here", rules)
            }
            guard let words = other[key], let translated = group.translatedGroup(by: words, key) else {
                isWhole = false
                continue
            }
            result = result.changing(key) { _ in translated }
        }
        return result
    }

    private func report(
        _ code: String, _ node: ConfigurationNode, _ message: String, _ names: [String] = [], fix: String? = nil
    ) {
        guard let place = node.location else { return }
        collector.report(
            code, at: place, message,
            fix: Suggestion.question(for: node.text ?? "", in: names) ?? fix ?? "Remove it: it is as in \(file).")
    }
}

extension ConfigurationNode {
    /// A group of a field's words with those of a translation; nil if that lacks one.
    fileprivate func translatedGroup(by words: ConfigurationNode, _ key: String) -> ConfigurationNode? {
        switch key {
        case "options":
            // Options that are only texts are also the values that are sent.
            let values = items.isEmpty ? members.map(\.key) : items
            let translated = values.compactMap { value in
                words[value.text ?? ""].map { Member(key: value, value: $0) }
            }
            return translated.count == values.count ? ConfigurationNode(.mapping(translated), inPlaceOf: self) : nil
        case "links":
            return words.members.map { $0.value.text ?? "" } == members.map { $0.value.text ?? "" } ? words : nil
        case "requirements":
            guard let title = words["title"], let rules = self["rules"] else { return nil }
            let translated = rules.items.compactMap { rule in
                words["rules"]?.items.first { $0["rule"]?.text == rule["rule"]?.text }?["words"].map { text in
                    rule.changing("words") { _ in text }
                }
            }
            guard translated.count == rules.items.count else { return nil }
            return changing("title") { _ in title }
                .changing("rules") { _ in ConfigurationNode(.sequence(translated), inPlaceOf: rules) }
        default:
            guard let label = words["label"], let list = words["words"], list.items.count == self["words"]?.items.count
            else { return nil }
            return changing("label") { _ in label }.changing("words") { _ in list }
        }
    }
}
