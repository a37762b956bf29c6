internal import Diagnostics

/// The members of a mapping, read by their keys.
public final class KeyedReader {
    /// The mapping itself, for problems with the whole.
    public let mapping: ConfigurationValue
    private let members: [ConfigurationValue]
    /// The keys that were asked for, in that order.
    private var asked: [String] = []
    private var missing: [String] = []
    private var takesOthers = false

    init(_ mapping: ConfigurationValue, members: [ConfigurationValue]) {
        self.mapping = mapping
        self.members = members
    }

    /// The value of a key, be it null; nil where the mapping does not have the key.
    public func member(_ key: String) -> ConfigurationValue? {
        if !asked.contains(key) { asked.append(key) }
        return members.first { $0.name == key }
    }

    /// The value of a key that may be left out, or have no value; then nil.
    public func value(_ key: String) -> ConfigurationValue? {
        member(key).flatMap { $0.node.isNull ? nil : $0 }
    }

    /// The value of a key, read as a type; nil where it is left out or wrong.
    public subscript<Value: ConfigurationReadable>(key: String) -> Value? {
        value(key).flatMap { Value(reading: $0) }
    }

    /// The value of a key that has to be there; nil, and a problem, where it is not.
    public func required(_ key: String) -> ConfigurationValue? {
        let value = member(key)
        if value == nil { missing.append(key) }
        return value
    }

    /// The value of a key that has to be there, read as a type; nil, and a problem, where it is missing or wrong.
    public func required<Value: ConfigurationReadable>(_ key: String) -> Value? {
        required(key).flatMap { Value(reading: $0) }
    }

    /// A text that has to be there, with its place; an empty one, and a problem, where it is missing or wrong.
    public func requiredText(_ key: String) -> Located<String> {
        required(key) ?? Located("", at: mapping.location)
    }

    /// The items of a list, or one value as a list of one; nil where the key is left out.
    public func oneOrMany<Value: ConfigurationReadable>(_ key: String) -> [Value]? {
        value(key)?.oneOrMany.compactMap { Value(reading: $0) }
    }

    /// The members that nobody has asked for yet. Then no key counts as unknown.
    public var others: [ConfigurationValue] {
        takesOthers = true
        return members.filter { !asked.contains($0.name) }
    }

    /// Refuses a key of an earlier version with the name that it has now.
    public func renamed(_ old: String, to new: String) {
        guard let value = members.first(where: { $0.name == old }) else { return }
        asked += [old, new]
        missing.removeAll { $0 == new }
        value.report(
            "renamed-key", isAboutKey: true, "the key '\(old)' is called '\(new)' now", fix: "Write '\(new)'.")
    }

    func reportUnknownAndMissing() {
        let present = members.map(\.name)
        let candidates = asked.filter { !present.contains($0) }
        for member in takesOthers ? [] : members {
            let name = member.name
            guard !asked.contains(name) else { continue }
            let nearest = name.contains(":") ? nil : Suggestion.nearest(to: name, in: candidates)
            // A misspelt key is one problem, not two.
            missing.removeAll { $0 == nearest }
            member.report(
                "unknown-key", isAboutKey: true, "unknown key '\(name)'",
                fix: name.contains(":")
                    ? "Write a space after the ':' that ends the key."
                    : "The keys here are \(asked.joined(separator: ", ")).",
                word: nearest.map { _ in name }, choices: candidates)
        }
        for key in missing { mapping.report("missing-key", "missing key '\(key)'", fix: "Add '\(key)'.") }
    }
}
