internal import AuthContracts
internal import JSON

/// A project's password policy.
struct FirebasePolicy: Sendable {
    private struct Kind: Sendable {
        /// The name of the option that requires a character of this kind.
        let option: String
        let problem: String
        let isMet: @Sendable (String) -> Bool
    }

    private var shortest = 6
    private var longest = 4_096
    /// The names of the options that are on.
    private var options: Set<String> = []
    /// Whether the policy applies; otherwise only a length of six characters is required.
    private(set) var isEnforced = false

    private static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~"
    private static let kinds = [
        Kind(option: "containsLowercaseCharacter", problem: "Password must contain a lower case character") {
            PasswordRequirement.lower.isMet(by: $0)
        },
        Kind(option: "containsUppercaseCharacter", problem: "Password must contain an upper case character") {
            PasswordRequirement.upper.isMet(by: $0)
        },
        Kind(option: "containsNumericCharacter", problem: "Password must contain a numeric character") {
            PasswordRequirement.digit.isMet(by: $0)
        },
        Kind(
            option: "containsNonAlphanumericCharacter", problem: "Password must contain a non-alphanumeric character"
        ) { $0.contains(where: symbols.contains) },
    ]

    init() {}

    /// Reads a policy from the project's configuration.
    init?(_ json: JSONValue) {
        guard let options = json["passwordPolicyVersions"]?.array?.last?["customStrengthOptions"] else { return nil }
        shortest = options["minPasswordLength"]?.int ?? 6
        longest = options["maxPasswordLength"]?.int ?? 4_096
        self.options = Set(Self.kinds.map(\.option).filter { options[$0]?.bool == true })
        isEnforced = json["passwordPolicyEnforcementState"]?.string == "ENFORCE"
    }

    /// Throws if a password does not meet the policy.
    func check(_ password: String) throws(FirebaseFailure) {
        let length = password.unicodeScalars.count
        guard isEnforced else {
            if length < 6 { throw FirebaseFailure("WEAK_PASSWORD : Password should be at least 6 characters") }
            return
        }
        var missing: [String] = []
        if length < shortest { missing.append("Password must contain at least \(shortest) characters") }
        if length > longest { missing.append("Password may contain at most \(longest) characters") }
        missing += Self.kinds.filter { options.contains($0.option) && !$0.isMet(password) }.map(\.problem)
        guard missing.isEmpty else {
            throw FirebaseFailure(
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
                    + "[\(missing.joined(separator: ", "))]")
        }
    }

    /// The response of `GET /v2/passwordPolicy`, without options that are off.
    var json: JSONValue {
        var strength: JSONObject = [
            "minPasswordLength": .number(JSONNumber(shortest)), "maxPasswordLength": .number(JSONNumber(longest)),
        ]
        for kind in Self.kinds where options.contains(kind.option) { strength[kind.option] = true }
        return [
            "customStrengthOptions": .object(strength),
            "allowedNonAlphanumericCharacters": .array(Self.symbols.map { .string(String($0)) }),
            "enforcementState": isEnforced ? "ENFORCE" : "OFF", "schemaVersion": 1,
        ]
    }
}
