public import AuthContracts
public import CommonMark
public import Configuration
public import Diagnostics

/// An input field.
public struct Field: Hashable, Sendable {
    /// The field's name, by which operations and placeholders refer to it.
    public let name: String
    /// The values that it accepts.
    public let rule: FieldRule
    /// The visible label.
    public let label: String
    /// The name in lists of fields; nil for the label.
    public let short: String?
    /// The links in the label, such as one to the terms of service.
    public let links: [LabelLink]
    /// The placeholder of the empty input; nil for none.
    public let placeholder: String?
    /// The line of help below the label; nil for none.
    public let hint: String?
    /// Whether it may be left empty.
    public let isOptional: Bool
    /// The options of a field with the rule `choice`; empty for other rules.
    public let options: [ChoiceOption]
    /// The height of a multi-line field in lines; nil for a single-line field.
    public let lines: Int?
    /// HTML's `autocomplete` value; nil for the one that follows from the rule.
    public let autocomplete: String?
    /// The icon before the input, the name of a file in the templates.
    public let icon: Located<String>?
    /// The message shown if the value is invalid.
    public let error: String?
    /// The checklist that is shown while a new password is typed.
    public let requirements: Requirements?
    /// Whether it is focused when its state is the first one shown.
    public let isFocused: Bool
    /// The strength meter that is shown while a new password is typed.
    public let strength: StrengthMeter?
    /// The location of the field in the page spec.
    public let location: SourceLocation
}

/// An option of a field with the rule `choice`.
public struct ChoiceOption: Hashable, Sendable {
    /// The value that is sent.
    public let value: String
    /// The text that is shown.
    public let words: String
}

/// A link within a label.
public struct LabelLink: Hashable, Sendable {
    /// The text of the link, as in the label.
    public let words: String
    /// A site path or an https URL, with its location in the page spec.
    public let destination: Located<LinkDestination>
}

/// Rates the strength of a new password in words.
public struct StrengthMeter: Hashable, Sendable {
    /// The text before the rating.
    public let label: String
    /// The ratings from the weakest to the strongest: 2 to 6.
    public let words: [String]
}

/// The checklist of a password's requirements.
public struct Requirements: Hashable, Sendable {
    /// The line above the checklist.
    public let title: String
    /// The items of the checklist, in order.
    public let rules: [Requirement]
}

/// An item of the checklist.
public struct Requirement: Hashable, Sendable {
    /// The requirement.
    public let rule: Located<PasswordRequirement>
    /// The item's text.
    public let words: String
}
