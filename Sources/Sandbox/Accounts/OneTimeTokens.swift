internal import AuthContracts
internal import Hashing

/// Tokens that work once and for a while. Only their hashes are kept.
struct OneTimeTokens: Sendable {
    /// What a token was issued for.
    struct Grant: Hashable, Sendable {
        var account: String
        var purpose: EmailPurpose
        /// What belongs to this token alone: the new address of a change of address.
        var detail: String?
        /// In milliseconds since 1970.
        var expires: Int
        var isUsed = false
    }

    /// What a token is worth.
    enum Standing: Hashable, Sendable {
        case good(Grant)
        case used(Grant)
        case expired(Grant)
        case unknown
    }

    private var grants: [[UInt8]: Grant] = [:]

    /// Makes a token good, for a `lifetime` in seconds.
    mutating func issue(
        _ token: String, for account: String, _ purpose: EmailPurpose, detail: String? = nil, lifetime: Int, now: Int
    ) {
        grants[hash(token)] = Grant(
            account: account, purpose: purpose, detail: detail, expires: now + lifetime * 1_000)
    }

    func standing(of token: String, now: Int) -> Standing {
        guard let grant = grants[hash(token)] else { return .unknown }
        if grant.isUsed { return .used(grant) }
        return now >= grant.expires ? .expired(grant) : .good(grant)
    }

    /// What a good token was issued for, where its purpose is one of these.
    func grant(of token: String, for purposes: Set<EmailPurpose>, now: Int) -> Grant? {
        guard case .good(let grant) = standing(of: token, now: now), purposes.contains(grant.purpose) else {
            return nil
        }
        return grant
    }

    /// The token was redeemed.
    mutating func use(_ token: String) { grants[hash(token)]?.isUsed = true }

    /// Forgets an account's tokens for a purpose, or all.
    mutating func discard(of account: String, _ purpose: EmailPurpose? = nil) {
        grants = grants.filter { $0.value.account != account || purpose != nil && $0.value.purpose != purpose }
    }

    private func hash(_ token: String) -> [UInt8] { Digest.sha256(token) }
}
