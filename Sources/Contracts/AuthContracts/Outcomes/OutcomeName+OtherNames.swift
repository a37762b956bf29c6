import Problems

extension OutcomeName {
    /// The words of other systems for outcomes: what a name speaks of, and what it says of it.
    private static let otherNames: [(subjects: Set<Substring>, states: Set<Substring>, outcome: OutcomeName)] = [
        (links, ["expired"], .linkExpired),
        (links, ["used", "consumed", "redeemed"], .linkUsed),
        (links, ["invalid", "unknown", "wrong", "bad", "found"], .linkInvalid),
        (["code", "otp"], ["invalid", "wrong", "expired", "bad", "incorrect"], .codeInvalid),
        (["password"], ["weak", "short", "simple", "easy", "common"], .weakPassword),
        (["requests", "attempts", "tries"], ["many", "throttled"], .rateLimited),
        (["email", "user", "account", "address"], ["taken", "exists", "registered"], .accountExists),
        (["credentials", "login"], ["invalid", "bad", "wrong", "incorrect"], .wrongCredentials),
        (["user", "account"], ["disabled", "inactive", "locked", "suspended", "banned"], .accountDisabled),
    ]

    private static let links: Set<Substring> = ["link", "token", "url", "invitation", "invite"]
    /// What says an outcome without saying what it is of.
    private static let clear: Set<Substring> = ["expired", "used", "throttled", "disabled", "inactive", "locked"]
    private static let fillers: Set<Substring> = ["already", "is", "was", "has", "been", "too", "not", "error"]

    /// The built-in outcome that a name of another system means: `link-expired` for `token_expired`; nil if none is known.
    package static func likely(_ text: String) -> OutcomeName? {
        let words = Suggestion.words(of: text).subtracting(fillers)
        return otherNames.first { row in
            !words.isDisjoint(with: row.states) && words.isSubset(of: row.subjects.union(row.states))
                && (!words.isDisjoint(with: row.subjects) || words.isSubset(of: clear))
        }?.outcome
    }

    /// The advice to declare a name, with its possible meanings.
    static func declaration(of name: String) -> String {
        "\(name): MEANING, which is 'stays' for what visitors can correct, 'link-dead' for a link that no longer works, 'waits', 'fails' or 'succeeds'"
    }
}
