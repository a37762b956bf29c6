package import AuthContracts

/// Apple's password rules, from which password managers generate passwords that a form accepts.
///
/// The language is that of the `passwordrules` attribute and of `UITextInputPasswordRules`
/// (developer.apple.com/password-rules).
package enum PasswordRules {
    /// The shortest length; Apple ignores rules that would allow a shorter password.
    package static let shortest = 12

    /// The rules for passwords that meet some requirements, in any order, of which `same` has no effect: for instance
    /// `minlength: 12; maxlength: 72; required: lower; required: digit;`, never empty.
    package static func text(for requirements: some Sequence<PasswordRequirement>) -> String {
        var minimum = shortest
        var maximum: Int?
        var classes: [String] = []
        for requirement in requirements {
            switch requirement {
            case .atLeast(let count): minimum = Swift.max(minimum, count)
            // Generated passwords are ASCII, so bytes and scalars are the same.
            case .atMost(let count), .atMostBytes(let count): maximum = Swift.min(maximum ?? count, count)
            case .upper, .lower, .digit, .special: classes.append(requirement.text)
            case .same, .uncommon: continue
            }
        }
        if let maximum { minimum = Swift.min(minimum, maximum) }
        var rules = ["minlength: \(minimum)"]
        if let maximum { rules.append("maxlength: \(maximum)") }
        for name in ["lower", "upper", "digit", "special"] where classes.contains(name) {
            rules.append("required: \(name)")
        }
        // Without `allowed`, generated passwords consist of the required classes only.
        if !classes.isEmpty, !classes.contains("special") { rules.append("allowed: [-]") }
        return rules.map { $0 + ";" }.joined(separator: " ")
    }
}
