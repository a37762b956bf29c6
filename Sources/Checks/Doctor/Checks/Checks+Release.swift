internal import HostExport
internal import Problems
internal import TextEncoding

// The differences from the release: one finding for each kind, shown for the most important request.

extension Checks {
    /// The maximum number of responses of one kind that are requested again and decoded.
    private static let maximumRepetitions = 24

    static func releaseDifferences(_ host: ExaminedHost) throws(Pending) -> [Finding] {
        guard let report = host.conformance else { return [] }
        let isLate = host.responses.isOutOfTime
        let reported = isLate ? (try? reportedPaths(host)) ?? [] : try reportedPaths(host)
        let plain = PlainResponses(report)
        var kinds: [(key: String, kind: DifferenceKind, differences: [DifferenceKind.Found])] = []
        for result in report.results where !reported.contains(PlainResponses.path(result.conformanceCase.request)) {
            let conformanceCase = result.conformanceCase
            let isRecoded = result.unannounced.contains { $0.part == "content-encoding" && $0.expected == "absent" }
            for difference in result.unannounced where !plain.explain(difference, in: conformanceCase) {
                // With an unrequested coding the bytes differ anyway.
                if isRecoded, difference.part == "body" { continue }
                let found = DifferenceKind.Found(
                    difference, in: conformanceCase, isPlain: plain.contains(difference, in: conformanceCase))
                guard let kind = DifferenceKind.of(found) else { continue }
                let key = kind.code(of: found) + (kind.reason == nil ? "" : difference.part)
                if let index = kinds.firstIndex(where: { $0.key == key }) {
                    kinds[index].differences.append(found)
                    if kind.severity == .error { kinds[index].kind = kind }
                } else {
                    kinds.append((key, kind, [found]))
                }
            }
        }
        if kinds.isEmpty, !reported.isEmpty { return [] }
        guard !kinds.isEmpty else {
            let announced = report.results.filter { !$0.differences.isEmpty }.count
            let text = announced > 0 ? ", \(announced) of them with differences that the export announced" : ""
            return [.of("release", "release", ["count": "\(report.results.count)", "announced": text])]
        }
        return try kinds.map { (_, kind, differences) throws(Pending) in
            .problem(try problem(differences, kind, host).alsoFound(differences.count - 1))
        }
    }

    /// The paths with errors of other checks, which explain their differences.
    private static func reportedPaths(_ host: ExaminedHost) throws(Pending) -> Set<String> {
        let errors = try associationFiles(host) + usedUpLinks(host)
        let paths = Set(errors.filter(\.isError).compactMap(\.fault?.place))
        // The file at the root is the same or a copy.
        return paths.contains(AssociationPath.apple) ? paths.union([AssociationPath.appleRoot]) : paths
    }

    /// Returns the problem of differences of one kind, for the most important of them.
    private static func problem(
        _ differences: [DifferenceKind.Found], _ kind: DifferenceKind, _ host: ExaminedHost
    ) throws(Pending) -> Problem<String> {
        // `min` returns the first of equal elements.
        let first = differences.min { rank($0.conformanceCase) < rank($1.conformanceCase) } ?? differences[0]
        var problem = kind.problem(first, on: host.host)
        switch problem.code {
        case "encoding-body":
            for found in differences.prefix(maximumRepetitions) where try !host.decodes(found.conformanceCase) {
                return kind.problem(found, on: host.host)
            }
            problem.severity = .warning
            problem.code = "encoding-recompressed"
            problem.message += ", which decodes to the right file"
        case "encoding-unasked":
            guard try !host.decodes(first.conformanceCase) else { break }
            problem.severity = .error
            problem.message += ", and it cannot be decoded to the file"
        default: break
        }
        return problem
    }

    /// The priority of a case: token pages, other pages, then everything else.
    private static func rank(_ conformanceCase: ConformanceCase) -> Int {
        let expected = conformanceCase.expected
        let isPage = expected.status == 200
        let isPrivate = expected.headers.contains { $0.name == "Cache-Control" && $0.value.contains("no-store") }
        let hasToken = conformanceCase.request.target.contains(ConformanceSuite.sampleValue)
        return (isPage ? isPrivate && hasToken ? 0 : isPrivate ? 2 : 4 : 6)
            + ([.file, .unknownPath].contains(conformanceCase.aspect) ? 0 : 1)
    }
}
