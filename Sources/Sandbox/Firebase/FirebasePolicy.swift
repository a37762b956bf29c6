internal import AuthContracts
internal import JSON

/// A project's password policy.
struct FirebasePolicy: Sendable {
    var shortest = 6
    var longest = 4_096
    var needsLowerCase = false
    var needsUpperCase = false
    var needsDigit = false
    var needsSymbol = false
    /// Whether the policy applies; otherwise only a length of six characters is required.
    var isEnforced = false

    private static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~"

    init() {}

    /// Reads a policy from the project's configuration.
    init?(_ json: JSONValue) {
        guard let options = json["passwordPolicyVersions"]?.array?.last?["customStrengthOptions"] else { return nil }
        shortest = options["minPasswordLength"]?.int ?? 6
        longest = options["maxPasswordLength"]?.int ?? 4_096
        needsLowerCase = options["containsLowercaseCharacter"]?.bool ?? false
        needsUpperCase = options["containsUppercaseCharacter"]?.bool ?? false
        needsDigit = options["containsNumericCharacter"]?.bool ?? false
        needsSymbol = options["containsNonAlphanumericCharacter"]?.bool ?? false
        isEnforced = json["passwordPolicyEnforcementState"]?.string == "ENFORCE"
    }

    /// Throws if a password does not meet the policy.
    func check(_ password: String) throws(FirebaseFailure) {
        guard isEnforced else {
            guard PasswordRequirement.atLeast(6).isMet(by: password) else {
                throw FirebaseFailure("WEAK_PASSWORD : Password should be at least 6 characters")
            }
            return
        }
        let length = password.unicodeScalars.count
        let requirements = [
            (length >= shortest, "Password must contain at least \(shortest) characters"),
            (length <= longest, "Password may contain at most \(longest) characters"),
            (
                !needsLowerCase || PasswordRequirement.lower.isMet(by: password),
                "Password must contain a lower case character"
            ),
            (
                !needsUpperCase || PasswordRequirement.upper.isMet(by: password),
                "Password must contain an upper case character"
            ),
            (!needsDigit || PasswordRequirement.digit.isMet(by: password), "Password must contain a numeric character"),
            (
                !needsSymbol || password.contains { Self.symbols.contains($0) },
                "Password must contain a non-alphanumeric character"
            ),
        ]
        let missing = requirements.filter { !$0.0 }.map(\.1)
        guard missing.isEmpty else {
            throw FirebaseFailure(
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
                    + "[\(missing.joined(separator: ", "))]")
        }
    }

    /// The response of `GET /v2/passwordPolicy`, without options that are off.
    var json: JSONValue {
        var options: JSONObject = [
            "minPasswordLength": .number(JSONNumber(shortest)), "maxPasswordLength": .number(JSONNumber(longest)),
        ]
        for (name, isNeeded) in [
            ("containsLowercaseCharacter", needsLowerCase), ("containsUppercaseCharacter", needsUpperCase),
            ("containsNumericCharacter", needsDigit), ("containsNonAlphanumericCharacter", needsSymbol),
        ] where isNeeded {
            options[name] = true
        }
        return [
            "customStrengthOptions": .object(options),
            "allowedNonAlphanumericCharacters": .array(Self.symbols.map { .string(String($0)) }),
            "enforcementState": isEnforced ? "ENFORCE" : "OFF", "schemaVersion": 1,
        ]
    }
}
