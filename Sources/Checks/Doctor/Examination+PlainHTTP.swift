internal import HostExport

/// The redirect from HTTP to HTTPS.
extension Examination {
    func plainHTTP(_ fetch: Fetch) -> [Finding] {
        guard origin.scheme == "https", origin.hasDefaultPort else { return [] }
        let plain = Origin(scheme: "http", host: origin.host)
        let target = plainTarget
        let request = HostRequest(host: origin.host, target: target)
        let ending = fetch(Request(origin: plain, request: request, isDecoded: false))
        guard let response = ending.response else { return [Self.unansweredHTTP(ending, plain)] }
        let location = response["location"] ?? ""
        func warning(_ code: String, _ message: String, _ fix: String, severity: Finding.Severity = .warning)
            -> [Finding]
        {
            [Finding(severity, code, plain.description, message, fix: fix)]
        }
        let fixes = HostFixes(host: host, path: request.path)
        guard (300...399).contains(response.status), location.lowercased().hasPrefix("https://"),
            let address = Origin.parts(of: location), address.origin == origin
        else {
            return warning(
                "plain-http",
                "is answered with status \(response.status)\(location.isEmpty ? "" : " to \(location)") instead of a redirect to https",
                "Redirect http to https on the same host, with status 301.")
        }
        guard [target, request.path + "/" + target.dropFirst(request.path.count)].contains(address.rest) else {
            return warning(
                "plain-http-path",
                "redirects \(target) to \(location), which loses the path or the token of a link", fixes(.plainHTTP),
                severity: .error)
        }
        let directives = (response["cache-control"] ?? "").lowercased().split { $0 == "," || $0 == " " }
        let isKept = directives.contains { $0 == "public" || $0.contains("max-age=") && !$0.hasSuffix("=0") }
        if isKept, !directives.contains("no-store") {
            return warning(
                "plain-http-kept",
                "a redirect whose address carries a token may be kept: Cache-Control is \(response["cache-control"] ?? "")",
                fixes(.field, ["name": "Cache-Control", "value": "no-store"]))
        }
        return [Finding(.ok, "plain-http", plain.description, "redirects to https")]
    }

    /// A link's target, if the release has one.
    private var plainTarget: String {
        let targets = conformance?.results.map(\.conformanceCase)
            .filter { $0.aspect == .file && $0.request.target.contains(ConformanceSuite.sampleValue) }
        return targets?.first?.request.target ?? "/latchkey-nowhere?token=\(ConformanceSuite.sampleValue)"
    }

    private static func unansweredHTTP(_ ending: FetchEnding, _ plain: Origin) -> Finding {
        let reason =
            switch ending {
            case .failure(.unreachable): "no connection to port 80 could be established"
            case .failure(.timeout): "no response was received from port 80 in time"
            default: "no response was received from port 80"
            }
        return Finding(
            .note, "not-checked", plain.description, "not checked: the redirect from http, since \(reason)",
            fix:
                "Redirect http to https as well: browsers may try http first for an address that is typed without a scheme."
        )
    }
}
