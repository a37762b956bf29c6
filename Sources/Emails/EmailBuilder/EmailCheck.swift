import AppLinks
internal import Branding
package import Diagnostics
import Hashing
import LinkDefinitions
package import SiteModel
package import TemplateFiles
import Threads

/// Checks the emails of many apps as `SiteEmails` does, without rendering emails that differ only in their values.
///
/// Whether an email's markup is valid depends only on its spec, the app's theme and which values are present. Of the
/// emails that agree in these, one is rendered. For the others only checks that depend on the values are made: the two
/// header lines, the link, and an upper bound of the length.
package final class EmailCheck: Sendable {
    private let renderer: EmailRenderer
    /// The sizes of emails whose markup had no diagnostics.
    private let validSizes = Memo<MarkupInputs, RenderedSize>(limit: 4_096)

    /// Parses the templates of `emails/`; throws every mistake in them that can be found without an email.
    package init(templates: TemplateSources) throws(DiagnosticReport) {
        renderer = try EmailRenderer(templates: templates)
    }

    /// Checks an app's emails and returns the warnings; throws variables without a value, and the errors of
    /// `EmailLint`.
    package func warnings(of app: App) throws(DiagnosticReport) -> [Diagnostic] {
        let links = LinkRecognizer(app.linkSet)
        return try app.emails.mapReportingAll { email throws(DiagnosticReport) in
            try warnings(of: email, in: app, links)
        }
        .flatMap { $0 }
    }

    private func warnings(
        of email: Email, in app: App, _ links: LinkRecognizer
    ) throws(DiagnosticReport) -> [Diagnostic] {
        let values = AppValues(
            VariableResolver(email, of: app, values: .sample(for: email, of: app), words: renderer.words))
        let inputs = MarkupInputs(email, values)
        let report: DiagnosticReport
        if let size = validSizes[inputs], size.bound(with: values) <= EmailLint.longestDocument {
            let (subject, preheader) = PlainBody(resolver: values.resolver).lines
            report = DiagnosticReport(
                EmailWordingLint(email, of: app, subject: subject.string, preheader: preheader.string, links: links)
                    .diagnostics)
        } else {
            let rendered = try renderer.render(email, of: app, values: values.resolver.values)
            let lint = EmailLint(email, of: app, as: rendered)
            let markup = lint.markup
            if markup.isEmpty {
                validSizes[inputs] = RenderedSize(document: rendered.html.utf8.count, values: values.lengths)
            }
            report = DiagnosticReport(lint.wording.diagnostics + markup)
        }
        if report.hasErrors { throw report }
        return report.diagnostics
    }
}

private struct AppValues {
    let resolver: VariableResolver
    let texts: [String?]

    init(_ resolver: VariableResolver) {
        self.resolver = resolver
        let variables: [TemplateVariable] = [.app, .support, .expires, .link]
        let address = resolver.app.postalAddress.map(EmailText.cleaned).joined(separator: ", ")
        texts =
            variables.map { resolver.text(of: $0)?.string }
            + [address.isEmpty ? nil : address, resolver.app.hosts.first.map { "https://\($0)" }]
    }

    var lengths: [Int] { texts.map { $0?.utf8.count ?? 0 } }
}

/// Everything that an email's markup depends on, except for the text of the values.
private struct MarkupInputs: Hashable {
    private enum Presence: Hashable {
        case absent, blank, shown
    }

    private let spec: [UInt8]
    private let theme: Theme
    private let logo: Brand.Shades?
    private let footer: [FooterLink]
    private let hasLink: Bool
    private let isLinkSecure: Bool
    private let presences: [Presence]

    init(_ email: Email, _ values: AppValues) {
        spec = Digest.sha256(email.source.bytes)
        theme = values.resolver.app.theme
        logo = values.resolver.app.brand.emailLogo
        footer = values.resolver.app.footer
        hasLink = email.link != nil
        isLinkSecure = values.resolver.text(of: .link)?.string.hasPrefix("https://") ?? false
        presences = values.texts.map { text in
            text.map { EmailText($0).isBlank ? .blank : .shown } ?? .absent
        }
    }
}

private struct RenderedSize {
    /// The size of the document in bytes.
    let document: Int
    /// The unescaped sizes of the values in bytes, in the order of `AppValues.texts`.
    let values: [Int]

    /// An upper bound for escaping, per byte: `&#8203;` replaces three bytes, `&quot;` one.
    private static let escaping = 6
    /// An upper bound for differences of the initial and of the blanks after the preheader.
    private static let slack = 2_048

    /// An upper bound for the document's size in bytes with other values.
    ///
    /// Every occurrence of a value contributes its length, so if no value is more than n times as long, neither is the
    /// document.
    func bound(with others: AppValues) -> Int {
        let growth = zip(values, others.texts).map { length, text in
            length == 0 ? 1 : Double(Self.escapedLength(text ?? "")) / Double(length)
        }
        return Int((Double(document) * max(1, growth.max() ?? 1)).rounded(.up)) + Self.slack
    }

    private static func escapedLength(_ text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"): length + escaping
            case 0x20, 0x23...0x7E: length + 1
            default: length + escaping
            }
        }
    }
}
