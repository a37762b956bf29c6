internal import HostExport
internal import TextEncoding

/// Pages requested as by browsers.
extension Examination {
    private static let browsers: [(name: String, agent: String, coding: String)] = [
        ("Safari on an iPhone", BrowserUserAgent.iPhone, "gzip, deflate, br"),
        ("Chrome on Android", BrowserUserAgent.chrome, "gzip, deflate, br, zstd"),
        ("Safari on a Mac", BrowserUserAgent.desktop, "gzip, deflate, br"),
    ]

    /// Requests every correct page again as browsers do.
    ///
    /// Pages with a redirect into the app are skipped, since the suite requests those with User-Agents.
    func browserPages(_ report: ConformanceReport, _ fetch: Fetch) -> [Finding] {
        let wrong = Set(
            report.results.filter { result in
                [.file, .brotli, .gzip].contains(result.conformanceCase.aspect)
                    && result.differences.contains { ["status", "body"].contains($0.part) }
            }
            .map(\.conformanceCase.request.target))
        var found: [(finding: Finding, more: Int)] = []
        for case let page in report.results.map(\.conformanceCase) where page.aspect == .file && page.isPage {
            guard !wrong.contains(page.request.target) else { continue }
            for browser in Self.browsers {
                guard let finding = difference(page, browser, fetch) else { continue }
                if let index = found.firstIndex(where: { $0.finding.code == finding.code }) {
                    found[index].more += 1
                } else {
                    found.append((finding, 0))
                }
            }
        }
        return found.map { finding, more in
            var finding = finding
            if more > 0 { finding.message += " (and \(more) more like this)" }
            return finding
        }
    }

    private func difference(
        _ page: ConformanceCase, _ browser: (name: String, agent: String, coding: String), _ fetch: Fetch
    ) -> Finding? {
        var request = page.request
        request.headers = [
            HeaderField("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            HeaderField("Accept-Encoding", browser.coding), HeaderField("Accept-Language", "en"),
            HeaderField("User-Agent", browser.agent),
        ]
        let fixes = HostFixes(host: host, path: request.path)
        let ending = fetch(Request(origin: origin, request: request, isDecoded: true))
        func make(_ code: String, _ message: String, _ fix: String) -> Finding {
            Finding(
                .error, code, request.path,
                "\(browser.name) \(message), and a request without a User-Agent the page", fix: fix)
        }
        guard let response = ending.response else {
            return make("browser-refused", "gets no response", fixes(.admission, ["agents": "browsers"]))
        }
        switch response.status {
        case 200 where page.expected.isFile(response.body): return nil
        case 200:
            return make(
                "browser-other-page", "gets another page",
                "Serve every browser the page of the release, and purge the cache.")
        case 300...399:
            return make(
                "browser-redirected",
                "is redirected to \(response["location"] ?? "nowhere") with status \(response.status)",
                "Answer every browser with the page itself.")
        default:
            return make("browser-refused", "gets status \(response.status)", fixes(.admission, ["agents": "browsers"]))
        }
    }

    /// Finds links that their first GET request uses up, so that a scanner's request invalidates them.
    ///
    /// For each page of a link with a difference, an unused value is requested three times.
    func usedUpLinks(_ report: ConformanceReport, _ fetch: Fetch) -> [Finding] {
        var seen: Set<String> = []
        let suspects = report.results.filter { result in
            let request = result.conformanceCase.request
            return result.conformanceCase.expected.status == 200
                && request.target.contains(ConformanceSuite.sampleValue)
                && result.unannounced.contains { ["status", "body"].contains($0.part) }
                && request.headers.allSatisfy { $0.name == "Accept-Encoding" }
                && !request.path.hasSuffix("/") && !request.path.hasPrefix("//")
                && seen.insert(request.target).inserted
        }
        return suspects.prefix(Self.maximumSuspects).compactMap { result in
            let fresh = "\(ConformanceSuite.sampleValue)-\(UInt32.random(in: 0...UInt32.max))"
            let target = result.conformanceCase.request.target.replacing(ConformanceSuite.sampleValue, with: fresh)
            func visit(_ method: String = "GET") -> HostResponse? { get(target, method: method, fetch).response }
            guard let first = visit(), first.status == 200 else { return nil }
            guard let second = visit(), let third = visit(), second.status == third.status,
                ![429, 503].contains(second.status)
            else { return nil }
            let isOther = second.status == 200 && second.body != first.body && second.body == third.body
            guard second.status != 200 || isOther else { return nil }
            return Finding(
                .error, "page-used-up", result.conformanceCase.request.path,
                "the second GET of \(result.conformanceCase.request.target) is answered with "
                    + (isOther ? "another page" : "status \(second.status)")
                    + ", and the first with the page: the first GET used up the link",
                fix:
                    "Answer every GET with the page, and redeem the token when a button is pressed: scanners fetch links before the email is read."
            )
        }
    }

    private static let maximumSuspects = 6
}

extension ConformanceCase {
    fileprivate var isPage: Bool {
        expected.status == 200 && !expected.vary.contains("User-Agent")
            && expected.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }
    }
}
