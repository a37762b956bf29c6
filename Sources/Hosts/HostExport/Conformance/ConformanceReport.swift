package import JSON
internal import TextEncoding

/// The results of the conformance suite on a host, compared with its exporter's announcements.
package struct ConformanceReport: Hashable, Sendable {
    /// The result of one case.
    package struct Result: Hashable, Sendable {
        /// The case.
        package let conformanceCase: ConformanceCase
        /// The differences; empty if the host responds like `latchkey-server`.
        package let differences: [ConformanceDifference]
        /// The announcement that covers each difference, by its index; nil if there is none.
        package let announcements: [Announcement?]

        /// The differences that no announcement covers.
        package var unannounced: [ConformanceDifference] {
            zip(differences, announcements).filter { $1 == nil }.map(\.0)
        }
    }

    /// The results in the suite's order.
    package let results: [Result]
    /// Announcements that affect some case but were not observed in any.
    package let unobserved: [Announcement]

    /// Runs the suite on a host.
    ///
    /// - Parameters:
    ///   - suite: the suite.
    ///   - announcements: the announcements of the host's exporter.
    ///   - ask: sends a request and returns the response; nil if there was none.
    package init(
        _ suite: ConformanceSuite, announcements: [Announcement], ask: (HostRequest) -> HostResponse?
    ) {
        self.init(suite.cases.map { ($0, Self.differences($0, ask)) }, announcements)
    }

    /// Returns the same results compared with other announcements.
    package func compared(with announcements: [Announcement]) -> ConformanceReport {
        ConformanceReport(results.map { ($0.conformanceCase, $0.differences) }, announcements)
    }

    private init(_ answered: [(ConformanceCase, [ConformanceDifference])], _ announcements: [Announcement]) {
        var observed: Set<Announcement> = []
        results = answered.map { conformanceCase, differences in
            let found = differences.map { difference in
                announcements.first { $0.covers(difference, in: conformanceCase) }
            }
            observed.formUnion(found.compactMap { $0 })
            return Result(conformanceCase: conformanceCase, differences: differences, announcements: found)
        }
        unobserved = announcements.filter { !$0.coverage.isEmpty && !observed.contains($0) }
    }

    /// Whether the host serves the release and shows every announced difference that the requests could show.
    ///
    /// It identifies hosts whose responses do not name them.
    package var showsAnnouncements: Bool {
        let files = results.filter { $0.conformanceCase.aspect == .file }
        let missing = files.filter { $0.differences.contains { $0.part == "status" } }
        return missing.count * 2 < files.count
            && results.contains { !$0.announcements.allSatisfy { $0 == nil } }
            && !unobserved.contains { announcement in
                results.contains { announcement.applies(to: $0.conformanceCase) }
            }
    }

    private static func differences(
        _ conformanceCase: ConformanceCase, _ ask: (HostRequest) -> HostResponse?
    ) -> [ConformanceDifference] {
        var request = conformanceCase.request
        guard let response = ask(request) else {
            return [
                ConformanceDifference(
                    part: "status", expected: String(conformanceCase.expected.status), found: "no response")
            ]
        }
        let differences = conformanceCase.expected.differences(from: response)
        // If the first response is wrong, the case of the file itself reports it.
        guard conformanceCase.revalidates, response.status == 200 else { return differences }
        guard let tag = response["etag"] else {
            return [ConformanceDifference(part: "etag", expected: "an entity tag", found: "absent")]
        }
        func status(_ tag: String) -> String {
            request.headers.append(HeaderField("If-None-Match", tag))
            defer { request.headers.removeLast() }
            return ask(request).map { String($0.status) } ?? "no response"
        }
        let (same, another) = (status(tag), status("\"latchkey-another\""))
        return (same == "304" ? [] : [ConformanceDifference(part: "status", expected: "304", found: same)])
            + (another == "200"
                ? []
                : [ConformanceDifference(part: "status", expected: "200 for another entity tag", found: another)])
    }

    /// Whether every difference is announced.
    package var isConforming: Bool { results.allSatisfy { $0.unannounced.isEmpty } }

    /// The numbers of cases by aspect: as `latchkey-server`, as announced, and otherwise.
    package var table: [(aspect: ConformanceCase.Aspect, same: Int, announced: Int, other: Int)] {
        ConformanceCase.Aspect.allCases.compactMap { aspect in
            let own = results.filter { $0.conformanceCase.aspect == aspect }
            guard !own.isEmpty else { return nil }
            let same = own.filter(\.differences.isEmpty).count
            let other = own.filter { !$0.unannounced.isEmpty }.count
            return (aspect, same, own.count - same - other, other)
        }
    }

    /// The report for scripts: the table and every unannounced difference.
    package var json: JSONValue {
        [
            "cases": .number(JSONNumber(results.count)),
            "table": .array(
                table.map { row in
                    [
                        "aspect": .string(row.aspect.rawValue), "same": .number(JSONNumber(row.same)),
                        "announced": .number(JSONNumber(row.announced)), "other": .number(JSONNumber(row.other)),
                    ]
                }),
            "differences": .array(
                results.flatMap { result in
                    result.unannounced.map { difference in
                        [
                            "aspect": .string(result.conformanceCase.aspect.rawValue),
                            "app": .string(result.conformanceCase.app),
                            "request": .string(result.conformanceCase.name), "part": .string(difference.part),
                            "expected": .string(difference.expected), "found": .string(difference.found),
                        ]
                    }
                }),
            "unobserved": .array(unobserved.map { .string($0.rule) }),
        ]
    }
}
