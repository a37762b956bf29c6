import AuthContracts
package import Configuration
import JSON

extension Field {
    /// Reads a field of a state with fields of some names, of which an earlier one may have the same.
    init?(_ keys: KeyedReader, among names: [String], isRepeated: Bool) {
        let nameValue = keys.required("name")
        let name = nameValue.flatMap { String(reading: $0) }
        let rule = keys.required("rule").flatMap { FieldRule($0, of: name, among: names) }
        let label = keys.shownText("label")
        self.label = label
        short = keys["short"]
        links = (keys.value("links")?.members ?? []).compactMap { LabelLink(reading: $0, in: label) }
        placeholder = keys["placeholder"]
        hint = keys["hint"]
        isOptional = keys["optional"] ?? false
        let optionValues = keys.value("options")
        // Options of a field with another rule are one mistake, whatever their content.
        options = rule == nil || rule == .choice ? optionValues.flatMap { [ChoiceOption](reading: $0) } ?? [] : []
        lines = keys["lines"]
        autocomplete = keys["autocomplete"]
        icon = keys["icon"]
        error = keys["error"]
        let requirements: Requirements? = keys["requirements"]
        // Requirements of another field are one mistake, whatever their content.
        self.requirements = rule == .password ? requirements : nil
        isFocused = keys["focus"] ?? false
        strength = keys.value("strength")?.keyed(StrengthMeter.keyTable) { StrengthMeter($0, of: rule) }
        guard let nameValue, let name, let rule else { return nil }
        if !PageReader.isName(name) {
            nameValue.report(
                "bad-field-name", "'\(name)' is not a name for a field",
                fix: "\(known: PageReader.nameFix).")
        } else if isRepeated {
            nameValue.report("duplicate-field", "there are two fields '\(name)'", fix: "Rename one.")
        }
        self.name = name
        self.rule = rule
        location = nameValue.location
        checkKinds(keys, options: optionValues)
    }

    /// Checks the keys that only some rules allow.
    private func checkKinds(_ keys: KeyedReader, options value: ConfigurationValue?) {
        let isPassword = name == "password" || name.hasSuffix("-password")
        if isPassword, Self.optionalRules.contains(rule) {
            keys.value("rule")?.report(
                "shown-password", "everyone beside the screen could read the password in this field",
                fix: "Write 'rule: password' or 'rule: current-password', or give the field another name.")
        }
        let isOld = ["current", "old", "existing", "present"].contains(where: name.hasPrefix)
        if isPassword, rule == .currentPassword && name.hasPrefix("new") || rule == .password && isOld {
            keys.value("rule")?.report(
                "other-password",
                rule == .password
                    ? "password managers would invent a new password in this field"
                    : "password managers would fill in the old password in this field",
                fix: rule == .password ? "Write 'rule: current-password'." : "Write 'rule: password'.")
        }
        if rule == .choice, value == nil {
            keys.value("rule")?.report(
                "missing-options", "this choice has no options",
                fix: "Add options, each with the value that is sent: options: { de: Germany, at: Austria }")
        } else if rule != .choice, let value {
            value.report(
                "bad-options", isAboutKey: true, "only a field with 'rule: choice' has options",
                fix: "Remove 'options:', or write 'rule: choice'.")
        }
        if rule != .password, let value = keys.value("requirements") {
            value.report(
                "bad-requirements", isAboutKey: true, "only a new password has requirements",
                fix: "Remove 'requirements:', or write 'rule: password'.")
        }
        if let lines, let value = keys.value("lines") {
            if rule != .text {
                value.report(
                    "bad-lines", isAboutKey: true, "only a field with 'rule: text' has several lines",
                    fix: "Remove 'lines:', or write 'rule: text'.")
            } else if !(2...20).contains(lines) {
                value.report("bad-lines", "\(lines) lines are not a height for a field", fix: "Write 2 to 20.")
            }
        }
        if isOptional, !Self.optionalRules.contains(rule) {
            keys.value("optional")?.report(
                "bad-optional", isAboutKey: true, "a password, its copy and a code cannot be optional",
                fix: "Remove 'optional:'.")
        }
        guard let autocomplete, let value = keys.value("autocomplete") else { return }
        if !Self.autocompleteRules.contains(rule) {
            value.report(
                "bad-autocomplete", isAboutKey: true, "'autocomplete' follows from the rule of this field",
                fix: "Remove 'autocomplete:'.")
        } else if !Self.autocompleteTokens.contains(autocomplete) {
            value.report(
                "bad-autocomplete", "'\(autocomplete)' is not an 'autocomplete' value",
                fix: "Write one of HTML's values: \(Self.autocompleteTokens.joined(separator: ", ")).",
                word: autocomplete, choices: Self.autocompleteTokens)
        }
    }

    /// The rules whose fields may be optional.
    private static let optionalRules: Set<FieldRule> = [.email, .simpleEmail, .text, .tel, .date, .choice, .consent]

    /// The rules from which no `autocomplete` value follows.
    private static let autocompleteRules: Set<FieldRule> = [.text, .tel, .date, .choice]

    /// HTML's "autofill detail tokens" for personal data.
    static let autocompleteTokens = [
        "off", "name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix",
        "nickname", "organization", "organization-title", "street-address", "address-line1", "address-line2",
        "address-level1", "address-level2", "country", "country-name", "postal-code", "language", "bday", "sex", "url",
        "tel", "tel-national",
    ]
}

extension [ChoiceOption] {
    /// Reads a mapping of values to texts, or a list of texts that are also the values.
    fileprivate init?(reading value: ConfigurationValue) {
        if value.node.text?.contains(where: { ",;|\n".contains($0) }) == true {
            value.reportMismatch(expected: "a list")
            return nil
        } else if let options = value.node.writtenOptions {
            value.report(
                "bad-options", "an option is a text, or a text by the value that is sent",
                fix: "Write options: { \(options.joined(separator: ", ")) }")
            return nil
        } else if case .mapping = value.node.kind {
            self = (value.members ?? []).compactMap { member in
                member.shownText.map { ChoiceOption(value: member.name, words: $0) }
            }
        } else {
            self = value.oneOrMany.compactMap { item in
                item.shownText.map { ChoiceOption(value: $0, words: $0) }
            }
        }
        var seen: Set<String> = []
        // What could not be read is told, and may have been meant as one.
        let isRead = count == Swift.max(1, value.node.members.count + value.node.items.count)
        if count < 2, isRead {
            value.report(
                "bad-options", "a choice has two options and more", fix: "Add others, or remove the field.")
        } else if let twice = first(where: { !seen.insert($0.value).inserted }) {
            value.report("bad-options", "two options send '\(twice.value)'", fix: "Remove one.")
        } else if contains(where: \.value.isEmpty) {
            value.report(
                "bad-options", "an option has no value to send", fix: "Write 'optional: true' if nothing may be chosen."
            )
        }
    }
}

extension ConfigurationNode {
    /// Options that are lists or mappings, as other tools have them, each with its value: `de: German` for
    /// `{ value: de, label: German }`. Nil if all are texts, or if a part of one is none.
    fileprivate var writtenOptions: [String]? {
        let options = members.map { ($0.key.text, $0.value) } + items.map { (nil, $0) }
        guard options.contains(where: { $0.1.text == nil }) else { return nil }
        let lines = options.compactMap { name, option -> String? in
            let parts: [(key: String?, node: ConfigurationNode)] =
                option.text != nil
                ? [(nil, option)] : option.members.map { ($0.key.text, $0.value) } + option.items.map { (nil, $0) }
            let texts = parts.compactMap { key, node in (node.written ?? node.text).map { (key: key, text: $0) } }
            guard let first = texts.first, let last = texts.last, texts.count == parts.count else { return nil }
            let label = texts.first { ["label", "text", "title", "name"].contains($0.key) }
            let own = texts.count == 1 && label == nil ? first.key : nil
            let value = name ?? texts.first { ["value", "id", "key", "code"].contains($0.key) }?.text ?? own
            return [value ?? first.text, (label ?? last).text].map { JSONValue.string($0).flowYAML }.joined(
                separator: ": ")
        }
        return lines.count == options.count ? lines : nil
    }
}

extension LabelLink {
    /// Reads a destination, whose key is the text of the link within the label.
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
                "bad-label-link", "a label cannot link to '\(text)'",
                fix: "Write a path of the site, such as /terms, or an https address.")
            return nil
        }
    }
}

extension StrengthMeter {
    fileprivate init?(_ keys: KeyedReader, of rule: FieldRule?) {
        let label = keys.required("label")
        words = keys.required("words")?.items?.map { $0.shownText ?? "" } ?? []
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
    /// Reads the checklist of a password's requirements.
    package init?(_ keys: KeyedReader) {
        title = keys.shownText("title")
        rules = keys.required("rules") ?? []
    }
}

extension Requirement: KeyedReadable {
    /// Reads an item of the checklist.
    package init?(_ keys: KeyedReader) {
        let value = keys.required("rule")
        let text = value.flatMap { String(reading: $0) }
        words = keys.shownText("words")
        guard let value, let text else { return nil }
        guard let rule = PasswordRequirement(text) else {
            let known = ["digit", "lower", "same", "special", "uncommon", "upper"]
            let likely = PasswordRequirement.likely(text)
            value.report(
                "unknown-requirement", "'\(text)' is not a requirement",
                fix: likely?.count == 1
                    ? "Write '\(PasswordRequirement.list(likely ?? []))'."
                    : "The requirements are \(known: known.joined(separator: ", ")), 'at-least' and 'at-most' with a number.",
                word: likely?.count == 1 ? nil : text, choices: known)
            return nil
        }
        self.rule = Located(rule, at: value.location)
    }
}
