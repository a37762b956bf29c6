package import JSON

/// The results of the conformance suite on a host, compared with its exporter's announcements.
package struct ConformanceReport: Hashable, Sendable {
    package struct Result: Hashable, Sendable {
        package let conformanceCase: ConformanceCase
        package let differences: [ConformanceDifference]
        /// The announcement that covers each difference; nil if there is none.
        package let announcements: [Announcement?]

        /// The differences that no announcement covers.
        package var unannounced: [ConformanceDifference] {
            zip(differences, announcements).filter { $1 == nil }.map(\.0)
        }
    }

    package let results: [Result]
    /// Announcements that affect some case but were not observed in any.
    package let unobserved: [Announcement]

    /// Compares a host's responses with the suite's. `ask` returns them in order, nil where there was none, and is called
    /// a second time for responses to clients that have a file already.
    package init<Failure: Error>(
        _ suite: ConformanceSuite, announcements: [Announcement],
        ask: ([HostRequest]) throws(Failure) -> [HostResponse?]
    ) throws(Failure) {
        let responses = try ask(suite.cases.map(\.request))
        // If the first response is wrong, the case of the file itself reports it.
        let tags = zip(suite.cases, responses).map { $0.revalidates && $1?.status == 200 ? $1?["etag"] : nil }
        let revalidations = try ask(
            zip(suite.cases, tags).flatMap { conformanceCase, tag in
                tag.map { [$0, "\"latchkey-another\""].map(conformanceCase.request.revalidating) } ?? []
            })
        var statuses = revalidations.map { $0.map { String($0.status) } ?? ConformanceDifference.noResponse }[...]
        let answered = suite.cases.indices.map { index in
            let found = Array(statuses.prefix(tags[index] == nil ? 0 : 2))
            statuses = statuses.dropFirst(found.count)
            return (suite.cases[index], Self.differences(suite.cases[index], responses[index], found))
        }
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

    /// Returns the differences of a response, and of the statuses with its entity tag and with another one.
    private static func differences(
        _ conformanceCase: ConformanceCase, _ response: HostResponse?, _ revalidation: [String]
    ) -> [ConformanceDifference] {
        let expected = conformanceCase.expected
        guard let response else {
            return [
                ConformanceDifference(
                    part: "status", expected: String(expected.status), found: ConformanceDifference.noResponse)
            ]
        }
        guard conformanceCase.revalidates, response.status == 200 else { return expected.differences(from: response) }
        guard !revalidation.isEmpty else {
            return [ConformanceDifference(part: "etag", expected: "an entity tag", found: "absent")]
        }
        return zip(revalidation, ["304", "200"]).filter { $0 != $1 }.map { found, status in
            let expected = status == "304" ? status : "\(status) for another entity tag"
            return ConformanceDifference(part: "status", expected: expected, found: found)
        }
    }

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
