import Doctor
import Studio

/// A link as scanners find it.
protocol ScanTarget {
    var name: String { get }
    /// The emails that contain it.
    var mails: [ScanResult.Mail] { get }
    /// How a person goes on whose link was spent.
    var wayOut: String { get }

    /// The link for the next scanner, which nothing has spent.
    mutating func issue() -> IssuedLink
    /// Lets a day pass; returns what the report says of it.
    func passDay() -> String
    /// Whether a visit spent the link, and by what that is known.
    mutating func verdict(on url: String, after visit: ScanVisit) -> (isSpent: Bool, why: String?)
}

/// A link for a scanner, or why there is none.
enum IssuedLink {
    case url(String)
    /// There is no further link for this scanner.
    case none(String)
    /// The link cannot be used in the first place.
    case unusable(String)
}

/// A link of a site in its preview, issued anew for each scanner.
struct SandboxLink: ScanTarget {
    let preview: Preview
    let link: Preview.Link

    var name: String { "\(link.app): \(link.name)" }
    var mails: [ScanResult.Mail] {
        link.emails.map {
            .init(
                name: "\(link.app): \($0.name)", code: $0.hasCode ? link.code : Preview.Code.none, effect: link.effect)
        }
    }
    var wayOut: String {
        // Where an effect remains, the code would only repeat it.
        let way = link.effect == nil && link.code == .own ? "the page takes the email's code" : link.way
        return [link.effect, way].compactMap(\.self).map { "; \($0)" }.joined()
    }

    func issue() -> IssuedLink {
        guard let url = preview.issueLink(link) else { return .none("no backend issues the link") }
        return preview.works(url, of: link) ? .url(url) : .unusable("the sandbox refuses it")
    }

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
        name = PersonalAddress.shown(urls[0])
        mails = mail.map { [.init(name: $0, code: nil)] } ?? []
    }

    mutating func issue() -> IssuedLink {
        if isSpent, urls.count == 1 { return .none("an earlier class spent the link") }
        if before != nil, urls.count > 1 { urls.removeFirst() }
        let url = urls[0]
        switch command.map({ Self.status(of: $0, url) }) {
        case nil, 0: break
        // The shell's own status for a command that there is not (POSIX, XCU 2.8.2).
        case 127: return .unusable("there is no command '\(command ?? "")' to say so")
        default: return .unusable("'--works' says that it does not work")
        }
        var requests = ScanRequests()
        let arrived = requests.arrive(at: url)
        if let fault = UnusableLink.fault(of: url, arrived, else: requests.failure) { return .unusable(fault) }
        before = Self.page(arrived)
        return .url(url)
    }

    func passDay() -> String { "; came again at once" }

    mutating func verdict(on url: String, after visit: ScanVisit) -> (isSpent: Bool, why: String?) {
        var requests = ScanRequests()
        let arrived = requests.arrive(at: url)
        // A site that is down says nothing of its links.
        if arrived == nil, command == nil, visit.sent.isEmpty {
            return (false, "there is no answer afterwards: \(requests.failure ?? "")")
        }
        let answersDifferently = before != Self.page(arrived)
        isSpent = command.map { Self.status(of: $0, url) != 0 } ?? false
        if command != nil { return (isSpent, nil) }
        let why: String? =
            answersDifferently
            ? "the page answers differently afterwards"
            : visit.showsOther(on: url) ? "the page shows something else afterwards" : nil
        isSpent = why != nil || !visit.sent.isEmpty
        return (isSpent, why)
    }

    /// Where a link arrives, and what it says there.
    private static func page(_ arrived: (url: String, answer: ScanRequests.Answer)?) -> [String] {
        guard let (place, answer) = arrived else { return [] }
        return [PersonalAddress.shown(place), "\(answer.status)"] + ScanRequests.words(of: answer.body)
    }

    private static func status(of command: String, _ url: String) -> Int32 {
        ChildProcess.status(["/bin/sh", "-c", command, "sh", url])
    }
}
