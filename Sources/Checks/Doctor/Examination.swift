package import HostExport
package import Release
internal import TextEncoding

/// Examines a live host as phones, browsers and the platforms' fetchers see it.
///
/// It performs no I/O: all requests go through a closure. Redirects are followed only for the path by which password
/// managers test a host's statuses.
package struct Examination: Sendable {
    /// A request of an examination.
    package struct Request: Hashable, Sendable {
        /// The origin to connect to.
        package var origin: Origin
        /// The request to send.
        package var request: HostRequest
        /// Whether the body should be decoded from its content coding.
        package var isDecoded: Bool
    }

    /// Sends a request and returns its outcome.
    package typealias Fetch = (Request) -> FetchEnding

    /// The origin that is examined.
    package let origin: Origin
    /// The app that it should serve, if known.
    package let app: ReleasedApp?
    /// The findings, in order of detection.
    package private(set) var findings: [Finding] = []
    /// The kind of host, if known or recognised.
    package private(set) var host: Host?
    /// The results of the conformance suite, if there is a release.
    package private(set) var conformance: ConformanceReport?

    /// Whether a path is that of a project file that names hosts: entitlements or an Android manifest.
    package static func isProject(_ path: String) -> Bool {
        path.hasSuffix(".entitlements") || path.hasSuffix("AndroidManifest.xml")
    }

    /// Examines a host.
    ///
    /// - Parameters:
    ///   - origin: the app's origin.
    ///   - release: the release that the host should serve; nil if unknown.
    ///   - host: the kind of host that the release was exported to; nil to recognise it by its responses.
    ///   - projects: the apps' entitlements and manifests, with their paths.
    ///   - export: returns the export for a host, whose announcements are expected differences.
    ///   - certificate: returns the validity period of an origin's certificate; nil if unknown.
    ///   - now: the current time, in seconds since 1970.
    ///   - fetch: sends a request.
    package init(
        _ origin: Origin, release: LoadedRelease? = nil, host: Host? = nil,
        projects: [(path: String, text: String)] = [],
        export: (Host) -> HostExport? = { _ in nil },
        certificate: (Origin) -> CertificatePeriod? = { _ in nil }, now: Int = 0, fetch: Fetch
    ) {
        self.origin = origin
        let index = release?.manifest.apps.firstIndex { $0.hosts.contains(origin.host) }
        app = index.flatMap { release?.manifest.apps[$0] }
        self.host = host
        let first = get(AssociationPath.apple, fetch)
        guard let response = first.response else {
            add(first.finding(origin.description))
            return
        }
        if self.host == nil { self.host = HostRecognition.host(of: response) }
        if let app { conform(ConformanceSuite(app, requesting: origin.host), export, fetch) }
        if release != nil, app == nil {
            add(
                Finding(
                    .error, "unknown-app", origin.host, "no app of the release has this host",
                    fix: origin.isAddress
                        ? "Name the app's host and its address: 'https://example.com --resolve example.com:443:\(origin.host)'."
                        : "Add the host to the app's 'hosts' in app.yml, or name another address."))
        }
        let fields = AssociationCheck(origin: origin, host: self.host, release: release, appIndex: index)
        let associations = fields.findings { get($0, method: $1, encoding: $2, agent: $3, fetch) }
        findings += associations
        findings += ProjectCheck.findings(
            projects, origin: origin, claimsLinks: AssociationCheck.claimsLinks(response.body))
        findings += changePassword(fetch) + probe(fetch)
        findings += plainHTTP(fetch)
        findings += appleCopy(response, fetch)
        if let period = certificate(origin), period.isEnding(at: now) { add(Self.ending(period, origin, now)) }
        findings += unchecked(hasRelease: release != nil)
        guard let app, let conformance else { return }
        let usedUp = usedUpLinks(conformance, fetch)
        findings += usedUp
        var reported = (associations + usedUp).filter { $0.severity == .error }.map(\.subject)
        // The file at the root is the same or a copy.
        if reported.contains(AssociationPath.apple) { reported.append(AssociationPath.appleRoot) }
        findings += ConformanceFindings(host: self.host, reported: Set(reported)).findings(conformance) {
            decodes($0, fetch)
        }
        findings += browserPages(conformance, fetch)
        findings += cachedPages(app, fetch)
    }

    /// Runs the suite, and recognises a host that does not name itself by its differences.
    private mutating func conform(_ suite: ConformanceSuite, _ export: (Host) -> HostExport?, _ fetch: Fetch) {
        let report = ConformanceReport(
            suite, announcements: host.flatMap(export)?.announcements ?? []
        ) { request in fetch(Request(origin: origin, request: request, isDecoded: false)).response }
        conformance = report
        guard host == nil, !report.isConforming else { return }
        for host in HostRecognition.unnamed {
            guard let announcements = export(host)?.announcements else { continue }
            let compared = report.compared(with: announcements)
            if compared.showsAnnouncements {
                (self.host, conformance) = (host, compared)
                return
            }
        }
    }

    /// Whether the response to a case's request, once decoded, is the expected file.
    private func decodes(_ conformanceCase: ConformanceCase, _ fetch: Fetch) -> Bool {
        let ending = fetch(Request(origin: origin, request: conformanceCase.request, isDecoded: true))
        return ending.response.map { conformanceCase.expected.isFile($0.body) } ?? false
    }

    private mutating func add(_ finding: Finding) { findings.append(finding) }

    func get(
        _ path: String, method: String = "GET", encoding: String? = nil, agent: String? = nil, _ fetch: Fetch
    ) -> FetchEnding {
        let request = HostRequest(
            method: method, host: origin.host, target: path,
            headers: [HeaderField("Accept-Encoding", encoding ?? "identity")]
                + (agent.map { [HeaderField("User-Agent", $0)] } ?? []))
        return fetch(Request(origin: origin, request: request, isDecoded: encoding != nil))
    }
}
