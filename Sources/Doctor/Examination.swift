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

    /// Whether a file, by its name, is one of an app's project that speaks of hosts.
    public static func isProject(_ path: String) -> Bool {
        path.hasSuffix(".entitlements") || path.hasSuffix("AndroidManifest.xml")
    }

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
            add(first.finding(origin.description))
            return
        }
        if self.host == nil { self.host = HostRecognition.host(of: answer) }
        if let release, let app { conform(ConformanceSuite(app, of: release.manifest), export, ask) }
        if release != nil, app == nil {
            add(
                Finding(
                    .error, "unknown-app", origin.host, "no app of the release has this host",
                    fix: origin.isAddress
                        ? "Name the app's host, and where it is found: 'https://example.com --resolve example.com:443:\(origin.host)'."
                        : "Add the host to the app's 'hosts' in app.yml, or name another address."))
        }
        let fields = AssociationCheck(origin: origin, host: self.host, release: release, appIndex: index)
        let associations = fields.findings { get($0, method: $1, encoding: $2, agent: $3, ask) }
        findings += associations
        findings += ProjectCheck.findings(projects, origin: origin)
        findings += changePassword(ask) + probe(ask)
        findings += plainHTTP(ask)
        findings += appleCopy(answer, ask)
        if let period = certificate(origin), period.isEnding(at: now) { add(Self.ending(period, origin, now)) }
        findings += unchecked(hasRelease: release != nil)
        guard let app, let conformance else { return }
        let usedUp = usedUpLinks(conformance, ask)
        findings += usedUp
        var told = (associations + usedUp).filter { $0.severity == .error }.map(\.subject)
        // The same file, or a copy of it.
        if told.contains(AssociationPath.apple) { told.append(AssociationPath.appleRoot) }
        findings += ConformanceFindings(host: self.host, told: Set(told)).findings(conformance) { decodes($0, ask) }
        findings += browserPages(conformance, ask)
        findings += cachedPages(app, ask)
    }

    /// Asks the whole suite, and recognises a host that does not name itself by what it does otherwise.
    private mutating func conform(_ suite: ConformanceSuite, _ export: (Host) -> HostExport?, _ ask: Ask) {
        let report = ConformanceReport(
            suite.asked(of: origin.host), announcements: host.flatMap(export)?.announcements ?? []
        ) { request in ask(Question(origin: origin, request: request, isDecoded: false)).answer }
        conformance = report
        guard host == nil, !report.isConforming else { return }
        for host in HostRecognition.unnamed {
            guard let announcements = export(host)?.announcements else { continue }
            let held = report.held(against: announcements)
            if held.showsAnnouncements {
                (self.host, conformance) = (host, held)
                return
            }
        }
    }

    /// Whether what a case's request is answered with is the expected file once it is decoded.
    private func decodes(_ conformanceCase: ConformanceCase, _ ask: Ask) -> Bool {
        let question = Question(origin: origin, request: conformanceCase.request, isDecoded: true)
        return ask(question).answer.map { conformanceCase.expected.isFile($0.body) } ?? false
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
}
