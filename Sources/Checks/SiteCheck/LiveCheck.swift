package import AuthContracts
internal import CrossOrigin
package import Diagnostics
package import JSON
import SiteBuilder
package import SiteModel

/// Sends the preflight requests that browsers would send to the apps' backends.
///
/// Nothing else is sent but the question whether a captcha is demanded, so that nothing is consumed, changed or emailed.
package struct LiveCheck: Sendable {
    /// Every preflight request with its result, in the order of the apps.
    package let results: [Result]
    /// Errors for every request that browsers would block.
    package let diagnostics: [Diagnostic]

    package struct Result: Hashable, Sendable {
        package let app: String
        package let preflight: Preflight
        /// The outcome; nil if the request was not sent because the same server did not respond before.
        package let ending: PreflightEnding?
        let refusals: [Problem<String>]

        /// Whether a browser would allow the page's request.
        package var isAllowed: Bool {
            if case .response? = ending { refusals.isEmpty } else { false }
        }

        package var json: JSONValue {
            var object: JSONObject = [
                "app": .string(app),
                "operations": .array(preflight.operations.map(JSONValue.string)),
                "origin": .string(preflight.origin),
                "method": .string(preflight.request.method),
                "url": .string(preflight.server + preflight.path),
                "headers": .array(preflight.request.headers.map(JSONValue.string)),
                "allowed": .bool(isAllowed),
            ]
            if case .response(let status, _)? = ending { object["status"] = .number(JSONNumber(status)) }
            object["refusals"] = .array(refusals.map { .string($0.code) })
            return .object(object)
        }
    }

    /// Sends the requests one after another with `send`, which does not follow redirects and keeps to the preflight's
    /// timeout. `ask` sends the request of a question; nil stands for no response.
    package static func run(
        _ site: Site, send: (Preflight) -> PreflightEnding, ask: (CaptchaQuestion) -> ContractResponse?
    ) -> LiveCheck {
        var results: [Result] = []
        var diagnostics: [Diagnostic] = []
        for (number, app) in site.apps.enumerated() {
            var dead: [String: PreflightEnding.Failure] = [:]
            var own: [Result] = []
            for preflight in Preflight.all(of: app, previewedOn: 4001 + number) {
                guard dead[preflight.server] == nil else {
                    own.append(Result(app: app.name, preflight: preflight, ending: nil, refusals: []))
                    continue
                }
                let ending = send(preflight)
                var refusals: [Problem<String>] = []
                switch ending {
                case .failure(let failure):
                    dead[preflight.server] = failure
                    diagnostics.append(
                        app.diagnostic(of: failure, at: preflight.server, within: preflight.timeout))
                case .response(let status, let headers):
                    refusals = preflight.request.problems(from: preflight.origin, status: status, headers: headers)
                }
                own.append(Result(app: app.name, preflight: preflight, ending: ending, refusals: refusals))
            }
            diagnostics += app.diagnostics(of: own)
            if dead.isEmpty, let question = CaptchaQuestion(app) {
                diagnostics += [question.diagnostic(of: ask(question), in: app)].compactMap(\.self)
            }
            results += own
        }
        return LiveCheck(results: results, diagnostics: diagnostics)
    }
}

extension App {
    fileprivate func diagnostic(
        of failure: PreflightEnding.Failure, at server: String, within seconds: Int
    ) -> Diagnostic {
        let (code, message, fix) =
            switch failure {
            case .unknownHost:
                (
                    "unknown-host", "no DNS entry for the host in '\(server)'",
                    "Correct 'base', or wait for its DNS entry."
                )
            case .unreachable:
                (
                    "unreachable", "no server responds at '\(server)'",
                    "Start the backend, or correct the host and port in 'base'."
                )
            case .untrusted(let reason):
                (
                    "no-tls", "browsers reject the TLS connection to '\(server)': \(reason)",
                    "Give it a certificate for that host, with the whole chain, from an authority that browsers trust."
                )
            case .timeout:
                (
                    "timeout", "'\(server)' has not responded within \(seconds) s, the app's timeout",
                    "Find out why OPTIONS requests are not answered in time."
                )
            case .connectionClosed:
                (
                    "hung-up", "'\(server)' closes the connection without a response",
                    "See its log: it may not accept OPTIONS requests, or not serve HTTP on that port."
                )
            case .other(let reason): ("no-answer", "no response from '\(server)': \(reason)", "Correct 'base'.")
            }
        return diagnostic(code: "backend-\(code)", at: "backend.base", message, fix: fix)
    }

    /// Returns one diagnostic for each distinct problem, naming all operations and origins that it affects.
    fileprivate func diagnostics(of results: [LiveCheck.Result]) -> [Diagnostic] {
        struct Finding {
            let server: String
            let code: String
            let message: String
            var fixes: [String] = []
            var origins: [String] = []
            var operations: [String] = []
            var needsPreflight = false

            /// One fix; that for several origins names what each response repeats.
            var fix: String? {
                guard fixes.count > 1, let first = fixes.first, let origin = origins.first else { return fixes.first }
                return
                    "\(first.replacing(origin, with: "the Origin of the request")), if it is one of \(origins.joined(separator: ", "))"
            }

            mutating func add(_ refusal: Problem<String>, of preflight: Preflight) {
                needsPreflight = needsPreflight || preflight.request.needsPreflight
                if !origins.contains(refusal.place) { origins.append(refusal.place) }
                if let fix = refusal.fix, !fixes.contains(fix) { fixes.append(fix) }
                operations += preflight.operations.filter { !operations.contains($0) }
            }
        }
        var findings: [Finding] = []
        // What blocks a request with a preflight may also block one without: it is the same setting.
        for result in results.filter(\.preflight.request.needsPreflight)
            + results.filter({ !$0.preflight.request.needsPreflight })
        {
            for refusal in result.refusals {
                let server = result.preflight.server
                var index = findings.firstIndex {
                    ($0.server, $0.code, $0.message) == (server, refusal.code, refusal.message)
                }
                if index == nil {
                    findings.append(Finding(server: server, code: refusal.code, message: refusal.message))
                    index = findings.count - 1
                }
                guard let index else { continue }
                findings[index].add(refusal, of: result.preflight)
            }
        }
        return findings.map { finding in
            let pages = "for the pages of \(Self.list(finding.origins, quoted: false))"
            let names = Self.list(finding.operations)
            let start =
                finding.needsPreflight
                ? "CORS blocks \(names) at '\(finding.server)' \(pages): in the response to the preflight request, "
                : "CORS may block the response to \(names) at '\(finding.server)' \(pages): "
                    + "browsers send it without a preflight request, and in the response to OPTIONS, "
            return diagnostic(
                finding.needsPreflight ? .error : .warning, code: finding.code, at: "backend.base",
                start + finding.message, fix: finding.fix)
        }
    }

    private static func list(_ names: [String], quoted isQuoted: Bool = true) -> String {
        let quoted = isQuoted ? names.map { "'\($0)'" } : names
        guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension LiveCheck {
    /// The results as text: one line for each request, and the required headers where one is blocked; every line ends in LF.
    package func text(of site: Site) -> String {
        guard !results.isEmpty else { return "\nNo page of any app calls a backend.\n" }
        var text = ""
        var group = ""
        let width = results.map { $0.line.count }.max() ?? 0
        for result in results {
            let preflight = result.preflight
            let title = "\n\(preflight.origin) asks \(preflight.server)\n"
            if title != group { text += title }
            group = title
            let blank = String(repeating: " ", count: width - result.line.count)
            text += "  \(result.line)\(blank)  \(result.word), for \(preflight.operations.joined(separator: ", "))\n"
        }
        let refused = Set(results.filter { !$0.refusals.isEmpty }.map(\.app))
        for app in site.apps where refused.contains(app.name) {
            if let response = BackendOrigins(app) { text += "\n\(response.text)" }
        }
        guard results.allSatisfy(\.isAllowed) else { return text }
        let exposed = Set(site.apps.compactMap(\.cors).flatMap(\.exposedHeaders)).sorted().joined(separator: ", ")
        return text
            + "\nCORS allows the pages' requests. Preflight requests cannot show whether other responses contain "
            + "Access-Control-Allow-Origin and Access-Control-Expose-Headers: \(exposed)\n"
    }
}

extension LiveCheck.Result {
    fileprivate var line: String { "\(preflight.request.method) \(preflight.path)" }

    fileprivate var word: String {
        switch ending {
        case nil: "not asked"
        case .failure?: "no response"
        case .response?: isAllowed ? "allowed" : preflight.request.needsPreflight ? "refused" : "not clear"
        }
    }
}
