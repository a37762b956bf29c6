internal import HostExport
internal import TextEncoding

/// Converts the differences of a conformance report to findings: one for each kind of difference, shown for the most
/// important request.
struct ConformanceFindings {
    let host: Host?
    /// The paths that other findings cover.
    let reported: Set<String>

    /// Returns whether the response to a case, once decoded, is the expected file.
    typealias Decodes = (ConformanceCase) -> Bool

    /// A difference with its case, and whether the uncompressed response has it too.
    private typealias Place = (conformanceCase: ConformanceCase, difference: ConformanceDifference, isPlain: Bool)

    /// The maximum number of responses of one kind that are requested again and decoded.
    private static let longestRepetition = 24

    func findings(_ report: ConformanceReport, decodes: Decodes) -> [Finding] {
        var order: [String] = []
        var places: [String: [Place]] = [:]
        let plain = PlainResponses(report)
        for result in report.results where !reported.contains(PlainResponses.path(result.conformanceCase.request)) {
            let conformanceCase = result.conformanceCase
            let isRecoded = result.unannounced.contains { $0.part == "content-encoding" && $0.expected == "absent" }
            for difference in result.unannounced where !plain.explain(difference, in: conformanceCase) {
                // With an unrequested coding the bytes differ anyway.
                if isRecoded, difference.part == "body" { continue }
                let place = Place(conformanceCase, difference, plain.contains(difference, in: conformanceCase))
                let isUnwanted = difference.expected == "absent" && Self.unwanted[difference.part] != nil
                let code = finding(place).code + (isUnwanted ? difference.part : "")
                if places[code] == nil { order.append(code) }
                places[code, default: []].append(place)
            }
        }
        if order.isEmpty, !reported.isEmpty { return [] }
        guard !order.isEmpty else {
            let announced = report.results.filter { !$0.differences.isEmpty }.count
            return .finding(
                .ok, "release", "release",
                "\(report.results.count) requests are answered as the release has it"
                    + (announced > 0 ? ", \(announced) of them with differences that the export announced" : ""))
        }
        return order.compactMap { code in places[code].map { finding($0, decodes) } }
    }

    /// Returns one finding for all differences with the same code.
    private func finding(_ places: [Place], _ decodes: Decodes) -> Finding {
        // `min` returns the first of equal elements.
        var place = places.min { Self.rank($0.conformanceCase) < Self.rank($1.conformanceCase) } ?? places[0]
        var finding = finding(place)
        if finding.code == "encoding-body" {
            if let wrong = places.prefix(Self.longestRepetition).first(where: { !decodes($0.conformanceCase) }) {
                place = wrong
                finding = self.finding(place)
            } else {
                finding.severity = .warning
                finding.code = "encoding-recompressed"
                finding.message += ", which decodes to the right file"
            }
        }
        if finding.code == "encoding-unasked", !decodes(place.conformanceCase) {
            finding.severity = .error
            finding.message += ", and it cannot be decoded to the file"
        }
        if places.count > 1 { finding.message += " (and \(places.count - 1) more like this)" }
        return finding
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

    private func finding(_ place: Place) -> Finding {
        let (conformanceCase, difference, isPlain) = place
        let path = conformanceCase.request.path
        let fixes = HostFixes(host: host, path: path)
        let reported =
            "\(conformanceCase.name): \(difference.part) is \(Self.shortened(difference.found)) instead of \(Self.shortened(difference.expected))"
        func make(_ severity: Finding.Severity, _ code: String, _ fix: String) -> Finding {
            Finding(severity, code, path, reported, fix: fix)
        }
        switch (conformanceCase.aspect, difference.part) {
        case (.file, "status"): return make(.error, Self.code(difference), fix(difference, fixes))
        case (_, "status") where conformanceCase.isCompressed:
            return make(
                .error, "encoding-status",
                "Answer requests with 'Accept-Encoding: gzip, deflate, br' as those without: every browser sends it.")
        case (.revalidation, "status") where difference.found == "304":
            return make(
                .error, "always-not-modified",
                "Answer 304 to the file's own entity tag only, and purge the cache: otherwise browsers keep showing an old page."
            )
        case _ where conformanceCase.request.method == "HEAD" && !isPlain:
            let isWhole = ["status", "body", "content-length"].contains(difference.part)
            return make(
                .warning, "head-\(isWhole ? difference.part : "fields")", "Answer HEAD as GET without the body.")
        case (_, "cache-control") where difference.expected.contains("no-store"):
            return make(
                .error, "token-page-cacheable", fixes(.field, ["name": "Cache-Control", "value": difference.expected]))
        case (.unknownPath, "status") where difference.found.hasPrefix("200"):
            return make(.error, "catch-all", fixes(.catchAll))
        case (.unknownPath, "status") where difference.found.hasPrefix("3"):
            return make(.error, "unknown-path-redirects", fixes(.unknownPath))
        case (_, "set-cookie"):
            return make(
                .warning, "page-sets-cookie",
                "Do not set a cookie on GET: email scanners would receive it too.")
        case (_, "content-encoding") where difference.expected == "absent":
            return make(
                .warning, "encoding-unasked",
                "Compress only where the request's 'Accept-Encoding' names the coding, and not by 'identity'.")
        case (_, "content-encoding"):
            return difference.found.contains(",")
                ? make(.warning, "encoding-twice", fixes(.compressedTwice))
                : make(.warning, "encoding-content-encoding", Self.compressed)
        case (_, let name) where difference.expected == "absent" && Self.unwanted[name] != nil:
            return unwanted(reported, name, path, fixes)
        case (_, "body") where conformanceCase.isCompressed: return make(.error, "encoding-body", Self.compressed)
        case _ where conformanceCase.isCompressed && !isPlain:
            return make(
                .warning, "encoding-\(difference.part)", "Send compressed files with the fields of the file itself.")
        case (_, "body"):
            return make(.error, "another-file", "Publish the release again, and purge the cache.")
        case (_, "content-type"): return make(.error, "page-type", fixes(.type, ["type": difference.expected]))
        case (.openIPhone, _), (.openChrome, _), (.openFirefox, _), (.openPage, _), (.openEncoding, _),
            (.openRepeated, _), (.openMalformed, _):
            return make(
                .error, "open-\(difference.part)",
                "Configure '/open/' with 'latchkey export', or leave these addresses out of emails.")
        case (_, "status"):
            return make(
                .warning, "\(conformanceCase.aspect.rawValue)-status", "Configure the host with 'latchkey export'.")
        case (_, let name) where difference.expected == "absent":
            return make(.warning, "field-\(name)", fixes(.removal, ["name": Self.fieldName(name)]))
        default:
            return make(
                .warning, "field-\(difference.part)",
                fixes(.field, ["name": Self.fieldName(difference.part), "value": difference.expected]))
        }
    }

    private static let compressed = "Publish the release's '.br' and '.gz' files beside each file, and purge old ones."

    /// Returns a field name in its usual case: `Content-Security-Policy` for `content-security-policy`.
    static func fieldName(_ name: String) -> String {
        name == "nel"
            ? "NEL"
            : name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count > 100 ? "\(text.prefix(80))…" : text
    }
}

extension ConformanceCase {
    /// Whether the client accepts compressed files, or prefers some.
    fileprivate var isCompressed: Bool {
        [.brotli, .gzip, .weights].contains(aspect) || expected.headers.contains { $0.name == "Content-Encoding" }
    }
}
