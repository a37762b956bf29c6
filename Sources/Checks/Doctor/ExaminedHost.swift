package import HostExport
internal import Release
internal import TextEncoding

/// A live host and the responses that have arrived from it: what every check decides from.
struct ExaminedHost {
    let subject: ExaminationSubject
    let responses: Responses
    /// The kind of host, if known or recognised.
    let host: Host?
    let conformance: ConformanceReport?
    let certificate: CertificatePeriod?

    var origin: Origin { subject.origin }

    /// Recognises the kind of host, and runs the conformance suite.
    static func recognised(_ subject: ExaminationSubject, _ responses: Responses) throws(Pending) -> ExaminedHost {
        let first = try responses[subject.request(AssociationPath.apple)].response
        let host = subject.host ?? first.flatMap(HostRecognition.host)
        var report: ConformanceReport?
        if var suite = subject.suite {
            if responses.isOutOfTime {
                // What has arrived; a revalidation needs another response.
                suite.cases.removeAll { each in
                    each.revalidates
                        || !responses.contains(ExaminationRequest(origin: subject.origin, request: each.request))
                }
            }
            let announcements = subject.source.flatMap { host?.announcements(of: $0) }
            report = try ConformanceReport(suite, announcements: announcements ?? []) { (requests) throws(Pending) in
                let all = requests.map { ExaminationRequest(origin: subject.origin, request: $0) }
                try responses.require(all)
                return try all.map { (request) throws(Pending) in try responses[request].response }
            }
        }
        return ExaminedHost(
            subject: subject, responses: responses, host: host, conformance: report,
            certificate: subject.certificate(subject.origin))
    }

    /// Returns the response to a request of the host, decoded from a content coding if the request accepts one.
    func get(
        _ path: String, method: String = "GET", encoding: String? = nil, agent: String? = nil, repetition: Int = 0
    ) throws(Pending) -> FetchEnding {
        var request = subject.request(path, method: method, encoding: encoding, agent: agent)
        request.repetition = repetition
        return try responses[request]
    }

    /// Whether the response to a case's request, once decoded, is the expected file.
    func decodes(_ conformanceCase: ConformanceCase) throws(Pending) -> Bool {
        let request = ExaminationRequest(origin: origin, request: conformanceCase.request, isDecoded: true)
        return try responses[request].response.map { conformanceCase.expected.isFile($0.body) } ?? false
    }
}

/// What is to be examined, and what is known before the first request.
package struct ExaminationSubject {
    let origin: Origin
    /// The release that the host should serve; nil if unknown.
    let source: ExportSource?
    /// The kind of host that the release was exported to; nil to recognise it by its responses.
    let host: Host?
    let projects: [(path: String, text: String)]
    /// The IP addresses of the host's name; empty if they are not to be examined one by one.
    let addresses: [String]
    /// The origins that are examined in the same run.
    let examined: [Origin]
    /// Returns the validity period of an origin's certificate, after the first response; nil if unknown.
    let certificate: (Origin) -> CertificatePeriod?
    /// The current time, in seconds since 1970.
    let now: Int
    /// The app that the host should serve, if known.
    let app: ReleasedApp?
    let suite: ConformanceSuite?
    /// A number for the values of links that nobody has requested before.
    let number = UInt32.random(in: 0...UInt32.max)

    package init(
        _ origin: Origin, source: ExportSource? = nil, host: Host? = nil,
        projects: [(path: String, text: String)] = [], addresses: [String] = [], examined: [Origin] = [],
        certificate: @escaping (Origin) -> CertificatePeriod? = { _ in nil }, now: Int = 0
    ) {
        self.origin = origin
        self.source = source
        self.host = host
        self.projects = projects
        self.addresses = addresses
        self.examined = examined
        self.certificate = certificate
        self.now = now
        app = source?.release.manifest.apps.first { $0.hosts.contains(origin.host) }
        suite = app.flatMap { app in
            source.map { ConformanceSuite(app, of: $0.site, requesting: origin.host) }
        }
    }

    /// Whether a path is that of a project file that names hosts: entitlements or an Android manifest.
    package static func isProject(_ path: String) -> Bool {
        path.hasSuffix(".entitlements") || path.hasSuffix("AndroidManifest.xml")
    }

    func request(
        _ path: String, method: String = "GET", encoding: String? = nil, agent: String? = nil
    ) -> ExaminationRequest {
        let fields =
            [HeaderField("Accept-Encoding", encoding ?? "identity")]
            + (agent.map { [HeaderField("User-Agent", $0)] } ?? [])
        return ExaminationRequest(
            origin: origin,
            request: HostRequest(method: method, host: origin.host, target: path, headers: fields),
            isDecoded: encoding != nil)
    }
}
