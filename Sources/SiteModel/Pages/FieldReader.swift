import AuthContracts
import CommonMark
public import Configuration
import Diagnostics

extension Field {
    /// Reads one field.
    ///
    /// - Parameters:
    ///   - keys: the field's keys.
    ///   - names: the names of all the fields of the state.
    ///   - isRepeated: whether a field before this one has its name.
    init?(_ keys: KeyedReader, among names: [String], isRepeated: Bool) {
        let nameValue = keys.required("name")
        let name = nameValue.flatMap { String(reading: $0) }
        let rule = keys.required("rule").flatMap { FieldRule($0, of: name, among: names) }
        let label = keys.shownText("label").value
        self.label = label
        links = (keys.value("links")?.members ?? []).compactMap { LabelLink(reading: $0, in: label) }
        placeholder = keys["placeholder"]
        icon = keys["icon"]
        error = keys["error"]
        requirements = keys["requirements"]
        isFocused = keys["focus"] ?? false
        strength = keys.value("strength")?.keyed(StrengthMeter.keyTable) { StrengthMeter($0, of: rule) }
        guard let nameValue, let name, let rule else { return nil }
        if !PageReader.isName(name) {
            nameValue.report(
                "bad-field-name", "'\(name)' is not a name for a field",
                fix: "Use lower-case letters, digits and hyphens.")
        } else if isRepeated {
            nameValue.report("duplicate-field", "there are two fields '\(name)'", fix: "Rename one.")
        }
        self.name = name
        self.rule = rule
        location = nameValue.location
    }
}

extension LabelLink {
    /// Reads an address by the words of the label that lead there.
    fileprivate init?(reading value: ConfigurationValue, in label: String) {
        guard let text = String(reading: value) else { return nil }
        if !label.contains(value.name) {
            value.report(
                "unknown-words", isAboutKey: true, "the label '\(label)' does not contain '\(value.name)'",
                fix: "Write the words as the label has them.")
        }
        switch try? LinkDestination(parsing: text) {
        case let destination? where destination.isAddress:
            self.init(words: value.name, destination: Located(destination, at: value.location))
        default:
            value.report(
                "bad-label-link", "a label cannot lead to '\(text)'",
                fix: "Write a path of the site, such as /terms, or an https address.")
            return nil
        }
    }
}

extension FieldRule {
    /// Reads a rule's name.
    ///
    /// - Parameters:
    ///   - value: `email`, or `same-as` with the name of another field of the state.
    ///   - field: the name of the field that has the rule.
    ///   - names: the names of all the fields of the state.
    fileprivate init?(_ value: ConfigurationValue, of field: String?, among names: [String]) {
        guard let text = String(reading: value) else { return nil }
        if let rule = FieldRule.named[text] {
            self = rule
            return
        }
        guard text.hasPrefix("same-as ") else {
            let known = FieldRule.named.keys.sorted()
            value.report(
                "unknown-rule", "'\(text)' is not a rule",
                fix: "The rules are \(known.joined(separator: ", ")) and 'same-as' with a field's name.", word: text,
                choices: known)
            return nil
        }
        let other = String(text.dropFirst("same-as ".count))
        let others = names.filter { $0 != field }
        self = .same(as: other)
        guard !others.contains(other) else { return }
        let isItself = other == field
        value.report(
            "unknown-field",
            isItself ? "a field is always the same as itself" : "there is no field '\(other)' in this state",
            fix: others.isEmpty
                ? "Add the field that this one repeats, or use another rule."
                : "Name the field that this one repeats: \(others.map { "'same-as \($0)'" }.joined(separator: " or ")).",
            word: isItself ? nil : other, choices: others)
    }
}

extension StrengthMeter {
    fileprivate init?(_ keys: KeyedReader, of rule: FieldRule?) {
        let label = keys.required("label")
        words = keys.required("words") ?? []
        self.label = label.flatMap { $0.shownText } ?? ""
        guard let label, let rule else { return }
        if rule != .password {
            label.report(
                "bad-strength", "only a new password has a strength",
                fix: "Remove 'strength:', or write 'rule: password'.")
        } else if !(2...6).contains(words.count) {
            label.report(
                "bad-strength", "a strength has 2 to 6 words, and here it has \(words.count)",
                fix: "Write them from the weakest to the strongest: words: [Weak, Fair, Good, Strong]")
        }
    }
}

extension Requirements: KeyedReadable {
    /// Reads the list of what a password has to have.
    public init?(_ keys: KeyedReader) {
        title = keys.shownText("title").value
        rules = keys.required("rules") ?? []
    }
}

extension Requirement: KeyedReadable {
    /// Reads one line of the list.
    public init?(_ keys: KeyedReader) {
        let value = keys.required("rule")
        let text = value.flatMap { String(reading: $0) }
        words = keys.shownText("words").value
        guard let value, let text else { return nil }
        guard let rule = PasswordRequirement(text) else {
            let known = ["digit", "lower", "same", "special", "upper"]
            value.report(
                "unknown-requirement", "'\(text)' is not a requirement",
                fix: "The requirements are \(known.joined(separator: ", ")), 'at-least' and 'at-most' with a number.",
                word: text, choices: known)
            return nil
        }
        self.rule = Located(rule, at: value.location)
    }
}
