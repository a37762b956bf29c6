package import HostExport

/// The findings about a live host, as phones, browsers and the platforms' fetchers see it.
package struct Examination: Sendable {
    package let origin: Origin
    /// The kind of host, if known or recognised.
    package let host: Host?
    package let findings: [Finding]
    /// The results of the conformance suite, if there is a release with the host.
    package let conformance: ConformanceReport?

    /// The checks, in the order of their findings. Each decides from responses alone, and throws while one is missing.
    private enum Check: CaseIterable {
        case addresses, otherHosts, knownApp, associationFiles, projectFiles, changePassword, probePath, plainHTTP,
            appleCopy, certificateEnd
        case unchecked, usedUpLinks, releaseDifferences, browserPages, cachedPages

        func findings(_ host: ExaminedHost) throws(Pending) -> [Finding?] {
            switch self {
            case .addresses: try Checks.addresses(host.subject, host.responses)
            case .otherHosts: try Checks.otherHosts(host)
            case .knownApp: [Checks.knownApp(host)]
            case .associationFiles: try Checks.associationFiles(host)
            case .projectFiles: try Checks.projectFiles(host)
            case .changePassword: [try Checks.changePassword(host)]
            case .probePath: [try Checks.probePath(host)]
            case .plainHTTP: [try Checks.plainHTTP(host)]
            case .appleCopy: [try Checks.appleCopy(host)]
            case .certificateEnd: [Checks.certificateEnd(host)]
            case .unchecked: Checks.unchecked(host)
            case .usedUpLinks: try Checks.usedUpLinks(host)
            case .releaseDifferences: try Checks.releaseDifferences(host)
            case .browserPages: try Checks.browserPages(host)
            case .cachedPages: [try Checks.cachedPages(host)]
            }
        }
    }

    /// Examines a host. Checks that need more responses are repeated with them, so that the requests of a round can be
    /// sent at once: `fetch` sends them without following redirects, in any order, and returns the endings in the
    /// requests' order; nil for those that the time did not suffice for, after which no more are sent and a finding
    /// says so.
    package static func examine(
        _ subject: ExaminationSubject, fetch: ([ExaminationRequest]) -> [FetchEnding?]
    ) -> Examination {
        let responses = Responses()
        func complete<Value>(_ evaluate: () throws(Pending) -> Value) -> Value? {
            while true {
                do throws(Pending) {
                    return try evaluate()
                } catch {
                    if responses.isOutOfTime { return nil }
                    responses.fetch(fetch)
                }
            }
        }
        let unreachable = complete { () throws(Pending) in try Checks.unreachable(subject, responses) }
        guard unreachable?.isEmpty ?? false,
            let host = complete({ () throws(Pending) in try ExaminedHost.recognised(subject, responses) })
        else {
            // The app's project is often ready before its host.
            return Examination(
                origin: subject.origin, host: subject.host,
                findings: (unreachable ?? [.of("out-of-time", subject.origin.description)])
                    + Checks.projectFiles(subject, claims: nil),
                conformance: nil)
        }
        var found: [Check: [Finding?]] = [:]
        while true {
            for check in Check.allCases where found[check] == nil { found[check] = try? check.findings(host) }
            if found.count == Check.allCases.count || responses.isOutOfTime { break }
            responses.fetch(fetch)
        }
        let late: [Finding] = responses.isOutOfTime ? [.of("out-of-time", subject.origin.description)] : []
        return Examination(
            origin: subject.origin, host: host.host,
            findings: Check.allCases.flatMap { found[$0] ?? [] }.compactMap(\.self) + late,
            conformance: host.conformance)
    }
}
