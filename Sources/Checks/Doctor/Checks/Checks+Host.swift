internal import AppLinks
internal import HostExport
internal import JSON
internal import Release
internal import TextEncoding

/// The checks of a live host: each a function from its responses to findings.
enum Checks {}

// The host itself: its name, its connection, its certificate, its caches, and what cannot be checked.

extension Checks {
    /// The findings if the host does not answer at all.
    static func unreachable(_ subject: ExaminationSubject, _ responses: Responses) throws(Pending) -> [Finding] {
        let first = subject.request(AssociationPath.apple)
        guard case .failure(var failure) = try responses[first] else { return [] }
        // The address at fault, where another one answers.
        let addresses = try addresses(subject, responses)
        if !addresses.isEmpty { return addresses }
        if failure.cause == .handshake {
            var plain = first
            plain.origin = Origin(scheme: "http", host: subject.origin.host, port: subject.origin.port)
            if try responses[plain].response != nil { failure.cause = .noTLS }
        }
        // A connection was established perhaps, and only this response is late.
        let path = failure.cause == .timeout ? first.request.path : ""
        return [FetchEnding.failure(failure).finding("\(subject.origin)\(path)")]
    }

    /// Requests a file from every address of a name, since clients use any of them; finds those that do not answer, if
    /// some do.
    static func addresses(_ subject: ExaminationSubject, _ responses: Responses) throws(Pending) -> [Finding] {
        guard subject.addresses.count > 1 else { return [] }
        let requests = subject.addresses.map { address in
            var request = subject.request(AssociationPath.apple)
            request.address = address
            return request
        }
        try responses.require(requests)
        let endings = try requests.map { (request) throws(Pending) in try responses[request] }
        guard let first = endings.lazy.compactMap(\.response).first else { return [] }
        return zip(subject.addresses, endings).compactMap { address, ending in
            let place = "\(subject.origin) at \(address)"
            guard let response = ending.response else {
                return ending.cause == .noRoute ? .of("address-without-route", place) : ending.finding(place)
            }
            if response.status == first.status, response.body == first.body { return nil }
            let isSame = response.status == first.status
            return .of(
                "address-differs", place, ["answer": isSame ? "with another file" : "with status \(response.status)"])
        }
    }

    /// Requests a file from the app's other hosts, which links may have as well and which need a certificate too.
    static func otherHosts(_ host: ExaminedHost) throws(Pending) -> [Finding] {
        let origins = (host.subject.app?.hosts ?? []).map { name in
            Origin(scheme: host.origin.scheme, host: name, port: host.origin.port)
        }.filter { $0 != host.origin && !host.subject.examined.contains($0) }
        let requests = origins.map { origin in
            ExaminationRequest(
                origin: origin,
                request: HostRequest(
                    host: origin.host, target: AssociationPath.apple,
                    headers: [HeaderField("Accept-Encoding", "identity")]))
        }
        try host.responses.require(requests)
        let own = try host.get(AssociationPath.apple).response
        let endings = try requests.map { (request) throws(Pending) in try host.responses[request] }
        return zip(origins, endings).compactMap { origin, ending in
            guard let response = ending.response else { return ending.finding(origin.description) }
            if response.status == own?.status, response.body == own?.body { return nil }
            if (300...399).contains(response.status) {
                return .of("other-host-redirects", origin.description, ["location": response["location"] ?? "nowhere"])
            }
            return .of("other-host", origin.description, ["host": host.origin.description])
        }
    }

    static func knownApp(_ host: ExaminedHost) -> Finding? {
        guard host.subject.source != nil, host.subject.app == nil else { return nil }
        let name = host.origin.host
        return .of(host.origin.isAddress ? "unknown-address" : "unknown-app", name, ["host": name])
    }

    static func certificateEnd(_ host: ExaminedHost) -> Finding? {
        guard let period = host.certificate, period.isEnding(at: host.subject.now) else { return nil }
        let days = period.days(from: host.subject.now)
        let text = days == 0 ? "less than a day" : days == 1 ? "one more day" : "\(days) more days"
        let name = period.isEndingSoon(at: host.subject.now) ? "certificate-ending-soon" : "certificate-ending"
        return .of(name, host.origin.description, ["days": text])
    }

    /// Notes on what cannot be checked, with the reasons.
    static func unchecked(_ host: ExaminedHost) -> [Finding] {
        let origin = host.origin
        let notes = [
            ("not-checked-http", origin.scheme == "http"),
            ("not-checked-port", origin.scheme == "https" && !origin.hasDefaultPort),
            ("not-checked-name", origin.isAddress),
            ("not-checked-release", host.subject.source == nil),
        ]
        return notes.filter(\.1).map { name, _ in
            .of(name, origin.description, ["host": origin.host, "port": "\(origin.port)"])
        }
    }

    /// Compares the copy of the association file on Apple's CDN, which iPhones use since iOS 14, with the host's file;
    /// only for HTTPS on port 443, which is all that Apple fetches from. No difference is an error, since Apple updates
    /// the copy automatically.
    ///
    /// Neither its URL nor the field with the reason for a missing copy is documented, but Apple's engineers name them:
    /// https://developer.apple.com/forums/thread/835728. How to bypass the copy:
    /// https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains.
    static func appleCopy(_ host: ExaminedHost) throws(Pending) -> Finding? {
        guard host.origin.isHTTPSOnDefaultPort, let file = try host.get(AssociationPath.apple).response,
            file.status == 200
        else { return nil }
        let subject = "Apple's copy"
        let request = HostRequest(host: Origin.appleNetwork.host, target: "/a/v1/\(host.origin.host)")
        guard let copy = try host.responses[ExaminationRequest(origin: .appleNetwork, request: request)].response else {
            return .of("apple-copy-unreachable", subject)
        }
        guard copy.status == 200 else {
            let reason = copy["apple-failure-reason"].map { ": \($0)" } ?? ""
            return .of("apple-copy-missing", subject, ["status": "\(copy.status)", "reason": reason])
        }
        // White space may differ.
        let values = [copy.body, file.body].map { try? JSONDocument(parsing: $0).value }
        let isSame = copy.body == file.body || values[0] != nil && values[0] == values[1]
        return .of(isSame ? "apple-copy" : "apple-copy-outdated", subject)
    }

    /// Finds pages with a token in their URL that come from a shared cache.
    static func cachedPages(_ host: ExaminedHost) throws(Pending) -> Finding? {
        guard let app = host.subject.app else { return nil }
        for route in app.routes where route.conditions.isEmpty && !route.path.hasParameters {
            let file = route.answer.file.flatMap { name in app.files.first { $0.name == name } }
            guard let file,
                file.headers.contains(where: { $0.isNamed("Cache-Control") && $0.value.contains("no-store") })
            else { continue }
            let target = "\(route.path.text)?token=\(ConformanceSuite.sampleValue)"
            // A cache has the page from the suite's request.
            guard let response = try host.get(target, repetition: 1).response, response.status == 200 else { continue }
            let cache = ["cf-cache-status", "x-cache", "x-vercel-cache", "cache-status"]
                .first { (response[$0] ?? "").lowercased().contains("hit") }
            let age = response["age"].flatMap { Int($0) } ?? 0
            guard cache != nil || age > 0 else { continue }
            let sign = cache.map { "\($0): \(response[$0] ?? "")" } ?? "Age: \(age)"
            return .of("token-page-cached", route.path.text, ["cache": sign])
        }
        return nil
    }
}
