/// What a field's value has to be.
public enum FieldRule: Hashable, Sendable {
    case email
    /// A password that is being chosen.
    case password
    /// The password of an account that exists.
    case currentPassword
    /// The same as another field of the state.
    case same(as: String)
    /// A one-time code.
    case code
    case text
    /// A phone number; see `PhoneNumber`.
    case tel
    /// A day; see `CalendarDate`.
    case date
    /// One of some values.
    case choice
    /// A box that has to be ticked.
    case consent
}

extension FieldRule {
    /// The rules that stand alone, by the names that a page spec writes.
    public static let named: [String: FieldRule] = [
        "email": .email, "password": .password, "current-password": .currentPassword, "code": .code, "text": .text,
        "tel": .tel, "date": .date, "choice": .choice, "consent": .consent,
    ]

    /// Whether a value is what the rule asks for; a new password's requirements are asked for separately.
    ///
    /// - Parameters:
    ///   - value: what was typed, or `on` for a ticked box.
    ///   - values: what all fields of the state hold, by their names.
    /// - Returns: whether it may be sent.
    public func isMet(by value: String, among values: [String: String] = [:]) -> Bool {
        switch self {
        case .email: return EmailRule.isMet(by: value)
        case .password, .currentPassword, .text, .choice, .consent: return !value.isEmpty
        case .tel: return PhoneNumber.isMet(by: value)
        case .date: return CalendarDate.isMet(by: value)
        case .same(let other):
            guard let other = values[other], !value.isEmpty else { return false }
            return other.unicodeScalars.elementsEqual(value.unicodeScalars)
        // Emails show codes in groups, and people paste what they see.
        case .code: return value.unicodeScalars.contains { !$0.properties.isWhitespace }
        }
    }

    /// The value as it is sent: a code and a phone number without what only groups them, everything else as it was typed.
    public func normalised(_ value: String) -> String {
        switch self {
        case .code: String(String.UnicodeScalarView(value.unicodeScalars.filter { !$0.properties.isWhitespace }))
        case .tel: PhoneNumber.normalised(value)
        default: value
        }
    }
}
