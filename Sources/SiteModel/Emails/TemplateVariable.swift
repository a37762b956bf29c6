public import Diagnostics

/// A variable of an email: `{{name}}`, a value that is only known when an email is sent.
///
/// The variables below are known everywhere. An email spec declares others, each with an example, under `variables:`.
public struct TemplateVariable: RawRepresentable, Hashable, Sendable {
    /// The name as it stands in braces.
    public let rawValue: String

    /// The variable of a name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The address of the link, of the URL template in `app.yml`.
    public static let link = TemplateVariable(rawValue: "link")
    /// A code that a person types in place of opening the link.
    public static let code = TemplateVariable(rawValue: "code")
    /// The address that the email goes to.
    public static let email = TemplateVariable(rawValue: "email")
    /// The person's name.
    public static let name = TemplateVariable(rawValue: "name")
    /// The app's name.
    public static let app = TemplateVariable(rawValue: "app")
    /// The link's lifetime: `1 hour`.
    public static let expires = TemplateVariable(rawValue: "expires")
    /// The support address of `app.yml`.
    public static let support = TemplateVariable(rawValue: "support")
    /// When the email was asked for.
    public static let time = TemplateVariable(rawValue: "time")
    /// Where it was asked for: a city, or an IP address.
    public static let place = TemplateVariable(rawValue: "place")
    /// With which browser or device it was asked for.
    public static let device = TemplateVariable(rawValue: "device")

    /// The variables that every email may use.
    public static let known: [TemplateVariable] = [
        .link, .code, .email, .name, .app, .expires, .support, .time, .place, .device,
    ]

    /// Whether the variable is one of `known`.
    public var isKnown: Bool { Self.known.contains(self) }

    /// Whether an email may declare a variable of this name: lower-case letters, digits and underscores, a letter first.
    var isDeclarable: Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        return rawValue.utf8.first.map(isLetter) == true
            && rawValue.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// The name as an email could declare it: `first_name` for `firstName` and `first-name`; nil where nothing is left of it.
    var declarable: TemplateVariable? {
        var name = ""
        for character in rawValue {
            if character.isUppercase, name.last?.isLowercase == true { name += "_" }
            name += character.isLetter || character.isNumber ? character.lowercased() : "_"
        }
        let variable = TemplateVariable(rawValue: name)
        return variable.isDeclarable ? variable : nil
    }
}

extension TemplateVariable: CustomStringConvertible {
    /// The name as it stands in braces.
    public var description: String { rawValue }
}

/// A use of a variable, and whether the email can do without it.
public struct VariableUse: Hashable, Sendable {
    /// The variable.
    public let variable: TemplateVariable
    /// Where it is used.
    public let location: SourceLocation
    /// Whether it stands inside a section of its own, which is left out where the variable has no value.
    public let isOptional: Bool
}
