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

    /// The text under which the value of a link's parameter is stored; by default the value, whatever its name.
    static func key(of value: String, named name: String) -> String

    /// The text under which the code of an email is stored; nil if it has none, or none of its own.
    static func key(ofCode code: String, email: String) -> String?

    /// A value for a parameter of a link that is beside a code in its email.
    mutating func linkValue(_ name: String, code: String, email: String) -> String

    /// Refuses a request for want of a captcha's answer; nil for the response that the contract describes.
    func captchaRefusal(of request: BackendRequest) -> BackendResponse?

    /// Responds to a request that is not a preflight; a thrown response reports an error.
    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse
}

extension Backend {
    static var ownPath: String? { nil }

    func captchaRefusal(of request: BackendRequest) -> BackendResponse? { nil }

    /// Creates an account, by default with a UUID as its identifier.
    mutating func addAccount(_ email: String, password: String, id: String? = nil) -> Account {
        var account = Account(
            id: id ?? environment.uuid(), email: email, password: password, now: environment.now)
        account.language = environment.language
        accounts.insert(account)
        return account
    }

    static func key(of value: String, named name: String) -> String { value }

    static func key(ofCode code: String, email: String) -> String? { nil }

    mutating func linkValue(_ name: String, code: String, email: String) -> String { parameterValue(name) }

    /// A random value for a link's parameter: of the contract's format, or else with the characters that only correct
    /// encoding preserves.
    mutating func parameterValue(_ name: String) -> String {
        let shapes = environment.app.definition?.parameters.first { $0.name == name }?.shapes
        if let shape = shapes?.first { return shape.sample(using: &environment.random) }
        let token = environment.token()
        // Most servers decode a path before they split it, so a slash in one of its segments reaches no backend.
        let steps = environment.app.definition?.operations.flatMap(\.steps) ?? []
        let isInPath = steps.contains { $0.request.url.needs.contains { $0.name == name } }
        return "\(token.prefix(20))+\(isInPath ? "" : "/")\(token.dropFirst(20))="
    }

    /// Stores a token that is valid as long as `app.yml` says, or else for `lifetime` seconds.
    mutating func issue(
        _ token: String, for purpose: EmailPurpose, to account: Account, detail: String? = nil, lifetime: Int
    ) {
        tokens.issue(
            token, for: account.id, purpose, detail: detail,
            lifetime: environment.app.lifetime(of: purpose, else: lifetime), now: environment.now)
    }
}

/// The imitations of particular backends, by the name of their contract: those whose own clients know more than a
/// contract says.
enum Imitations {
    static let all: [String: any Backend.Type] = ["supabase": Supabase.self, "firebase": Firebase.self]
}
