/// A visit of a scanner: what it sent, and what it saw.
final class ScanVisit {
    private let scanner: ScannerClass
    private let browser: BrowserPipe?
    private(set) var sent: [String] = []
    private var clicked: [String] = []
    private var demands: Set<String> = []
    /// What was seen each time, before anything was clicked.
    private var seen: [[[String]]] = []
    /// Why a link that the visit did not spend cannot have worked before, by what a rendered page said that had sent nothing.
    private(set) var fault: String?

    init(_ scanner: ScannerClass, _ browser: BrowserPipe?) {
        self.scanner = scanner
        self.browser = browser
    }

    /// Whether there is the browser that the scanner needs.
    var isPossible: Bool { browser != nil || !scanner.actions.contains(.render) }

    func perform(on url: String) {
        var requests = ScanRequests()
        for action in scanner.actions { requests.perform(action, on: url) }
        sent += requests.sent
        demands.formUnion(requests.demands)
        var seen = requests.followed
        defer { self.seen.append(seen) }
        guard scanner.actions.contains(.render), let browser else { return }
        browser.visit(url)
        let text = browser.text
        seen.append(ScanRequests.words(of: text))
        // A page that is over when it is rendered for the second time may have been used up by the first.
        if browser.sent.isEmpty, self.seen.isEmpty { fault = UnusableLink.fault(ofText: text) }
        if scanner.actions.contains(.click) {
            clicked = browser.clickEverything(on: url)
            if browser.asksForPassword { demands.insert(ScannedForm.password) }
        }
        sent += browser.sent
    }

    /// Whether what it saw is different another time: behind links and scripts, which leave no trace in the page's own
    /// response.
    func showsOther(on url: String) -> Bool {
        if seen.count < 2 {
            let again = ScanVisit(looking, browser)
            again.perform(on: url)
            seen += again.seen
        }
        return seen.contains { $0 != seen[0] }
    }

    /// The scanner, as far as it only looks.
    private var looking: ScannerClass { scanner.doing(scanner.actions.filter { [.follow, .render].contains($0) }) }

    var summary: String {
        [
            ("clicked", clicked.map { "'\($0)'" }), ("sent", Set(sent).sorted()),
            ("not submitted: it asks for", demands.sorted()),
        ]
        .filter { !$0.1.isEmpty }.map { "; \($0) \($1.joined(separator: ", "))" }.joined()
    }
}
