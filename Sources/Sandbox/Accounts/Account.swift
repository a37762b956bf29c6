/// Somebody who is imagined to have signed up.
struct Account: Sendable {
    /// A UUID, or what the backend uses in its place.
    let id: String
    var email: String
    var password: PasswordHash
    /// In milliseconds since 1970, as all times here.
    let created: Int
    var updated: Int
    /// When the address was confirmed; nil before.
    var verified: Int?
    var lastSignIn: Int?
    var isDisabled = false
    var hasSecondFactor = false

    init(id: String, email: String, password: PasswordHash, now: Int) {
        self.id = id
        self.email = email
        self.password = password
        created = now
        updated = now
    }
}

/// The accounts of one backend.
struct Accounts: Sendable {
    private var byID: [String: Account] = [:]
    private var ids: [String: String] = [:]

    /// The password that every account of `fixtures` begins with.
    static let firstPassword = "Sandbox-Password-1"

    /// One account of each kind that a flow can meet; every other address is unknown.
    static let fixtures = [
        "person@example.com", "disabled@example.com", "unverified@example.com", "second-factor@example.com",
    ]

    init(_ environment: inout Environment) {
        for email in Self.fixtures {
            var account = Account(
                id: environment.uuid(), email: email, password: PasswordHash(Self.firstPassword, &environment),
                now: environment.now)
            account.verified = email.hasPrefix("unverified") ? nil : environment.now
            account.isDisabled = email.hasPrefix("disabled")
            account.hasSecondFactor = email.hasPrefix("second-factor")
            insert(account)
        }
    }

    /// An account by its address, in whatever case that is written.
    subscript(email email: String) -> Account? { ids[email.lowercased()].flatMap { byID[$0] } }

    subscript(id id: String) -> Account? { byID[id] }

    /// Puts an account in its place, under a new address where that has changed.
    mutating func insert(_ account: Account) {
        if let old = byID[account.id] { ids[old.email.lowercased()] = nil }
        byID[account.id] = account
        ids[account.email.lowercased()] = account.id
    }
}
