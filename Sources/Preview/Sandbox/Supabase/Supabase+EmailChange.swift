internal import AuthContracts
internal import Hashing

/// A change of address that both the old and the new address must confirm.
struct SupabaseEmailChange: Sendable {
    let email: String
    /// The time of the request, in milliseconds since 1970.
    let sent: Int
    var isHalfConfirmed = false

    static let halfConfirmed =
        "Confirmation link accepted. Please proceed to confirm link sent to the other email"
}

extension Supabase {
    /// Sends a link to both addresses.
    mutating func changeEmail(
        of account: Account, to email: String, _ request: BackendRequest
    ) throws(SupabaseFailure) {
        guard accounts[email: email] == nil else { throw .emailExists }
        try countEmail(Self.emailKey(account.id, .changeEmail))
        tokens.discard(of: account.id, .changeEmail)
        emailChanges[account.id] = SupabaseEmailChange(email: email, sent: environment.now)
        for address in [email, account.email] {
            let code = environment.digits(6)
            let hash = linkValue("token_hash", code: code, email: address)
            issue(hash, for: .changeEmail, to: account, detail: email, lifetime: 86_400)
            let link = link(.changeEmail, to: address, hash: hash, code: code, request)
            environment.send(.changeEmail, to: address, link: link, code: code, language: account.language)
        }
    }

    /// Accepts the first of the two confirmations; false if it is the second, or another kind of token.
    mutating func confirmHalf(_ hash: String, for purposes: Set<EmailPurpose>) -> Bool {
        guard purposes.contains(.changeEmail),
            let grant = tokens.grant(of: hash, for: [.changeEmail], now: environment.now),
            emailChanges[grant.account]?.isHalfConfirmed == false
        else { return false }
        emailChanges[grant.account]?.isHalfConfirmed = true
        tokens.use(hash)
        return true
    }
}
