public import HostExport
public import Release
internal import TextEncoding

/// A live host as phones, browsers and the platforms' fetchers see it.
///
/// It sends nothing itself, follows no redirect and makes up no answer: what it asks goes through a closure.
public struct Examination: Sendable {
    /// One request of an examination.
    public struct Question: Hashable, Sendable {
        /// Whom to ask.
        public var origin: Origin
        /// The request to send.
        public var request: HostRequest
        /// Whether the body is wanted decoded, whatever its content coding.
        public var isDecoded: Bool
    }

    /// Sends a request and waits for what comes of it.
    public typealias Ask = (Question) -> FetchEnding

    /// The host that is examined.
    public let origin: Origin
    /// What it should serve, where that is known.
    public let app: ReleasedApp?
    /// In the order in which they came up.
    public private(set) var findings: [Finding] = []
    /// The host, where it could be told.
    public private(set) var host: Host?
    /// How the conformance suite went, where there is a release.
    public private(set) var conformance: ConformanceReport?

    /// Examines a host.
    ///
    /// - Parameters:
    ///   - origin: of the app's own host.
    ///   - release: what the host should serve; nil where nothing is known.
    ///   - host: what it was exported to; nil to go by its answers.
    ///   - projects: entitlements and manifests of the apps, by path.
    ///   - export: makes the export of a host, for what it announces.
    ///   - certificate: the period of the certificate that an origin has shown; nil where that is not known.
    ///   - now: in seconds since 1970.
    ///   - ask: sends a request.
    public init(
        _ origin: Origin, release: LoadedRelease? = nil, host: Host? = nil,
        projects: [(path: String, text: String)] = [],
        export: (Host) -> HostExport? = { _ in nil },
        certificate: (Origin) -> CertificatePeriod? = { _ in nil }, now: Int = 0, ask: Ask
    ) {
        self.origin = origin
        let index = release?.manifest.apps.firstIndex { $0.hosts.contains(origin.host) }
        app = index.flatMap { release?.manifest.apps[$0] }
        self.host = host
        let first = get(AssociationPath.apple, ask)
        guard let answer = first.answer else {
            add(Self.unreachable(first, origin))
            return
        }
        if self.host == nil { self.host = HostRecognition.host(of: answer) }
        if release != nil, app == nil {
            add(
                Finding(
                    .error, "unknown-app", origin.host, "no app of the release has this host",
                    fix: "Add the host to the app's 'hosts' in app.yml, or name another address."))
        }
        let fields = AssociationCheck(origin: origin, host: self.host, release: release, appIndex: index)
        findings += fields.findings { get($0, method: $1, encoding: $2, ask) }
        findings += ProjectCheck.findings(projects, origin: origin)
        findings += changePassword(ask)
        findings += plainHTTP(ask)
        findings += appleCopy(answer, ask)
        if let period = certificate(origin), period.isEnding(at: now) { add(Self.ending(period, origin, now)) }
        guard let app, let release else { return }
        let announcements = self.host.flatMap(export)?.announcements ?? []
        var suite = ConformanceSuite(app, of: release.manifest)
        suite = suite.asked(of: origin.host)
        let report = ConformanceReport(suite, announcements: announcements) { request in
            ask(Question(origin: origin, request: request, isDecoded: false)).answer
        }
        conformance = report
        findings += ConformanceFindings.findings(report, host: self.host)
        findings += cachedPages(app, ask)
    }

    private mutating func add(_ finding: Finding) { findings.append(finding) }

    private func get(
        _ path: String, method: String = "GET", encoding: String? = nil, _ ask: Ask
    ) -> FetchEnding {
        let request = HostRequest(
            method: method, host: origin.host, target: path,
            headers: [HeaderField("Accept-Encoding", encoding ?? "identity")])
        return ask(Question(origin: origin, request: request, isDecoded: encoding != nil))
    }

    private static func unreachable(_ ending: FetchEnding, _ origin: Origin) -> Finding {
        let subject = origin.description
        guard case .failure(let failure) = ending else {
            return Finding(.error, "no-answer", subject, "no answer came")
        }
        return switch failure {
        case .unknownHost:
            Finding(
                .error, "unknown-host", subject, "the host's name has no address",
                fix: "Add an A or AAAA record for the host.")
        case .unreachable:
            Finding(
                .error, "unreachable", subject, "nobody listens there",
                fix: "Start the server, and open the port in the firewall.")
        case .timeout:
            Finding(
                .error, "timeout", subject, "no answer came in time",
                fix: "Look at the server's load, and at what drops packets on the way.")
        case .tooLong:
            Finding(.error, "endless-body", subject, "the answer does not end", fix: "Serve the file itself.")
        case .untrusted(let reason):
            Finding(
                .error, "certificate", subject, "the certificate is not trusted: \(reason)",
                fix: reason.contains("expired")
                    ? "Renew the certificate, and have it renewed by itself: 'certbot renew', or the host's own."
                    : "Send a certificate for this host with its whole chain, from an authority that phones trust.")
        case .other(let reason):
            Finding(.error, "no-answer", subject, "no answer came: \(reason)", fix: "Look at the server's error log.")
        }
    }

    // MARK: - Passwords

    /// https://www.w3.org/TR/change-password-url/
    private func changePassword(_ ask: Ask) -> [Finding] {
        let fixes = HostFixes(host: host, path: Self.changePasswordPath)
        var findings: [Finding] = []
        if let answer = get(Self.changePasswordPath, ask).answer {
            let isPage = String(decoding: answer.body.prefix(4_096), as: UTF8.self).lowercased().contains(
                "http-equiv=\"refresh\"")
            switch answer.status {
            case 302, 303, 307:
                findings.append(
                    Finding(
                        .ok, "change-password", Self.changePasswordPath,
                        "redirects to \(answer["location"] ?? "nowhere")"))
            case 301, 308:
                findings.append(
                    Finding(
                        .warning, "change-password-permanent", Self.changePasswordPath,
                        "redirects for good, with status \(answer.status)",
                        fix: "Redirect with status 302, 303 or 307: browsers keep a permanent one."))
            case 200 where isPage:
                findings.append(
                    Finding(.ok, "change-password", Self.changePasswordPath, "leads on by a page that refreshes"))
            case 200:
                findings.append(
                    Finding(
                        .warning, "change-password-page", Self.changePasswordPath,
                        "is a page and not a redirect to one",
                        fix: "Redirect to the page with status 302."))
            default: break
            }
        }
        guard let probe = get(Self.probePath, ask).answer else { return findings }
        if (200...299).contains(probe.status) {
            findings.append(
                Finding(
                    .error, "probe-path-found", Self.probePath,
                    "is answered with status \(probe.status), by which password managers tell that a host's statuses mean nothing",
                    fix: fixes.catchAll))
        } else {
            findings.append(Finding(.ok, "probe-path", Self.probePath, "is answered with status \(probe.status)"))
        }
        return findings
    }

    private static let changePasswordPath = "/.well-known/change-password"
    private static let probePath =
        "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"

    // MARK: - Transport and caches

    private func plainHTTP(_ ask: Ask) -> [Finding] {
        guard origin.scheme == "https", origin.hasDefaultPort else { return [] }
        let plain = Origin(scheme: "http", host: origin.host)
        let request = HostRequest(host: origin.host, target: "/")
        guard let answer = ask(Question(origin: plain, request: request, isDecoded: false)).answer else { return [] }
        let location = answer["location"] ?? ""
        if (300...399).contains(answer.status), let target = Origin(address: location), target == origin {
            return [Finding(.ok, "plain-http", plain.description, "redirects to https")]
        }
        return [
            Finding(
                .warning, "plain-http", plain.description,
                "is answered with status \(answer.status)\(location.isEmpty ? "" : " to \(location)") instead of a redirect to https",
                fix: "Redirect http to https on the same host, with status 301.")
        ]
    }

    /// Apple fetches over https and from port 443 alone.
    private func appleCopy(_ file: HostAnswer, _ ask: Ask) -> [Finding] {
        guard origin.scheme == "https", origin.hasDefaultPort, file.status == 200 else { return [] }
        let request = HostRequest(host: AppleCopy.origin.host, target: AppleCopy.target(origin.host))
        let question = Question(origin: AppleCopy.origin, request: request, isDecoded: false)
        return ask(question).answer.map { [AppleCopy.finding($0, file: file.body)] } ?? []
    }

    private static func ending(_ period: CertificatePeriod, _ origin: Origin, _ now: Int) -> Finding {
        let days = period.days(from: now)
        return Finding(
            .warning, "certificate-ending", origin.description,
            "the certificate is valid for \(days == 1 ? "one more day" : "\(days) more days"), and nothing has renewed it",
            fix:
                "Look why it was not renewed by itself: 'certbot renew --dry-run', or the host's own page of certificates."
        )
    }

    /// Pages whose address carries a token must come from nobody's cache.
    private func cachedPages(_ app: ReleasedApp, _ ask: Ask) -> [Finding] {
        let pages = Set(
            app.files.filter { file in
                file.headers.contains { $0.name == "Cache-Control" && $0.value.contains("no-store") }
            }
            .map(\.name))
        for route in app.routes {
            guard case .file(let name) = route.answer, pages.contains(name), route.conditions.isEmpty,
                !route.path.contains("{")
            else { continue }
            let target = "\(route.path)?token=\(ConformanceSuite.sampleValue)"
            guard let answer = get(target, ask).answer, answer.status == 200 else { continue }
            let cache = ["cf-cache-status", "x-cache", "x-vercel-cache", "cache-status"]
                .first { (answer[$0] ?? "").lowercased().contains("hit") }
            let age = answer["age"].flatMap { Int($0) } ?? 0
            guard cache != nil || age > 0 else { continue }
            return [
                Finding(
                    .error, "token-page-cached", route.path,
                    "a page whose address carries a token came from a cache (\(cache.map { "\($0): \(answer[$0] ?? "")" } ?? "Age: \(age)"))",
                    fix: "Have the cache respect 'Cache-Control: no-store', and purge what it holds.")
            ]
        }
        return []
    }
}
