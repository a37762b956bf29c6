internal import HostExport
internal import Problems
internal import TextEncoding

// Pages as browsers and email scanners request them.

extension Checks {
    private typealias Browser = (name: String, agent: String, coding: String)

    private static let browsers: [Browser] = [
        ("Safari on an iPhone", BrowserUserAgent.iPhone, "gzip, deflate, br"),
        ("Chrome on Android", BrowserUserAgent.chrome, "gzip, deflate, br, zstd"),
        ("Safari on a Mac", BrowserUserAgent.desktop, "gzip, deflate, br"),
    ]

    /// Requests every correct page again as browsers do.
    ///
    /// Pages with a redirect into the app are skipped, since the suite requests those with User-Agents.
    static func browserPages(_ host: ExaminedHost) throws(Pending) -> [Finding] {
        guard let report = host.conformance else { return [] }
        let wrong = Set(
            report.results.filter { result in
                [.file, .brotli, .gzip].contains(result.conformanceCase.aspect)
                    && result.differences.contains { ["status", "body"].contains($0.part) }
            }
            .map(\.conformanceCase.request.target))
        let pages = report.results.map(\.conformanceCase).filter { page in
            page.aspect == .file && page.isPage && !wrong.contains(page.request.target)
        }
        let visits = pages.flatMap { page in
            browsers.map { (page, $0, ExaminationRequest(visitOf: $0, to: page.request, at: host.origin)) }
        }
        try host.responses.require(visits.map(\.2))
        var problems: [Problem<String>] = []
        for (page, browser, request) in visits {
            let ending = try host.responses[request]
            if let response = ending.response, response.status == 200, page.expected.isFile(response.body) { continue }
            let status = ending.response?.status
            let name =
                switch status ?? 0 {
                case 200: "browser-other-page"
                case 300...399: "browser-redirected"
                default: "browser-refused"
                }
            let finding = Finding.of(
                name, request.request.path, on: host.host,
                [
                    "browser": browser.name, "agents": "browsers", "status": "\(status ?? 0)",
                    "location": ending.response?["location"] ?? "nowhere",
                    "answer": status.map { "gets status \($0)" } ?? "gets no response",
                ])
            if let problem = finding.fault { problems.append(problem) }
        }
        var seen: Set<String> = []
        return problems.filter { seen.insert($0.code).inserted }.map { problem in
            .problem(problem.alsoFound(problems.count { $0.code == problem.code } - 1))
        }
    }

    private static let maximumSuspects = 6

    /// Finds links that their first GET request uses up, so that a scanner's request invalidates them.
    ///
    /// For each page of a link with a difference, an unused value is requested three times.
    static func usedUpLinks(_ host: ExaminedHost) throws(Pending) -> [Finding] {
        var seen: Set<String> = []
        let suspects = host.conformance?.results.filter { result in
            let request = result.conformanceCase.request
            return result.conformanceCase.expected.status == 200
                && request.target.contains(ConformanceSuite.sampleValue)
                && result.unannounced.contains { ["status", "body"].contains($0.part) }
                && request.headers.allSatisfy { $0.name == "Accept-Encoding" }
                && !request.path.hasSuffix("/") && !request.path.hasPrefix("//")
                && seen.insert(request.target).inserted
        }
        var findings: [Finding] = []
        for request in (suspects ?? []).prefix(maximumSuspects).map(\.conformanceCase.request) {
            guard let other = try secondAnswer(request.target, host) else { continue }
            findings.append(.of("page-used-up", request.path, ["target": request.target, "answer": other]))
        }
        return findings
    }

    /// Returns what the second GET of a link with an unused value is answered with, if it is not the page of the first.
    private static func secondAnswer(_ target: String, _ host: ExaminedHost) throws(Pending) -> String? {
        let unused = "\(ConformanceSuite.sampleValue)-\(host.subject.number)"
        let target = target.replacing(ConformanceSuite.sampleValue, with: unused)
        guard let first = try host.get(target).response, first.status == 200,
            let second = try host.get(target, repetition: 1).response,
            let third = try host.get(target, repetition: 2).response,
            second.status == third.status, ![429, 503].contains(second.status)
        else { return nil }
        if second.status != 200 { return "status \(second.status)" }
        return second.body != first.body && second.body == third.body ? "another page" : nil
    }
}

extension ExaminationRequest {
    /// The request of a browser for a page.
    fileprivate init(
        visitOf browser: (name: String, agent: String, coding: String), to page: HostRequest, at origin: Origin
    ) {
        var request = page
        request.headers = [
            HeaderField("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            HeaderField("Accept-Encoding", browser.coding), HeaderField("Accept-Language", "en"),
            HeaderField("User-Agent", browser.agent),
        ]
        self.init(origin: origin, request: request, isDecoded: true)
    }
}

extension Problem {
    /// The same problem, which was found in more requests.
    func alsoFound(_ more: Int) -> Problem {
        var problem = self
        if more > 0 { problem.message += " (and \(more) more like this)" }
        return problem
    }
}

extension ConformanceCase {
    fileprivate var isPage: Bool {
        expected.status == 200 && !expected.variesByUserAgent
            && expected.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }
    }
}
