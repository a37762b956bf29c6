internal import HTTPMessages
internal import JSON
internal import TextEncoding

/// An imitation of Firebase Authentication: Identity Toolkit v1 as Google serves it, also at the URLs of its emulator.
///
/// Email enumeration protection is on, as in every project since September 2023: unknown addresses get the same responses
/// as known ones. Unlike the emulator's, codes expire, and links are the app's own.
struct Firebase: Backend {
    var environment: Environment
    var accounts: Accounts
    var tokens = OneTimeTokens()
    var refreshTokens: [String: String] = [:]
    var emailRate = RateLimit(maximum: 10, window: 3_600)
    var failures = RateLimit(maximum: 5, window: 300)

    static let crossOrigin = CrossOrigin(
        methods: "DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT",
        exposed: "date,vary,content-encoding,server,content-length")

    init(_ environment: Environment) {
        self.environment = environment
        accounts = Accounts(&self.environment)
    }

    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        do throws(FirebaseFailure) {
            return .json(200, try route(request))
        } catch {
            throw error.response
        }
    }

    private mutating func route(_ request: BackendRequest) throws(FirebaseFailure) -> JSONValue {
        let request = request.below("/identitytoolkit.googleapis.com") ?? request
        if request.route == "GET /" {
            return ["authEmulator": ["ready": true, "docs": "https://firebase.google.com/docs/emulator-suite"]]
        }
        try checkKey(of: request)
        if let refresh = request.below("/securetoken.googleapis.com"), refresh.route == "POST /v1/token" {
            return try self.refresh(refresh)
        }
        guard request.method == "POST", let method = Self.method(in: request.path) else { throw .notFound }
        guard let body = request.json, body.object != nil else { throw .notJSON }
        switch method {
        case "sendOobCode": return try sendCode(body, request)
        case "resetPassword": return try resetPassword(body)
        case "update": return try update(body, request)
        case "lookup": return try lookUp(body, request)
        case "signInWithPassword": return try signIn(body)
        case "signInWithEmailLink": return try signInWithLink(body)
        case "delete":
            accounts.remove(try account(ofToken: body["idToken"]?.string ?? ""))
            return ["kind": "identitytoolkit#DeleteAccountResponse"]
        case "signUp": return try signUp(body)
        default: throw .notFound
        }
    }

    /// The method in a path: `sendOobCode` of `/v1/accounts:sendOobCode` and `/v1/projects/demo/accounts:sendOobCode`.
    private static func method(in path: String) -> String? {
        guard path.hasPrefix("/v1/"), let last = path.split(separator: "/").last, last.hasPrefix("accounts:") else {
            return nil
        }
        return String(last.dropFirst("accounts:".count))
    }

    /// Accepts any API key; one that begins with `referrer-` requires a `Referer` header.
    private func checkKey(of request: BackendRequest) throws(FirebaseFailure) {
        if Self.isAdministrator(request) { return }
        guard let key = request.query["key"] ?? request.headers["X-Goog-Api-Key"], !key.isEmpty else { throw .noKey }
        if key.hasPrefix("referrer-"), request.headers["Referer"] == nil { throw .emptyReferrer }
    }

    /// Whether the bearer token is the one that the emulator accepts as a service account.
    static func isAdministrator(_ request: BackendRequest) -> Bool { request.bearer == "owner" }
}
