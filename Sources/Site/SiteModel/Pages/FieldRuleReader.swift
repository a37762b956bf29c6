import AuthContracts
import Configuration
import Diagnostics

extension FieldRule {
    /// Reads the rule of a field, such as `email`, or `same-as` with the name of another field of the state.
    init?(_ value: ConfigurationValue, of field: String?, among names: [String]) {
        guard let text = String(reading: value) else { return nil }
        if let rule = FieldRule.named[text] {
            self = rule
            return
        }
        guard text.hasPrefix("same-as ") else {
            let known = FieldRule.named.keys.sorted()
            let suggestion = FieldRule.advice(on: text.lowercased(), among: names.filter { $0 != field })
            value.report(
                "unknown-rule", "'\(text)' is not a rule",
                fix: suggestion ?? "The rules are \(known.joined(separator: ", ")) and 'same-as' with a field's name.",
                word: suggestion == nil ? text : nil, choices: known)
            return nil
        }
        let other = String(text.dropFirst("same-as ".count))
        let others = names.filter { $0 != field }
        self = .same(as: other)
        // A field without a name, which was reported, may be the one.
        guard !others.contains(other), !names.contains("") else { return }
        let isItself = other == field
        // The repeated field is what is misspelt.
        let isOfRequests = ["new-password", "new-email"].contains(other)
        value.report(
            "unknown-field",
            isItself ? "a field is always the same as itself" : "there is no field '\(other)' in this state",
            fix: others.isEmpty
                ? "Add the field that this one repeats, or use another rule."
                : isOfRequests
                    ? "Call the field that this one repeats '\(other)', as requests take it; or write 'same-as \(others[0])'."
                    : "Name the field that this one repeats: \(others.map { "'same-as \($0)'" }.joined(separator: " or ")).",
            word: isItself || isOfRequests ? nil : other, choices: others)
    }
}

extension FieldRule {
    /// The rules by the names that HTML and other tools use.
    private static let otherNames: [String: String] = [
        "phone": "tel", "telephone": "tel", "mobile": "tel", "phone-number": "tel", "mail": "email", "e-mail": "email",
        "email-address": "email", "string": "text", "input": "text", "name": "text", "username": "text", "url": "text",
        "number": "text", "any": "text", "birthday": "date", "day": "date", "datetime": "date",
        "new-password": "password", "old-password": "current-password", "otp": "code", "pin": "code",
        "one-time-code": "code", "checkbox": "consent", "check": "consent", "tick": "consent", "boolean": "consent",
        "bool": "consent", "agree": "consent", "terms": "consent",
    ]
    private static let choices: Set = [
        "select", "dropdown", "drop-down", "radio", "option", "options", "enum", "list", "one-of", "picker", "combobox",
    ]
    private static let severalLines: Set = [
        "textarea", "text-area", "multiline", "multi-line", "longtext", "paragraph",
    ]

    /// The fix for a name from another tool; nil for a word that is neither one of these names nor similar to one.
    private static func advice(on text: String, among others: [String]) -> ValueMessage? {
        if let name = otherNames[text] { return "Write 'rule: \(name)'." }
        if choices.contains(text) { return "Write 'rule: choice', and what to choose from under 'options:'." }
        if severalLines.contains(text) { return "Write 'rule: text', and 'lines: 4' for the height." }
        if ["same", "confirm", "repeat", "match", "equal"].contains(where: text.contains) {
            let other = others.first { $0.contains("password") } ?? others.first ?? "new-password"
            return "Write 'rule: same-as \(other)'."
        }
        if Suggestion.nearest(to: text, in: named.keys) != nil { return nil }
        let near = Suggestion.nearest(to: text, in: otherNames.keys.sorted() + choices.sorted() + severalLines.sorted())
        return near.flatMap { advice(on: $0, among: others) }
    }
}
