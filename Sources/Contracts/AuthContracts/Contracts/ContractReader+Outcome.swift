import Configuration
import Problems

extension OutcomeName {
    /// The names by which page specs refer to special cases of outcomes.
    private static let reserved = [
        "email-sent", "email-sent-again", "already-sent", "try-again-in", "unreachable", "session-ended",
    ]

    /// The name that rules have in place of a declared one; nil unless it is probably the declaration that is misspelt: no
    /// outcome can have its name, or the rules have theirs several times, or beside the same words of the backend.
    static func written(for name: String, in operations: ConfigurationNode?, besides declared: [String]) -> String? {
        let written = operations?.values(of: "is") ?? []
        let unknown = written.filter { !declared.contains($0) && OutcomeName(rawValue: $0) == nil }
        guard !written.contains(name), let near = Suggestion.nearest(to: name, in: unknown) else { return nil }
        if !Contract.Operation.isName(name) { return Contract.Operation.isName(near) ? near : nil }
        func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
        // The rest of the file may have a word of one, and none of the other: `/members` beside 'already-a-membr'.
        let words = Set(name.split(separator: "-"))
        let others = Set(near.split(separator: "-"))
        func isUsed(_ word: Substring) -> Bool {
            operations?.texts.contains { $0 != near && $0.split { !$0.isLetter }.contains { $0.hasPrefix(word) } }
                == true
        }
        if let wrong = words.subtracting(others).first, let right = others.subtracting(words).first,
            words.count == others.count, isUsed(right), !isUsed(wrong)
        {
            return near
        }
        let isSame = letters(name) == letters(near)
        let texts = isSame ? unknown : operations?.texts ?? []
        let uses = texts.count { letters($0) == letters(near) }
        return uses > 1 && (isSame || !texts.contains { letters($0) == letters(name) }) ? near : nil
    }

    /// Reads a declaration, in which the outcome may be misspelt.
    init?(declaredBy value: ConfigurationValue, as written: String?) {
        if let written {
            value.report(
                "unknown-outcome", isAboutKey: true,
                "no rule results in '\(value.name)', which is declared here, and '\(known: written)' is not declared",
                fix: "Write '\(known: written)'.")
        } else if OutcomeName(rawValue: value.name) != nil || Self.reserved.contains(value.name) {
            value.report(
                "known-outcome", isAboutKey: true, "'\(value.name)' is a built-in outcome",
                fix: "Remove it, or choose another name.")
        } else if !Contract.Operation.isName(value.name) {
            value.report(
                "bad-outcome-name", isAboutKey: true, "'\(value.name)' is not a name for an outcome",
                fix: "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter.")
        }
        // The rules that have it are right, whatever it was to mean.
        let meaning: Meaning? = value.word()
        self.init(declared: written ?? value.name, meaning: meaning ?? .stays)
    }
}

extension ConfigurationNode {
    /// The texts that keys of a name have in it, at any depth.
    fileprivate func values(of key: String) -> [String] {
        items.flatMap { $0.values(of: key) }
            + members.flatMap {
                ($0.key.text == key ? [$0.value.text].compactMap(\.self) : []) + $0.value.values(of: key)
            }
    }
}
