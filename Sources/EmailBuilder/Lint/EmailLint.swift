import AppLinks
import AppSiteAssociation
public import Diagnostics
public import SiteModel

/// Looks for what goes wrong with a mail on its way or in somebody's reader, without asking anybody.
public struct EmailLint: Sendable {
    /// Gmail cuts a longer mail off, in bytes of HTML.
    public static let longestDocument = 102 * 1_024
    /// More of a subject is cut off in most inboxes, in characters.
    public static let longestSubject = 60
    /// More of a preheader is never seen, in characters.
    public static let longestPreheader = 130

    let email: Email
    let app: App
    let mail: RenderedEmail

    /// - Parameters:
    ///   - email: where diagnostics point to.
    ///   - app: whose email it is.
    ///   - mail: the email rendered with `EmailWords.sample`.
    public init(_ email: Email, of app: App, as mail: RenderedEmail) {
        self.email = email
        self.app = app
        self.mail = mail
    }

    /// What is wrong, at its place in the email spec; what the templates did is at the spec's first line.
    public var diagnostics: [Diagnostic] {
        let markup = EmailMarkup(mail.html)
        return lines + size + link + addresses(markup) + pictures(markup) + contrast(markup) + clients(markup)
    }

    // MARK: - Words

    private var lines: [Diagnostic] {
        var problems: [Diagnostic] = []
        func report(_ code: String, _ line: EmailLine, _ message: String, _ fix: String) {
            problems.append(email.source.diagnostic(.warning, code: code, at: line.location, message, fix: fix))
        }
        if mail.subject.count > Self.longestSubject {
            report(
                "long-subject", email.subject,
                "the subject has \(mail.subject.count) characters, and inboxes show about \(Self.longestSubject)",
                "Say what the email is for in fewer words.")
        }
        if mail.preheader.count > Self.longestPreheader {
            report(
                "long-preheader", email.preheader,
                "the preheader has \(mail.preheader.count) characters, and inboxes show at most \(Self.longestPreheader)",
                "Say it in fewer words.")
        }
        if mail.preheader == mail.subject {
            report(
                "repeated-subject", email.preheader, "the preheader says what the subject says",
                "Say what comes next; inboxes show both, side by side.")
        }
        return problems
    }

    private var size: [Diagnostic] {
        let bytes = mail.html.utf8.count
        guard bytes > Self.longestDocument else { return [] }
        return [
            atTop(
                "too-large", "the mail has \(bytes / 1_024) kB, and Gmail cuts off what is over 102 kB",
                fix: "Say it in fewer words, or on a page that the mail leads to.")
        ]
    }

    private var link: [Diagnostic] {
        guard let link = email.link, let use = email.uses.first(where: { $0.word == .link }) else { return [] }
        var problems: [Diagnostic] = []
        let address = Wording(email, of: app, words: .sample(for: email, of: app)).text(of: .link) ?? ""
        if !mail.text.contains(address) {
            problems.append(
                email.source.diagnostic(
                    code: "link-not-in-text", at: use.location, "the plain text of the mail does not carry the link",
                    fix: "Keep {{{body}}} in emails/text.mustache."))
        }
        let recognizer = LinkRecognizer(app.linkSet)
        if recognizer.link(for: address)?.name != link.name {
            let found = recognizer.link(for: address).map { "the link '\($0.name)'" } ?? "no link"
            problems.append(
                email.source.diagnostic(
                    code: "link-mistaken", at: email.linkLocation ?? use.location,
                    "the mail carries \(address), which is \(found) of the app's",
                    fix: "Give the links URL templates that can be told apart, in app.yml."))
        }
        if link.lifetime != nil, !email.uses.contains(where: { $0.word == .expires }) {
            problems.append(
                email.source.diagnostic(
                    .warning, code: "lifetime-unsaid", at: email.linkLocation ?? use.location,
                    "the email does not say how long its link works",
                    fix: "Say it in the body: The link works for {{expires}}."))
        }
        return problems
    }

    // MARK: - Markup

    private func addresses(_ markup: EmailMarkup) -> [Diagnostic] {
        let good = ["https://", "mailto:"]
        return unique(
            markup.elements.compactMap { element in
                guard let address = element.attributes["href"], element.name != "link",
                    !good.contains(where: { address.lowercased().hasPrefix($0) })
                else { return nil }
                return atTop(
                    "unsafe-address", "the mail leads to '\(address)', which is neither https: nor mailto:",
                    fix: "Readers take other addresses away, or warn of them; write https: in the template.")
            })
    }

    private func pictures(_ markup: EmailMarkup) -> [Diagnostic] {
        unique(
            markup.elements.flatMap { element -> [Diagnostic] in
                guard element.name == "img" else { return [] }
                var problems: [Diagnostic] = []
                let source = element.attributes["src"] ?? ""
                if element.attributes["alt"] == nil {
                    problems.append(
                        atTop(
                            "missing-alt", "the picture '\(source)' has no text in its place",
                            fix: "Add alt=\"…\" in the template, or alt=\"\" where it only decorates."))
                }
                if !source.hasPrefix("cid:") {
                    problems.append(
                        atTop(
                            "remote-picture", "the mail loads the picture '\(source)'",
                            fix: "Leave it out: readers block it, and where they do not it tells who reads."))
                }
                return problems
            })
    }

    private func contrast(_ markup: EmailMarkup) -> [Diagnostic] {
        unique(
            ColorCheck(markup: markup).findings.map { finding in
                let tenths = Int((finding.ratio * 10).rounded(.down))
                return atTop(
                    "contrast",
                    "'\(finding.text)' is hard to read \(finding.isDark ? "in the dark" : "in the light"): "
                        + "\(finding.color.hex) on \(finding.ground.hex) (\(tenths / 10).\(tenths % 10):1)",
                    fix: "Take colours that reach 4.5:1, such as {{light.ink}} on {{light.card}}.")
            })
    }

    private func clients(_ markup: EmailMarkup) -> [Diagnostic] {
        var found: [ClientTable.Entry] = markup.elements.compactMap { ClientTable.elements[$0.name] }
        for (name, value) in markup.elements.flatMap(\.style) {
            found += ClientTable.declarations.filter { $0.property == name && value.hasPrefix($0.value) }.map(\.entry)
        }
        let styles = ([markup.styleSheet] + markup.elements.compactMap { $0.attributes["style"] })
        for (text, entry) in ClientTable.styles where styles.contains(where: { $0.contains(text) }) {
            found.append(entry)
        }
        return unique(
            found.map { entry in
                atTop(
                    "dropped-by-readers", "\(entry.what) is dropped by \(entry.readers)",
                    fix: "Leave it out of the template"
                        + (entry.source.map { ": https://www.caniemail.com/features/\($0)/" } ?? "."), .warning)
            })
    }

    private func atTop(
        _ code: String, _ message: String, fix: String, _ severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
        email.source.diagnostic(severity, code: code, at: 0, message, fix: fix)
    }

    private func unique(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen = Set<Diagnostic>()
        return diagnostics.filter { seen.insert($0).inserted }
    }
}
