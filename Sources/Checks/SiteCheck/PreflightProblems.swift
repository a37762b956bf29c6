internal import CrossOrigin
import Diagnostics
import TextEncoding

extension CORSRequest {
    /// The reasons why a browser blocks this request of a page, after the response to its preflight request (Fetch
    /// standard, sections 4.8 and 4.9). Their place is the page's origin, and their messages end a sentence about the
    /// response.
    func problems(from origin: String, status: Int, headers: [HeaderField]) -> [Problem<String>] {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        func values(_ name: String) -> [String] {
            headers.filter { $0.name.lowercased() == name }.map { String($0.value.trimming(while: isBlank)) }
        }
        func list(_ name: String) -> [String] {
            values(name).flatMap { $0.split(separator: ",") }.map { String($0.trimming(while: isBlank)) }
        }
        var problems: [Problem<String>] = []
        func add(_ code: String, _ message: String, fix: String) {
            problems.append(Problem(code: code, at: origin, message, fix: fix))
        }
        if (300...399).contains(status), needsPreflight {
            add(
                "cors-redirect",
                "it redirects to '\(values("location").first ?? "")' (\(status)), which browsers do not follow",
                fix: "Answer OPTIONS at the address itself; if it has moved, correct 'base' or the URL in the contract."
            )
            return problems
        }
        let origins = values("access-control-allow-origin")
        let isRefused = needsPreflight && !(200...299).contains(status)
        if origins.isEmpty {
            // A server that allows nothing lacks one setting, which also brings the other headers and the status.
            let none = "it has no Access-Control-Allow-Origin"
            let answer = "Access-Control-Allow-Origin: \(origin)"
            add(
                "cors-origin", isRefused ? "whose status is \(status), \(none)" : none,
                fix: isRefused ? "Answer OPTIONS with a status of 200 to 299 and \(answer)" : "Answer with \(answer)")
            return problems
        }
        if isRefused {
            add(
                "cors-status", "its status is \(status)",
                fix: "Answer OPTIONS with a status of 200 to 299, before anything asks for a login.")
        }
        let message: String? =
            switch origins.first {
            case _ where origins.count > 1: "it has more than one Access-Control-Allow-Origin"
            case "*"? where sendsCookies:
                "its Access-Control-Allow-Origin is '*', which browsers do not accept with cookies"
            case "*"?, origin?, nil: nil
            case let other?: "its Access-Control-Allow-Origin is '\(other)'"
            }
        if let message { add("cors-origin", message, fix: "Answer with Access-Control-Allow-Origin: \(origin)") }
        let credentials = values("access-control-allow-credentials")
        if sendsCookies, credentials != ["true"] {
            add(
                "cors-credentials",
                (credentials.first.map { "its Access-Control-Allow-Credentials is '\($0)'" }
                    ?? "it has no Access-Control-Allow-Credentials") + ", but the request sends cookies",
                fix: "Answer with Access-Control-Allow-Credentials: true")
        }
        // A request without a preflight is judged by its own response, of which OPTIONS can only show the origin.
        guard needsPreflight else { return problems }
        // With credentials, `*` is not a wildcard.
        let methods = list("access-control-allow-methods")
        if !CORSRequest.safeMethods.contains(method), !methods.contains(method),
            sendsCookies || !methods.contains("*")
        {
            add(
                "cors-method", "its Access-Control-Allow-Methods lacks \(method)",
                fix: "Answer with Access-Control-Allow-Methods: \(method)")
        }
        let allowed = list("access-control-allow-headers").map { $0.lowercased() }
        let isStarred = allowed.contains("*")
        let missing = self.headers.filter {
            !allowed.contains($0) && (sendsCookies || !isStarred || $0 == "authorization")
        }
        if !missing.isEmpty {
            let names = missing.joined(separator: ", ")
            add(
                "cors-headers", "its Access-Control-Allow-Headers lacks \(names)",
                fix: "Answer with Access-Control-Allow-Headers: \(names)"
                    + (isStarred ? "; a '*' does not cover \(missing.count == 1 ? "it" : "them") here." : ""))
        }
        return problems
    }
}
