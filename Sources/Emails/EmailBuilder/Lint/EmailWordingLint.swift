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
    let subject: String
    let preheader: String
    /// The link's URL with example values for its parameters; empty without a link.
    let address: String
    private let links: LinkRecognizer

    init(_ email: Email, of app: App, subject: String, preheader: String, links: LinkRecognizer? = nil) {
        self.links = links ?? LinkRecognizer(app.linkSet)
        self.email = email
        self.subject = subject
        self.preheader = preheader
        address = VariableResolver(email, of: app, values: .sample(for: email, of: app)).text(of: .link)?.string ?? ""
    }

    var diagnostics: [Diagnostic] {
        var problems: [Diagnostic] = []
        func report(
            _ code: String, at location: SourceLocation, _ message: String, fix: String,
            _ severity: Diagnostic.Severity = .warning
        ) {
            problems.append(email.source.diagnostic(severity, code: code, at: location, message, fix: fix))
        }
        if subject.count > Self.longestSubject {
            report(
                "long-subject", at: email.subject.location,
                "the subject has \(subject.count) characters; inboxes show about \(Self.longestSubject)",
                fix: "Shorten it.")
        }
        if preheader.count > Self.longestPreheader {
            report(
                "long-preheader", at: email.preheader.location,
                "the preheader has \(preheader.count) characters; inboxes show at most \(Self.longestPreheader)",
                fix: "Shorten it.")
        }
        if preheader == subject {
            report(
                "repeated-subject", at: email.preheader.location, "the preheader repeats the subject",
                fix: "Write something else: inboxes show both, side by side.")
        }
        guard let link = email.link, let use = email.linkUse else { return problems }
        let place = email.linkLocation ?? use.location
        let recognized = links.link(for: address)
        if recognized?.name != link.name {
            let found = recognized.map { "the link '\($0.name)'" } ?? "no link"
            report(
                "link-mistaken", at: place, "the email contains \(address), which is \(found) of the app's",
                fix: "Give the links URL templates that differ, in app.yml.", .error)
        }
        if let lifetime = link.lifetime, !email.uses.contains(where: { $0.variable == .expires }) {
            // Another duration is told where the email is read.
            if let promise = PromisedLifetime.all(in: email.source).first {
                guard promise.seconds == lifetime else { return problems }
                report(
                    "written-lifetime", at: promise.location,
                    "'\(promise.text)' is written by hand, and stays as it is when 'lives:' changes in app.yml",
                    fix: "Write {{expires}} for it.")
                return problems
            }
            report(
                "unmentioned-lifetime", at: place, "the email does not mention the lifetime of its link",
                fix: "Add it to the body: The link works for {{expires}}.")
        }
        return problems
    }
}

extension Email {
    /// The first use of the email's link; nil if it has none, or never uses it.
    var linkUse: VariableUse? { link == nil ? nil : uses.first { $0.variable == .link } }
}
