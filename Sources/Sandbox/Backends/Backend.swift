/// An imitation of an auth server: its state, and its responses to requests.
///
/// Time, randomness and email are accessed only through `Environment`.
protocol Backend: Sendable {
    /// Creates a backend with the accounts of `Accounts.fixtures`.
    init(_ environment: inout Environment)

    /// How it responds to pages of other origins.
    static var crossOrigin: CrossOrigin { get }

    /// The backend's own base path, which it also serves if the app's base URL does not include it.
    static var ownPath: String? { get }

    /// Responds to a request that is not a preflight.
    mutating func answer(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer
}

extension Backend {
    static var ownPath: String? { nil }
}

/// The imitations of particular backends, by the name of their contract.
enum Imitations {
    static let all: [String: any Backend.Type] = [
        "artitec": Artitec.self, "fetchnews": FetchNews.self, "fastapi-users": FastAPIUsers.self,
        "supabase": Supabase.self, "firebase": Firebase.self,
    ]
}
