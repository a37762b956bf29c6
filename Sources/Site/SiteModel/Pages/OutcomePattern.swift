package import AuthContracts

/// An outcome's name, or a prefix followed by `*`, such as `link-*`.
package struct OutcomePattern: Hashable, Sendable {
    /// The text as written.
    package let text: String

    /// Creates a pattern from a name, or from a prefix followed by `*`.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether the pattern matches a name; `link-*` also matches every declared one whose meaning is a dead link.
    package func matches(_ name: OutcomeName) -> Bool {
        guard text.utf8.last == UInt8(ascii: "*") else { return text == name.rawValue }
        return name.rawValue.hasPrefix(text.dropLast()) || (text == "link-*" && name.meaning == .linkDead)
    }
}
