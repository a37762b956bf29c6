internal import CrossOrigin
import SiteModel
import TextEncoding

/// The reason why a browser blocks a page's request after the response to its preflight request.
enum PreflightRefusal: Hashable, Sendable {
    case redirect(status: Int, location: String)
    case status(Int)
    case noOrigin
    case severalOrigins
    case otherOrigin(String)
    case anyOriginWithCookies
    case noCredentials(found: String?)
    case method(String)
    /// The missing names, in lower case and sorted; `besidesStar` if the response contains `*`, which does not cover
    /// them.
    case headers([String], besidesStar: Bool)

    /// Returns every problem of a response; empty if a browser would allow the request (Fetch standard, sections 4.8
    /// and 4.9).
    static func all(
        of request: CORSRequest, from origin: String, status: Int, headers: [HeaderField]
    ) -> [PreflightRefusal] {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        func values(_ name: String) -> [String] {
            headers.filter { $0.name.lowercased() == name }.map { String($0.value.trimming(while: isBlank)) }
        }
        func list(_ name: String) -> [String] {
            values(name).flatMap { $0.split(separator: ",") }.map { String($0.trimming(while: isBlank)) }
        }
        if (300...399).contains(status), request.needsPreflight {
            return [.redirect(status: status, location: values("location").first ?? "")]
        }
        let origins = values("access-control-allow-origin")
        var found: [PreflightRefusal] = []
        if !(200...299).contains(status) { found.append(.status(status)) }
        switch origins.first {
        case nil: found.append(.noOrigin)
        case _ where origins.count > 1: found.append(.severalOrigins)
        case "*"?: if request.sendsCookies { found.append(.anyOriginWithCookies) }
        case let other?: if other != origin { found.append(.otherOrigin(other)) }
        }
        if request.sendsCookies {
            let credentials = values("access-control-allow-credentials")
            if credentials != ["true"] { found.append(.noCredentials(found: credentials.first)) }
        }
        // With credentials, `*` is not a wildcard.
        let methods = list("access-control-allow-methods")
        if !CORSRequest.safeMethods.contains(request.method), !methods.contains(request.method),
            request.sendsCookies || !methods.contains("*")
        {
            found.append(.method(request.method))
        }
        let allowed = list("access-control-allow-headers").map { $0.lowercased() }
        let isStarred = allowed.contains("*")
        let star = !request.sendsCookies && isStarred
        let missing = request.headers.filter { !allowed.contains($0) && (!star || $0 == "authorization") }
        if !missing.isEmpty { found.append(.headers(missing, besidesStar: isStarred)) }
        // A request without a preflight is judged by its own response, of which OPTIONS can only show the origin.
        return request.needsPreflight ? found : found.filter(\.isAboutOrigin)
    }

    private var isAboutOrigin: Bool {
        switch self {
        case .noOrigin, .severalOrigins, .otherOrigin, .anyOriginWithCookies, .noCredentials: true
        default: false
        }
    }

    /// A stable name for scripts.
    var code: String {
        switch self {
        case .redirect: "cors-redirect"
        case .status: "cors-status"
        case .noOrigin, .severalOrigins, .otherOrigin, .anyOriginWithCookies: "cors-origin"
        case .noCredentials: "cors-credentials"
        case .method: "cors-method"
        case .headers: "cors-headers"
        }
    }

    /// The problem, as the end of a sentence about the response.
    var reason: String {
        switch self {
        case .redirect(let status, let location):
            "it redirects to '\(location)' (\(status)), which browsers do not follow"
        case .status(let status): "its status is \(status)"
        case .noOrigin: "it has no Access-Control-Allow-Origin"
        case .severalOrigins: "it has more than one Access-Control-Allow-Origin"
        case .otherOrigin(let other): "its Access-Control-Allow-Origin is '\(other)'"
        case .anyOriginWithCookies: "its Access-Control-Allow-Origin is '*', which browsers do not accept with cookies"
        case .noCredentials(nil): "it has no Access-Control-Allow-Credentials, but the request sends cookies"
        case .noCredentials(let found?):
            "its Access-Control-Allow-Credentials is '\(found)', but the request sends cookies"
        case .method(let method): "its Access-Control-Allow-Methods lacks \(method)"
        case .headers(let names, _): "its Access-Control-Allow-Headers lacks \(names.joined(separator: ", "))"
        }
    }

    /// Returns the fix: the response to send instead.
    func fix(for origin: String) -> String {
        switch self {
        case .redirect:
            "Answer OPTIONS at the address itself; if it has moved, correct 'base' or the URL in the contract."
        case .status: "Answer OPTIONS with a status of 200 to 299, before anything asks for a login."
        case .noOrigin, .severalOrigins, .otherOrigin, .anyOriginWithCookies:
            "Answer with Access-Control-Allow-Origin: \(origin)"
        case .noCredentials: "Answer with Access-Control-Allow-Credentials: true"
        case .method(let method): "Answer with Access-Control-Allow-Methods: \(method)"
        case .headers(let names, let besidesStar):
            "Answer with Access-Control-Allow-Headers: \(names.joined(separator: ", "))"
                + (besidesStar ? "; a '*' does not cover \(names.count == 1 ? "it" : "them") here." : "")
        }
    }
}
