/// An account of an imitated backend.
struct Account: Sendable {
    /// A UUID, or the backend's own format of identifier.
    let id: String
    var email: String
    var password: String
    /// The time of creation, in milliseconds since 1970, as for all times here.
    let created: Int
    var updated: Int
    /// When the address was confirmed; nil if it was not.
    var verified: Int?
    var lastSignIn: Int?
    var isDisabled = false
    var hasSecondFactor = false
    var secondFactor = SecondFactor()
    /// The language of the page where it was created, for backends that store it.
    var language: String?

    init(id: String, email: String, password: String, now: Int) {
        self.id = id
        self.email = email
        self.password = password
        created = now
        updated = now
    }

    /// Whether this is the password, compared by bytes as servers do.
    func hasPassword(_ text: String) -> Bool { password.utf8.elementsEqual(text.utf8) }
}

struct Accounts: Sendable {
    private var byID: [String: Account] = [:]
    private var ids: [String: String] = [:]

    /// The initial password of every account of `fixtures`.
    static let firstPassword = "Sandbox-Password-1"

    /// The addresses of the initial accounts, one for each kind that a flow handles differently; all others are
    /// unknown.
    static let fixtures = [
        "person@example.com", "disabled@example.com", "unverified@example.com", "second-factor@example.com",
    ]

    init(_ environment: inout Environment) {
        for email in Self.fixtures {
            var account = Account(
                id: environment.uuid(), email: email, password: Self.firstPassword, now: environment.now)
            account.verified = email.hasPrefix("unverified") ? nil : environment.now
            account.isDisabled = email.hasPrefix("disabled")
            account.hasSecondFactor = email.hasPrefix("second-factor")
            insert(account)
        }
    }

    /// The account with an address, whose case is ignored.
    subscript(email email: String) -> Account? { ids[email.lowercased()].flatMap { byID[$0] } }

    subscript(id id: String) -> Account? { byID[id] }

    /// Stores an account, also under its new address if that has changed.
    mutating func insert(_ account: Account) {
        if let old = byID[account.id] { ids[old.email.lowercased()] = nil }
        byID[account.id] = account
        ids[account.email.lowercased()] = account.id
    }

    /// Deletes an account; its address is then unknown.
    mutating func remove(_ account: Account) {
        byID[account.id] = nil
        ids[account.email.lowercased()] = nil
    }
}
