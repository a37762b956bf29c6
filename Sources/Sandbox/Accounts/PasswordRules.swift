/// What an imitated backend asks of a password.
enum PasswordRules {
    /// Counted in Unicode scalars, as Python does and Go's `utf8.RuneCount`.
    static func length(_ password: String) -> Int { password.unicodeScalars.count }

    static func hasUpperCase(_ password: String) -> Bool { has(password) { $0 == .uppercaseLetter } }
    static func hasLowerCase(_ password: String) -> Bool { has(password) { $0 == .lowercaseLetter } }
    static func hasDigit(_ password: String) -> Bool { has(password) { $0 == .decimalNumber } }

    private static func has(_ password: String, _ isWanted: (Unicode.GeneralCategory) -> Bool) -> Bool {
        password.unicodeScalars.contains { isWanted($0.properties.generalCategory) }
    }
}
