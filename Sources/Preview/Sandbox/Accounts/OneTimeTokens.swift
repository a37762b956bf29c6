internal import AuthContracts

/// Tokens that can be used once before they expire.
struct OneTimeTokens: Sendable {
    /// The purpose and account for which a token was issued.
    struct Grant: Hashable, Sendable {
        var account: String
        var purpose: EmailPurpose
        /// Data of this token, such as the new address of a change of address.
        var detail: String?
        /// The time of expiry, in milliseconds since 1970.
        var expires: Int
        var isUsed = false
    }

    /// The state of a token.
    enum Status: Hashable, Sendable {
        case good(Grant)
        case used(Grant)
        case expired(Grant)
        case unknown
    }

    private var grants: [String: Grant] = [:]

    /// Stores a token that is valid for `lifetime` seconds.
    mutating func issue(
        _ token: String, for account: String, _ purpose: EmailPurpose, detail: String? = nil, lifetime: Int, now: Int
    ) {
        grants[token] = Grant(account: account, purpose: purpose, detail: detail, expires: now + lifetime * 1_000)
    }

    func status(of token: String, now: Int) -> Status {
        guard let grant = grants[token] else { return .unknown }
        if grant.isUsed { return .used(grant) }
        return now >= grant.expires ? .expired(grant) : .good(grant)
    }

    /// The grant of a valid token, if its purpose is among these.
    func grant(of token: String, for purposes: Set<EmailPurpose>, now: Int) -> Grant? {
        guard case .good(let grant) = status(of: token, now: now), purposes.contains(grant.purpose) else {
            return nil
        }
        return grant
    }

    mutating func use(_ token: String) { grants[token]?.isUsed = true }

    /// Removes an account's tokens for a purpose; nil removes all of them.
    mutating func discard(of account: String, _ purpose: EmailPurpose? = nil) {
        grants = grants.filter { $0.value.account != account || purpose != nil && $0.value.purpose != purpose }
    }
}
