package import Diagnostics
internal import TextEncoding

/// A variable of an email: `{{name}}`, a value that is known only when an email is sent.
///
/// The variables below are available everywhere. An email spec declares others under `variables:`, each with an
/// example.
package struct TemplateVariable: RawRepresentable, Hashable, Sendable {
    /// The name as written between the braces.
    package let rawValue: String

    /// Creates a variable from its name, known or not.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The URL of the link, from its URL template in `app.yml`.
    package static let link = TemplateVariable(rawValue: "link")
    /// A code to be typed instead of opening the link.
    package static let code = TemplateVariable(rawValue: "code")
    package static let email = TemplateVariable(rawValue: "email")
    package static let name = TemplateVariable(rawValue: "name")
    package static let app = TemplateVariable(rawValue: "app")
    /// The link's lifetime: `1 hour`.
    package static let expires = TemplateVariable(rawValue: "expires")
    /// The support address of `app.yml`.
    package static let support = TemplateVariable(rawValue: "support")
    /// The time at which the email was requested.
    package static let time = TemplateVariable(rawValue: "time")
    /// The place from which the email was requested: a city or an IP address.
    package static let place = TemplateVariable(rawValue: "place")
    /// The browser or device with which the email was requested.
    package static let device = TemplateVariable(rawValue: "device")

    /// The variables that every email may use.
    package static let known: [TemplateVariable] = [
        .link, .code, .email, .name, .app, .expires, .support, .time, .place, .device,
    ]

    /// The last words of names that other systems give to these values: `user.first_name`, `reset_url`.
    private static let synonyms: [(variable: TemplateVariable, words: Set<String>)] = [
        (
            .name,
            [
                "first_name", "firstname", "given_name", "full_name", "fullname", "display_name", "username",
                "user_name",
                "user", "customer", "customer_name",
            ]
        ),
        (
            .link,
            [
                "url", "uri", "href", "action_url", "reset_url", "reset_link", "activate_url", "confirmation_url",
                "verify_url", "magic_link", "password_reset_url", "verification_url",
            ]
        ),
        (.code, ["otp", "pin", "passcode", "verification_code"]),
        (.email, ["mail", "email_address", "user_email", "recipient", "e_mail"]),
        (.app, ["app_name", "site_name", "product_name", "company", "company_name", "site"]),
        (.expires, ["expiry", "expiration", "expires_in", "expires_at", "ttl", "lifetime"]),
        (.support, ["support_email", "support_url", "contact"]),
        (.place, ["ip", "ip_address", "location"]), (.device, ["user_agent", "browser"]),
    ]

    /// The known variable that a name of another system means; nil if there is none.
    var synonym: TemplateVariable? {
        // `$user->name` and `.User.Name` are paths too.
        let path = rawValue.prefix { $0 != "|" }.split { ".->$".contains($0) }.map { part in
            TemplateVariable(rawValue: String(part.trimmed)).declarable?.rawValue ?? ""
        }
        guard let last = path.last else { return nil }
        let isPath = path.count > 1 || rawValue.contains("|")
        return Self.synonyms.first { $0.words.contains(last) || isPath && $0.variable.rawValue == last }?.variable
    }

    package var isKnown: Bool { Self.known.contains(self) }

    /// Whether not every system and not every recipient has it.
    package var isUncertain: Bool { ["name", "place", "device", "time"].contains(rawValue) }

    /// Whether the name is that of a password: `new_password`, `userPassword`.
    var isPassword: Bool {
        let words = (declarable?.rawValue ?? rawValue).split(separator: "_")
        return words.last.map { ["password", "pwd", "passwd"].contains($0) } ?? false
    }

    /// Whether an email may declare a variable with this name: lower-case letters, digits and underscores, beginning
    /// with a letter.
    var isDeclarable: Bool {
        rawValue.utf8.first?.isASCIILowercase == true
            && rawValue.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }

    /// The name in a form that an email can declare: `first_name` for `firstName` and `first-name`; nil if no valid
    /// name remains.
    var declarable: TemplateVariable? {
        var name = ""
        var previous: Character?
        for character in rawValue {
            if character.isUppercase, previous?.isLowercase == true { name += "_" }
            previous = character
            name += character.isLetter || character.isNumber ? character.lowercased() : "_"
        }
        let variable = TemplateVariable(rawValue: name)
        return variable.isDeclarable ? variable : nil
    }
}

extension TemplateVariable: CustomStringConvertible {
    /// The name as written between the braces.
    package var description: String { rawValue }
}

/// A use of a variable, and whether the email can be sent without its value.
package struct VariableUse: Hashable, Sendable {
    package let variable: TemplateVariable
    package let location: SourceLocation
    /// Whether the use is inside a section of the same variable, which is omitted if the variable has no value.
    package let isOptional: Bool
    let isInSection: Bool

    init(variable: TemplateVariable, location: SourceLocation, sections: Set<TemplateVariable>) {
        self.variable = variable
        self.location = location
        isOptional = sections.contains(variable)
        isInSection = !sections.isEmpty
    }
}
