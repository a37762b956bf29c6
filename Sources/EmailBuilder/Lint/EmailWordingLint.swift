import AppLinks
import Diagnostics
import LinkDefinitions
import SiteModel

/// Checks an email with the values of one app: its subject, its preheader and its link.
struct EmailWordingLint {
    /// The number of characters of a subject that most inboxes show.
    static let longestSubject = 60
    /// The maximum number of characters of a preheader that any inbox shows.
    static let longestPreheader = 130

    let email: Email
    let app: App
    let subject: String
    let preheader: String
    /// The link's URL with example values for its parameters; empty without a link.
    let address: String
    /// The recognizer for the app's links.
    private let links: LinkRecognizer

    init(_ email: Email, of app: App, subject: String, preheader: String, links: LinkRecognizer? = nil) {
        self.links = links ?? LinkRecognizer(app.linkSet)
        self.email = email
        self.app = app
        self.subject = subject
        self.preheader = preheader
        address = VariableResolver(email, of: app, values: .sample(for: email, of: app)).text(of: .link)?.string ?? ""
    }

    var diagnostics: [Diagnostic] { lines + link }

    private var lines: [Diagnostic] {
        var problems: [Diagnostic] = []
        func report(_ code: String, _ line: EmailLine, _ message: String, _ fix: String) {
            problems.append(email.source.diagnostic(.warning, code: code, at: line.location, message, fix: fix))
        }
        if subject.count > Self.longestSubject {
            report(
                "long-subject", email.subject,
                "the subject has \(subject.count) characters; inboxes show about \(Self.longestSubject)",
                "Shorten it.")
        }
        if preheader.count > Self.longestPreheader {
            report(
                "long-preheader", email.preheader,
                "the preheader has \(preheader.count) characters; inboxes show at most \(Self.longestPreheader)",
                "Shorten it.")
        }
        if preheader == subject {
            report(
                "repeated-subject", email.preheader, "the preheader repeats the subject",
                "Write something else: inboxes show both, side by side.")
        }
        return problems
    }

    private var link: [Diagnostic] {
        guard let link = email.link, let use = email.linkUse else { return [] }
        var problems: [Diagnostic] = []
        let recognized = links.link(for: address)
        if recognized?.name != link.name {
            let found = recognized.map { "the link '\($0.name)'" } ?? "no link"
            problems.append(
                email.source.diagnostic(
                    code: "link-mistaken", at: email.linkLocation ?? use.location,
                    "the email contains \(address), which is \(found) of the app's",
                    fix: "Give the links URL templates that differ, in app.yml."))
        }
        if link.lifetime != nil, !email.uses.contains(where: { $0.variable == .expires }) {
            problems.append(
                email.source.diagnostic(
                    .warning, code: "unmentioned-lifetime", at: email.linkLocation ?? use.location,
                    "the email does not mention the lifetime of its link",
                    fix: "Add it to the body: The link works for {{expires}}."))
        }
        return problems
    }
}

extension Email {
    /// The first use of the email's link; nil if it has none, or never uses it.
    var linkUse: VariableUse? { link == nil ? nil : uses.first { $0.variable == .link } }
}
