/// Apple's password rules: what a password manager has to know to make a password that will be taken.
///
/// The language is that of the `passwordrules` attribute and of `UITextInputPasswordRules`
/// (developer.apple.com/password-rules).
package enum PasswordRules {
    /// Apple ignores rules that would allow a shorter password.
    package static let shortest = 12

    /// The rules for a password that meets some requirements.
    ///
    /// - Parameter requirements: in any order; `same` says nothing about a password.
    /// - Returns: such as `minlength: 12; maxlength: 72; required: lower; required: digit;`, never empty.
    package static func text(for requirements: some Sequence<PasswordRequirement>) -> String {
        var least = shortest
        var most: Int?
        var classes: [String] = []
        for requirement in requirements {
            switch requirement {
            case .atLeast(let count): least = Swift.max(least, count)
            // What a password manager makes is ASCII, where a byte is a scalar.
            case .atMost(let count), .atMostBytes(let count): most = Swift.min(most ?? count, count)
            case .upper, .lower, .digit, .special: classes.append(requirement.text)
            case .same, .uncommon: continue
            }
        }
        if let most { least = Swift.min(least, most) }
        var rules = ["minlength: \(least)"]
        if let most { rules.append("maxlength: \(most)") }
        for name in ["lower", "upper", "digit", "special"] where classes.contains(name) {
            rules.append("required: \(name)")
        }
        // Without a class of its own, Apple takes any that is required for all that is allowed.
        if !classes.isEmpty, !classes.contains("special") { rules.append("allowed: [-]") }
        return rules.map { $0 + ";" }.joined(separator: " ")
    }
}
