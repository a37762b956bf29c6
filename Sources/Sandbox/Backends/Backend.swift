/// An imitation of an auth server: what it remembers, and how a request changes that.
///
/// Neither clock nor chance nor a socket is reached from here but through `Environment`.
protocol Backend: Sendable {
    /// A server with nobody but the fixtures in it.
    init(_ environment: inout Environment)

    /// How it treats pages of other origins.
    static var crossOrigin: CrossOrigin { get }

    /// A path of its own that it answers below, whether or not the app's base address says so.
    static var ownPath: String? { get }

    /// Answers a request whose preflight, if any, has passed.
    mutating func answer(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer
}

extension Backend {
    static var ownPath: String? { nil }
}

/// The imitations, by the name of their contract.
enum Imitations {
    static let all: [String: any Backend.Type] = [
        "artitec": Artitec.self, "fetchnews": FetchNews.self, "fastapi-users": FastAPIUsers.self,
        "supabase": Supabase.self, "firebase": Firebase.self,
    ]
}
