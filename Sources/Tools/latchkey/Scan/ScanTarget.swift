import Studio

/// A link as scanners find it.
protocol ScanTarget {
    var name: String { get }
    /// The emails that contain it.
    var mails: [ScanResult.Mail] { get }
    /// How a person goes on whose link was spent.
    var wayOut: String { get }

    /// The URL for the next scanner, which nothing has spent; or why there is none.
    mutating func issue() -> (url: String?, reason: String)
    /// Lets a day pass; returns what the report says of it.
    func passDay() -> String
    /// Whether a visit spent the link, and by what that is known.
    mutating func verdict(on url: String, after visit: ScanVisit) -> (isSpent: Bool, why: String?)
}

/// A link of a site in its preview, issued anew for each scanner.
struct SandboxLink: ScanTarget {
    let preview: Preview
    let link: Preview.Link

    var name: String { "\(link.app): \(link.name)" }
    var mails: [ScanResult.Mail] {
        link.emails.map { .init(name: "\(link.app): \($0.name)", takesCode: $0.hasCode && link.hasCode) }
    }
    var wayOut: String {
        link.hasCode
            ? "; the page takes the email's code, if that is another token than the link's"
            : "; the page leads to another link"
    }

    func issue() -> (url: String?, reason: String) { (preview.issueLink(link), "no backend issues the link") }

    func passDay() -> String {
        preview.passDay()
        return ""
    }

    func verdict(on url: String, after visit: ScanVisit) -> (isSpent: Bool, why: String?) {
        (!preview.works(url, of: link), nil)
    }
}

/// A link of any site, of which there are as many as were given.
struct SiteLink: ScanTarget {
    let name: String
    let mails: [ScanResult.Mail]
    let wayOut = ""
    private let command: String?
    private var urls: [String]
    private var isSpent = false
    private var before: [String]?

    init(_ urls: [String], _ command: String?, of mail: String?) {
        self.urls = urls
        self.command = command
        name = urls[0].prefix { $0 != "?" && $0 != "#" }.description
        mails = mail.map { [.init(name: $0, takesCode: nil)] } ?? []
    }

    mutating func issue() -> (url: String?, reason: String) {
        if isSpent, urls.count == 1 { return (nil, "an earlier class spent the link") }
        if before != nil, urls.count > 1 { urls.removeFirst() }
        before = Self.page(at: urls[0])
        let works = command.map { Self.succeeds($0, urls[0]) } ?? true
        return (works ? urls[0] : nil, "the link does not work")
    }

    func passDay() -> String { ", at once" }

    mutating func verdict(on url: String, after visit: ScanVisit) -> (isSpent: Bool, why: String?) {
        let hasChanged = before != Self.page(at: url)
        isSpent = command.map { !Self.succeeds($0, url) } ?? (hasChanged || !visit.sent.isEmpty)
        return (isSpent, isSpent && hasChanged && command == nil ? "the page answers differently afterwards" : nil)
    }

    /// Where a link arrives, and what it says there, without what differs from one answer to the next: tags, such as those
    /// of a form's tokens, and words with digits or of more than 20 characters.
    private static func page(at url: String) -> [String] {
        var requests = ScanRequests()
        guard let (place, answer) = requests.arrive(at: url) else { return [] }
        let words = answer.body.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).filter {
            $0.count <= 20 && !$0.contains(where: \.isNumber)
        }
        return [place.prefix { $0 != "?" && $0 != "#" }.description, "\(answer.status)"] + words.map { String($0) }
    }

    private static func succeeds(_ command: String, _ url: String) -> Bool {
        ChildProcess.succeeds(["/bin/sh", "-c", command, "sh", url])
    }
}
