internal import HTTPMessages
internal import JSON
internal import TextEncoding

/// An imitation of Supabase Auth (GoTrue 2.196) behind its gateway.
///
/// Email confirmation is on, a second factor exists only on a fixture, and no captcha is required.
struct Supabase: Backend {
    var environment: Environment
    var accounts: Accounts
    /// Tokens by their hash, which links contain; a code is hashed together with the address.
    var tokens = OneTimeTokens()
    var sessions: [String: SupabaseSession] = [:]
    var refreshTokens: [String: String] = [:]
    /// The pending PKCE challenges, by account and kind of email; `codes` has those whose code has been issued.
    var challenges: [String: SupabaseChallenge] = [:]
    var codes: [String: SupabaseChallenge] = [:]
    /// The pending changes of address, by account.
    var emailChanges: [String: SupabaseEmailChange] = [:]
    /// When each challenge of a second factor ends.
    var factorChallenges: [String: Int] = [:]
    /// The time of the last email of each kind to each account.
    var sent: [String: Int] = [:]
    var quota = RateLimit(maximum: 30, window: 3_600)
    private var requests = RateLimit(maximum: 30, window: 300)

    /// The minimum time between two emails of a kind to one account, in seconds.
    static let emailInterval = 60
    static let shortestPassword = 6
    /// The maximum in bytes, which is what bcrypt reads.
    static let longestPassword = 72
    private static let longestBody = 1 << 20
    private static let version = "2024-01-01"

    /// The gateway's path; requests without it reach the server directly.
    static let ownPath: String? = "/auth/v1"

    static let crossOrigin = CrossOrigin(
        reflectsOrigin: false, methods: "GET, POST, PUT, PATCH, DELETE",
        allowed: [
            "accept", "authorization", "content-type", "x-client-ip", "x-client-info", "x-jwt-aud", "x-use-cookie",
            "x-supabase-api-version", "apikey",
        ],
        exposed: "X-Total-Count, Link, X-Supabase-Api-Version", allowsCredentials: true)

    init(_ environment: Environment) {
        self.environment = environment
        accounts = Accounts(&self.environment)
    }

    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        var inner = request
        if let below = Self.ownPath.flatMap(request.below) {
            inner = below
            let isOpen = ["/verify", "/callback", "/authorize", "/.well-known/jwks.json"].contains(below.path)
            guard isOpen || request.headers["apikey"] ?? request.query["apikey"] != nil else {
                return .json(
                    401,
                    [
                        "message": "No API key found in request",
                        "hint": "No `apikey` request header or url param was found.",
                    ])
            }
        }
        let isRecent = Self.isRecent(request)
        var response: BackendResponse
        do throws(SupabaseFailure) {
            response = try route(inner)
        } catch {
            response = error.response(isRecent: isRecent)
        }
        if isRecent { response.headers.append(HeaderField("X-Supabase-Api-Version", Self.version)) }
        return response
    }

    func captchaRefusal(of request: BackendRequest) -> BackendResponse? {
        SupabaseFailure(
            400, "captcha_failed", "captcha protection: request disallowed (no captcha_token found in request)"
        ).response(isRecent: Self.isRecent(request))
    }

    /// Whether a client asks for the responses of the newer version; versions are dates, so their texts are in order.
    private static func isRecent(_ request: BackendRequest) -> Bool {
        let version = request.headers["X-Supabase-Api-Version"] ?? ""
        return version.utf8.count == 10 && version >= Self.version && version.first?.isNumber == true
    }

    private mutating func route(_ request: BackendRequest) throws(SupabaseFailure) -> BackendResponse {
        guard request.body.count <= Self.longestBody else {
            throw SupabaseFailure(413, "request_entity_too_large", "Request body too large")
        }
        let limited = ["/recover", "/resend", "/otp", "/magiclink", "/signup", "/verify"]
        // GoTrue counts by path and client; here all clients are this machine.
        if request.method == "POST", limited.contains(request.path),
            requests.wait(request.path, now: environment.now) != nil
        {
            throw SupabaseFailure(429, "over_request_rate_limit", "Request rate limit reached")
        }
        switch request.route {
        case "POST /recover": return try recover(request)
        case "POST /resend": return try resend(request)
        case "POST /otp", "POST /magiclink": return try sendCode(request)
        case "POST /signup": return try signUp(request)
        case "POST /invite": return try invite(request)
        case "GET /verify": return try verifyLink(request)
        case "POST /verify": return try verify(request)
        case "POST /token": return try token(request)
        case "GET /user": return .json(200, json(try user(of: request).account))
        case "PUT /user": return try update(request)
        case "POST /logout": return try signOut(request)
        // The project's own function, by PostgREST.
        case "POST /rest/v1/rpc/delete_account":
            accounts.remove(try user(of: request).account)
            return BackendResponse(204)
        case "GET /health":
            return .json(
                200,
                [
                    "version": "v2.196.0", "name": "GoTrue",
                    "description": "GoTrue is a user registration and authentication API",
                ])
        case let route where route.contains(" /factors/"): return try factors(request)
        default: break
        }
        if (limited + ["/token", "/user", "/logout", "/invite"]).contains(request.path) { return BackendResponse(405) }
        return .text(404, "404 page not found\n")
    }

    /// The body as JSON; throws if it is not JSON.
    func body(of request: BackendRequest) throws(SupabaseFailure) -> JSONValue {
        if let json = request.json { return json }
        let reason = request.body.isEmpty ? "unexpected end of JSON input" : "invalid character in JSON"
        throw SupabaseFailure(400, "bad_json", "Could not parse request body as JSON: \(reason)")
    }
}
