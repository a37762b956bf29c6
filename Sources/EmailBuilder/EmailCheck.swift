public import Diagnostics
import Hashing
import Mustache
public import SiteBuilder
public import SiteModel
import Threads

/// Checks the emails of many apps, as `SiteEmails` does, and renders no two that differ in their words alone.
///
/// Whether an email's markup is good follows from its spec, the app's theme and which of the app's values there are.
/// Of the emails that agree in these one is rendered. For the others only what depends on the values themselves is
/// checked: the two lines, the link, and that the email cannot have become too long.
public final class EmailCheck: Sendable {
    private let renderer: EmailRenderer
    /// Emails without a diagnostic about their markup.
    private let good = Memo<Shape, Size>(limit: 4_096)

    /// Reads the templates of `emails/`.
    ///
    /// - Throws: every mistake in them that can be found without an email.
    public init(templates: TemplateSources) throws(DiagnosticReport) {
        renderer = try EmailRenderer(templates: templates)
    }

    /// The warnings about an app's emails.
    ///
    /// - Throws: variables without a value, and what `EmailLint` calls an error.
    public func warnings(of app: App) throws(DiagnosticReport) -> [Diagnostic] {
        try app.emails.mapReportingAll { email throws(DiagnosticReport) in try warnings(of: email, in: app) }
            .flatMap { $0 }
    }

    private func warnings(of email: Email, in app: App) throws(DiagnosticReport) -> [Diagnostic] {
        let values = AppValues(
            VariableResolver(email, of: app, values: .sample(for: email, of: app), words: renderer.words))
        let shape = Shape(email, values)
        let report: DiagnosticReport
        if let size = good[shape], size.bound(with: values) <= EmailLint.longestDocument {
            let (subject, preheader) = PlainBody(resolver: values.resolver).lines
            report = DiagnosticReport(
                EmailWordingLint(email, of: app, subject: subject.string, preheader: preheader.string).diagnostics)
        } else {
            let rendered = try renderer.render(email, of: app, values: values.resolver.values)
            let lint = EmailLint(email, of: app, as: rendered)
            let markup = lint.markup
            if markup.isEmpty { good[shape] = Size(document: rendered.html.utf8.count, values: values.lengths) }
            report = DiagnosticReport(lint.wording.diagnostics + markup)
        }
        if report.hasErrors { throw report }
        return report.diagnostics
    }
}

/// What an email takes from its app.
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

/// All that an email's markup depends on, but for the words of the values.
private struct Shape: Hashable {
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

/// How long the document of one email is, and each of the values in it.
private struct Size {
    /// In bytes.
    let document: Int
    /// In bytes before they are escaped, in the order of `AppValues.texts`.
    let values: [Int]

    /// More than any escaping makes of one byte: `&#8203;` is made of three, `&quot;` of one.
    private static let escaping = 6
    /// More than the initial and the blanks after the preheader can differ by.
    private static let slack = 2_048

    /// The most bytes that the document can have with other values.
    ///
    /// Each place of a value has its length in the document, so a document of values that are no more than n times as
    /// long is no more than n times as long itself.
    func bound(with others: AppValues) -> Int {
        let growth = zip(values, others.texts).map { length, text in
            length == 0 ? 1 : Double(Self.escapedLength(text ?? "")) / Double(length)
        }
        return Int((Double(document) * max(1, growth.max() ?? 1)).rounded(.up)) + Self.slack
    }

    private static func escapedLength(_ text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            let isPlain = (0x23...0x7E).contains(byte) && ![UInt8](#"&'<>"#.utf8).contains(byte) || byte == 0x20
            return length + (isPlain ? 1 : escaping)
        }
    }
}
