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
                    fix: origin.isAddress
                        ? "Name the app's host, and where it is found: 'https://example.com --resolve example.com:443:\(origin.host)'."
                        : "Add the host to the app's 'hosts' in app.yml, or name another address."))
        }
        let fields = AssociationCheck(origin: origin, host: self.host, release: release, appIndex: index)
        findings += fields.findings { get($0, method: $1, encoding: $2, agent: $3, ask) }
        findings += ProjectCheck.findings(projects, origin: origin)
        findings += changePassword(ask)
        findings += plainHTTP(ask)
        findings += appleCopy(answer, ask)
        if let period = certificate(origin), period.isEnding(at: now) { add(Self.ending(period, origin, now)) }
        findings += unchecked(hasRelease: release != nil)
        guard let app, let release else { return }
        findings += linkPages(app, now: now, ask)
        let announcements = self.host.flatMap(export)?.announcements ?? []
        var suite = ConformanceSuite(app, of: release.manifest)
        suite = suite.asked(of: origin.host)
        var report = ConformanceReport(suite, announcements: announcements) { request in
            ask(Question(origin: origin, request: request, isDecoded: false)).answer
        }
        if self.host == nil, !report.isConforming,
            let (host, told) = HostRecognition.nameless.compactMap({ host in
                export(host).map { (host, report.announced($0.announcements)) }
            }).first(where: { $1.isAsAnnounced })
        {
            self.host = host
            report = told
        }
        conformance = report
        findings += ConformanceFindings.findings(report, host: self.host)
        findings += cachedPages(app, ask)
    }

    private mutating func add(_ finding: Finding) { findings.append(finding) }

    func get(
        _ path: String, method: String = "GET", encoding: String? = nil, agent: String? = nil, _ ask: Ask
    ) -> FetchEnding {
        let request = HostRequest(
            method: method, host: origin.host, target: path,
            headers: [HeaderField("Accept-Encoding", encoding ?? "identity")]
                + (agent.map { [HeaderField("User-Agent", $0)] } ?? []))
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
}
