internal import HostExport

// The redirect from HTTP to HTTPS, and those that password managers follow
// (https://www.w3.org/TR/change-password-url/).

extension Checks {
    static func plainHTTP(_ host: ExaminedHost) throws(Pending) -> Finding? {
        guard host.origin.isHTTPSOnDefaultPort else { return nil }
        let plain = Origin(scheme: "http", host: host.origin.host)
        let request = HostRequest(host: plain.host, target: plainTarget(host))
        let ending = try host.responses[ExaminationRequest(origin: plain, request: request)]
        func finding(_ name: String, _ values: [String: String] = [:]) -> Finding {
            .of(name, plain.description, on: host.host, values.merging(["path": request.path]) { own, _ in own })
        }
        guard let response = ending.response else {
            let reason =
                switch ending.cause {
                case .unreachable: "no connection to port 80 could be established"
                case .timeout: "no response was received from port 80 in time"
                default: "no response was received from port 80"
                }
            return finding("plain-http-unanswered", ["why": reason])
        }
        let location = response["location"] ?? ""
        guard (300...399).contains(response.status), location.lowercased().hasPrefix("https://"),
            let address = Origin.parts(of: location), address.origin == host.origin
        else {
            return finding(
                "plain-http",
                ["status": "\(response.status)", "location": location.isEmpty ? "" : " to \(location)"])
        }
        let target = request.target
        guard [target, request.path + "/" + target.dropFirst(request.path.count)].contains(address.rest) else {
            return finding("plain-http-path", ["target": target, "location": location])
        }
        let directives = (response["cache-control"] ?? "").lowercased().split { $0 == "," || $0 == " " }
        let isKept = directives.contains { $0 == "public" || $0.contains("max-age=") && !$0.hasSuffix("=0") }
        guard isKept, !directives.contains("no-store") else { return finding("plain-http-right") }
        return finding(
            "plain-http-kept",
            ["found": response["cache-control"] ?? "", "name": "Cache-Control", "value": "no-store"])
    }

    /// A link's target, if the release has one.
    private static func plainTarget(_ host: ExaminedHost) -> String {
        let targets = host.conformance?.results.map(\.conformanceCase)
            .filter { $0.aspect == .file && $0.request.target.contains(ConformanceSuite.sampleValue) }
        return targets?.first?.request.target ?? "/latchkey-nowhere?token=\(ConformanceSuite.sampleValue)"
    }

    static func changePassword(_ host: ExaminedHost) throws(Pending) -> Finding? {
        let path = "/.well-known/change-password"
        guard let response = try host.get(path).response else { return nil }
        let isRefreshed = String(decoding: response.body.prefix(4_096), as: UTF8.self).lowercased()
            .contains("http-equiv=\"refresh\"")
        return switch response.status {
        case 302, 303, 307: .of("change-password", path, ["location": response["location"] ?? "nowhere"])
        case 301, 308: .of("change-password-permanent", path, ["status": "\(response.status)"])
        case 200: .of(isRefreshed ? "change-password-refresh" : "change-password-page", path)
        default: nil
        }
    }

    /// Requests the path that must not have a success status, also after redirects.
    static func probePath(_ host: ExaminedHost) throws(Pending) -> Finding? {
        let path = ConformanceSuite.probePath
        guard let response = try host.get(path).response else { return nil }
        var answer = "is answered with status \(response.status)"
        var end = response
        let isRedirect = (300...399).contains(response.status)
        if isRedirect {
            let location = response["location"] ?? "nowhere"
            answer = "is redirected to \(location) with status \(response.status)"
            guard let followed = try followed(location, host) else {
                return .of("probe-path-redirected", path, on: host.host, ["answer": answer])
            }
            end = followed
            answer += ", which is answered with status \(end.status)"
        }
        let isFound = (200...299).contains(end.status)
        let name = !isFound ? "probe-path" : isRedirect ? "probe-path-leads-to-page" : "probe-path-found"
        return .of(name, path, on: host.host, ["answer": answer])
    }

    /// Follows one redirect on the same host; nil if it leads to another host or redirects again.
    private static func followed(_ location: String, _ host: ExaminedHost) throws(Pending) -> HostResponse? {
        let target: String
        if location.hasPrefix("/"), !location.hasPrefix("//") {
            target = location
        } else if let address = Origin.parts(of: location), address.origin == host.origin {
            target = address.rest.isEmpty ? "/" : address.rest
        } else {
            return nil
        }
        let response = try host.get(String(target.prefix { $0 != "#" })).response
        return response.flatMap { (300...399).contains($0.status) ? nil : $0 }
    }
}
