public import AuthContracts
public import CommonMark
public import Configuration
public import Diagnostics

/// Something that a person types.
public struct Field: Hashable, Sendable {
    /// The field's name, by which operations and placeholders refer to it.
    public let name: String
    /// What may be entered.
    public let rule: FieldRule
    /// The visible label.
    public let label: String
    /// Parts of the label that lead somewhere, such as the terms that a person agrees to.
    public let links: [LabelLink]
    /// The example inside of the empty input; nil for none.
    public let placeholder: String?
    /// The line under the label that says how to fill it in; nil for none.
    public let hint: String?
    /// Whether it may be left empty.
    public let isOptional: Bool
    /// What a person chooses from, for the rule `choice`; empty for every other.
    public let options: [Option]
    /// The height of a field of several lines, in lines; nil for one of one line.
    public let lines: Int?
    /// What browsers fill it in with, in the words of HTML's `autocomplete`; nil for what follows from the rule.
    public let autocomplete: String?
    /// The picture in front of the input, of the templates' closed set.
    public let icon: Located<String>?
    /// The words beside the field when the rule does not hold.
    public let error: String?
    /// What a new password has to have, shown while it is typed.
    public let requirements: Requirements?
    /// Whether it has the focus when its state is the first that a person sees.
    public let isFocused: Bool
    /// How good a new password is, shown while it is typed.
    public let strength: StrengthMeter?
    /// Where the page spec has the field.
    public let location: SourceLocation
}

/// One of the values that a person chooses from.
public struct Option: Hashable, Sendable {
    /// What is sent.
    public let value: String
    /// What a person reads.
    public let words: String
}

/// A part of a label that leads somewhere.
public struct LabelLink: Hashable, Sendable {
    /// As the label has it.
    public let words: String
    /// A path of the site, or another site, and where the page spec names it.
    public let destination: Located<LinkDestination>
}

/// Says in a word how good a new password is.
public struct StrengthMeter: Hashable, Sendable {
    /// The words in front of the rating.
    public let label: String
    /// From the weakest to the strongest: 2 to 6.
    public let words: [String]
}

/// The list of what a password has to have.
public struct Requirements: Hashable, Sendable {
    /// The line above the list.
    public let title: String
    /// The lines of the list, in order.
    public let rules: [Requirement]
}

/// One line of the list.
public struct Requirement: Hashable, Sendable {
    /// What the password has to have.
    public let rule: Located<PasswordRequirement>
    /// How the line says it.
    public let words: String
}
