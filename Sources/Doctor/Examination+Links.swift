internal import HostExport
internal import Release
internal import TextEncoding

/// What a link's page must not do with a token.
extension Examination {
    /// Whether a page is used up by being fetched, and whether it hands its address on.
    ///
    /// - Parameters:
    ///   - app: whose pages they are.
    ///   - now: in seconds since 1970; it makes a token that no earlier examination has used up.
    ///   - ask: sends a request.
    /// - Returns: one finding a kind.
    func linkPages(_ app: ReleasedApp, now: Int, _ ask: Ask) -> [Finding] {
        var findings: [Finding] = []
        func add(_ finding: Finding) {
            if !findings.contains(where: { $0.code == finding.code }) { findings.append(finding) }
        }
        for (path, length) in tokenPages(app) {
            let target = "\(path)?token=\(ConformanceSuite.sampleValue)-\(now)"
            guard let first = get(target, ask).answer, first.status == 200 else { continue }
            for (name, finding) in Self.leaks where first[name] != nil { add(finding(path)) }
            // A host may change a page each time; one that was the release's and is another is used up.
            guard let second = get(target, ask).answer,
                second.status != 200 || first.body.count == length && second.body.count != length
            else { continue }
            add(
                Finding(
                    .error, "link-consumed", path,
                    "is another answer when it is fetched again (status \(second.status)): fetching the page uses the link up",
                    fix:
                        "Answer GET with the page alone, and let its form send the token: scanners of email programs fetch "
                        + "every link first."))
        }
        return findings
    }

    /// The paths of pages whose addresses carry tokens, where no condition chooses the page, with the page's length in bytes.
    func tokenPages(_ app: ReleasedApp) -> [(path: String, length: Int)] {
        app.routes.compactMap { route in
            guard case .file(let name) = route.answer, route.conditions.isEmpty, !route.path.contains("{"),
                let file = app.files.first(where: { $0.name == name }),
                file.headers.contains(where: { $0.name == "Cache-Control" && $0.value.contains("no-store") })
            else { return nil }
            return (route.path, file.variants[0].length)
        }
    }

    private static let leaks: [(name: String, finding: @Sendable (String) -> Finding)] = [
        (
            "refresh",
            {
                Finding(
                    .error, "page-refreshes", $0, "is sent with Refresh, which leads visitors to another address",
                    fix: "Remove the field Refresh from pages.")
            }
        ), ("nel", reporting), ("report-to", reporting), ("reporting-endpoints", reporting),
        (
            "link",
            {
                Finding(
                    .warning, "page-links", $0, "is sent with Link, by which a browser may load what the page does not",
                    fix: "Remove the field Link from pages.")
            }
        ),
    ]

    /// https://www.w3.org/TR/network-error-logging/: reports name the address that was visited.
    @Sendable private static func reporting(_ path: String) -> Finding {
        Finding(
            .warning, "page-reports", path,
            "is sent with NEL or Report-To: browsers send visited addresses, with their tokens, to that collector",
            fix: "Turn Network Error Logging off for the host, at Cloudflare under 'Network' in the zone's settings.")
    }
}
