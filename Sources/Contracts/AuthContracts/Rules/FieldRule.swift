/// The validation rule of a form field.
public enum FieldRule: Hashable, Sendable {
    /// An email address; see `EmailRule.standard`.
    case email
    /// An email address of the characters that most have; see `EmailRule.simple`.
    case simpleEmail
    /// A new password.
    case password
    /// The password of an existing account.
    case currentPassword
    /// The same value as another field of the state.
    case same(as: String)
    /// A one-time code.
    case code
    /// Any text that is not empty.
    case text
    /// A phone number; see `PhoneNumber`.
    case tel
    /// A date; see `CalendarDate`.
    case date
    /// One of a list of values.
    case choice
    /// A checkbox that must be ticked.
    case consent
}

extension FieldRule {
    /// The rules without parameters, by their names in page specs.
    package static let named: [String: FieldRule] = [
        "email": .email, "simple-email": .simpleEmail, "password": .password, "current-password": .currentPassword,
        "code": .code, "text": .text,
        "tel": .tel, "date": .date, "choice": .choice, "consent": .consent,
    ]

    /// Whether a value is valid. The requirements for a new password are checked separately.
    ///
    /// - Parameters:
    ///   - value: the text entered, or `on` for a ticked checkbox.
    ///   - values: the values of all fields of the state, by name.
    /// - Returns: whether the value may be sent.
    public func isMet(by value: String, among values: [String: String] = [:]) -> Bool {
        switch self {
        case .email: return EmailRule.standard.isMet(by: normalised(value))
        case .simpleEmail: return EmailRule.simple.isMet(by: normalised(value))
        case .password, .currentPassword, .text, .choice, .consent: return !value.isEmpty
        case .tel: return PhoneNumber.isMet(by: value)
        case .date: return CalendarDate.isMet(by: value)
        case .same(let other):
            guard let other = values[other], !value.isEmpty else { return false }
            return other.unicodeScalars.elementsEqual(value.unicodeScalars)
        // Emails show codes in groups, and users paste them with the spaces.
        case .code: return value.unicodeScalars.contains { !$0.properties.isWhitespace }
        }
    }

    /// The value to send: an email address without white space around it, which keyboards add after a suggestion; a
    /// code or a phone number without separators; any other value unchanged.
    public func normalised(_ value: String) -> String {
        switch self {
        case .email, .simpleEmail:
            let scalars = value.unicodeScalars.drop(while: \.properties.isWhitespace)
            let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:)) ?? scalars.startIndex
            return String(scalars[..<end])
        case .code: return String(String.UnicodeScalarView(value.unicodeScalars.filter { !$0.properties.isWhitespace }))
        case .tel: return PhoneNumber.normalised(value)
        default: return value
        }
    }
}
