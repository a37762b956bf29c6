internal import HostExport
internal import Release
internal import TextEncoding

/// What a host answers otherwise than the release has it, as findings: one a kind of difference.
enum ConformanceFindings {
    static func findings(_ report: ConformanceReport, host: Host?) -> [Finding] {
        var order: [String] = []
        var found: [String: (finding: Finding, more: Int)] = [:]
        // Of several answers that lack the same, the one is told whose address may carry a token.
        let results = report.results.enumerated().sorted { a, b in
            (weight(a.element), a.offset) < (weight(b.element), b.offset)
        }.map(\.element)
        for result in results {
            for difference in result.unannounced {
                let finding = finding(result.conformanceCase, difference, host)
                if let known = found[finding.code] {
                    found[finding.code] = (known.finding, known.more + 1)
                } else {
                    order.append(finding.code)
                    found[finding.code] = (finding, 0)
                }
            }
        }
        guard !order.isEmpty else {
            let announced = report.results.filter { !$0.differences.isEmpty }.count
            return [
                Finding(
                    .ok, "release", "release",
                    "\(report.results.count) requests are answered as the release has it"
                        + (announced > 0 ? ", \(announced) of them with differences that the export announced" : ""))
            ]
        }
        return order.compactMap { code in
            found[code].map { finding, more in
                var finding = finding
                if more > 0 { finding.message += " (and \(more) more like this)" }
                return finding
            }
        }
    }

    private static func weight(_ result: ConformanceReport.Result) -> Int {
        switch result.conformanceCase.aspect {
        case .unknownPath, .fileName, .letterCase, .traversal, .unknownHost, .method: 2
        default:
            result.conformanceCase.expected.headers.contains { $0.value == "no-store" } ? 0 : 1
        }
    }

    private static func finding(
        _ conformanceCase: ConformanceCase, _ difference: ConformanceDifference, _ host: Host?
    ) -> Finding {
        let path = conformanceCase.request.path
        let fixes = HostFixes(host: host, path: path)
        let told =
            "\(conformanceCase.name): \(difference.part) is \(shortened(difference.found)) instead of \(shortened(difference.expected))"
        func make(_ severity: Finding.Severity, _ code: String, _ fix: String) -> Finding {
            Finding(severity, code, path, told, fix: fix)
        }
        switch (conformanceCase.aspect, difference.part) {
        case (.file, "status") where difference.found.hasPrefix("3"):
            return make(
                .error, "page-redirects",
                "Answer GET with the page: a link that does something when it is fetched is used up by scanners before anybody reads the email."
            )
        case (.file, "status") where difference.found.hasPrefix("4") || difference.found.hasPrefix("5"):
            return make(.error, "page-missing", "Publish the release again: '\(path)' is a route of it.")
        case (_, "cache-control") where difference.expected.contains("no-store"):
            return make(.error, "token-page-cacheable", fixes.field("Cache-Control", difference.expected))
        case (.unknownPath, "status") where difference.found.hasPrefix("200"):
            return make(.error, "catch-all", fixes.catchAll)
        case (_, "set-cookie"):
            return make(
                .warning, "page-sets-cookie",
                "Leave the page out of sessions: what is set on GET is set for scanners too.")
        case (_, "content-encoding") where difference.expected == "absent":
            return make(
                .warning, "encoding-unasked", "Compress a file only where Accept-Encoding asks for that coding.")
        case (.brotli, "status"), (.gzip, "status"):
            return make(
                .error, "browsers-refused",
                "Answer a browser's request with the page: look at the server's error log, and at what protects it against bots."
            )
        case (.revalidation, "status") where difference.found.hasPrefix("304"):
            return make(
                .error, "never-renewed",
                "Answer with status 304 only where If-None-Match has the file's own tag: no browser would see the next release."
            )
        case (.brotli, _), (.gzip, _), (.weights, _):
            return make(
                difference.part == "body" ? .error : .warning, "encoding-\(difference.part)",
                "Publish the release's '.br' and '.gz' files beside each file, and purge old ones.")
        case (.head, _): return make(.warning, "head-\(difference.part)", "Answer HEAD as GET without the body.")
        case (_, "body"):
            return make(.error, "another-file", "Publish the release again, and purge the cache.")
        case (_, "content-type"): return make(.error, "page-type", fixes.type(difference.expected))
        case (.openIPhone, _), (.openChrome, _), (.openFirefox, _), (.openPage, _), (.openEncoding, _),
            (.openRepeated, _), (.openMalformed, _):
            return make(
                .error, "open-\(difference.part)",
                "Configure '/open/' with 'latchkey export', or leave these addresses out of emails.")
        case (_, "status"):
            return make(
                .warning, "\(conformanceCase.aspect.rawValue)-status", "Configure the host with 'latchkey export'.")
        default:
            return make(
                .warning, "field-\(difference.part)", fixes.field(Self.fieldName(difference.part), difference.expected))
        }
    }

    /// `content-security-policy` → `Content-Security-Policy`
    private static func fieldName(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count > 100 ? "\(text.prefix(80))…" : text
    }
}
