package import AuthContracts
package import Configuration
package import Diagnostics

package struct Field: Hashable, Sendable {
    /// The field's name, by which operations and placeholders refer to it.
    package let name: String
    /// The values that it accepts.
    package let rule: FieldRule
    package let label: String
    /// The name in lists of fields; nil for the label.
    package let short: String?
    /// The links in the label, such as one to the terms of service.
    package let links: [LabelLink]
    /// The placeholder of the empty input; nil for none.
    package let placeholder: String?
    /// The line of help below the label; nil for none.
    package let hint: String?
    /// Whether it may be left empty.
    package let isOptional: Bool
    /// The options of a field with the rule `choice`; empty for other rules.
    package let options: [ChoiceOption]
    /// The height of a multi-line field in lines; nil for a single-line field.
    package let lines: Int?
    /// HTML's `autocomplete` value; nil for the one that follows from the rule.
    package let autocomplete: String?
    /// The icon before the input, the name of a file in the templates.
    package let icon: Located<String>?
    /// The message shown if the value is invalid.
    package let error: String?
    /// The checklist that is shown while a new password is typed.
    package let requirements: Requirements?
    /// Whether it is focused when its state is the first one shown.
    package let isFocused: Bool
    /// The strength meter that is shown while a new password is typed.
    package let strength: StrengthMeter?
    package let location: SourceLocation
}

extension Field {
    var texts: [String] {
        [label, placeholder, hint, error].compactMap(\.self) + options.map(\.words)
            + (requirements.map { [$0.title] + $0.rules.map(\.words) } ?? [])
            + (strength.map { [$0.label] + $0.words } ?? [])
    }
}

/// An option of a field with the rule `choice`.
package struct ChoiceOption: Hashable, Sendable {
    /// The value that is sent.
    package let value: String
    /// The text that is shown.
    package let words: String
}

package struct LabelLink: Hashable, Sendable {
    package let words: String
    /// A site path or an https URL, with its location in the page spec.
    package let destination: Located<LinkDestination>
}

/// Rates the strength of a new password in words.
package struct StrengthMeter: Hashable, Sendable {
    /// The text before the rating.
    package let label: String
    /// The ratings from the weakest to the strongest: 2 to 6.
    package let words: [String]
}

/// The checklist of a password's requirements.
package struct Requirements: Hashable, Sendable {
    /// The line above the checklist.
    package let title: String
    /// The items of the checklist, in order.
    package let rules: [Requirement]
}

/// An item of the checklist.
package struct Requirement: Hashable, Sendable {
    package let rule: Located<PasswordRequirement>
    /// The item's text.
    package let words: String
}
