internal import AuthContracts

/// An imitation of an auth server: its state, and its responses to requests.
protocol Backend: Sendable {
    /// Time, randomness and email, which are accessed in no other way; new for each request.
    var environment: Environment { get set }
    var accounts: Accounts { get set }
    /// The tokens and codes in links.
    var tokens: OneTimeTokens { get set }

    /// Creates a backend with the accounts of `Accounts.fixtures`.
    init(_ environment: Environment)

    /// How it responds to pages of other origins.
    static var crossOrigin: CrossOrigin { get }

    /// The backend's own base path, which it also serves if the app's base URL does not include it.
    static var ownPath: String? { get }

    /// Responds to a request that is not a preflight; a thrown response reports an error.
    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse
}

extension Backend {
    static var ownPath: String? { nil }

    /// Creates an account, by default with a UUID as its identifier.
    mutating func addAccount(_ email: String, password: String, id: String? = nil) -> Account {
        let account = Account(
            id: id ?? environment.uuid(), email: email, password: PasswordHash(password, &environment),
            now: environment.now)
        accounts.insert(account)
        return account
    }

    mutating func setPassword(_ password: String, of account: Account) {
        var account = account
        account.password = PasswordHash(password, &environment)
        accounts.insert(account)
    }

    /// The account for which a valid token was issued; nil if the token is not valid for the purpose.
    func account(of token: String, for purpose: EmailPurpose) -> Account? {
        tokens.grant(of: token, for: [purpose], now: environment.now).flatMap { accounts[id: $0.account] }
    }

    /// Stores a token that is valid as long as `app.yml` says, or else for `lifetime` seconds.
    mutating func issue(
        _ token: String, for purpose: EmailPurpose, to account: Account, detail: String? = nil, lifetime: Int
    ) {
        tokens.issue(
            token, for: account.id, purpose, detail: detail,
            lifetime: environment.app.lifetime(of: purpose, else: lifetime), now: environment.now)
    }

    /// Sends the app's link with a new token.
    mutating func sendLink(_ purpose: EmailPurpose, to account: Account, token: String, lifetime: Int) {
        issue(token, for: purpose, to: account, lifetime: lifetime)
        let link = environment.app.emailedAddress(
            for: purpose, values: ["token": token, "email": account.email], token: token)
        environment.send(purpose, to: account.email, link: link)
    }
}

/// The imitations of particular backends, by the name of their contract.
enum Imitations {
    static let all: [String: any Backend.Type] = [
        "artitec": Artitec.self, "fetchnews": FetchNews.self, "fastapi-users": FastAPIUsers.self,
        "supabase": Supabase.self, "firebase": Firebase.self,
    ]
}
