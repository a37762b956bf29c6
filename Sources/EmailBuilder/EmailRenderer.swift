public import Diagnostics
import Mustache
public import SiteBuilder
public import SiteModel

/// Turns email specs into mails: an HTML document and the same words in plain text.
///
/// A renderer parses its templates once; rendering depends on nothing but its arguments.
public struct EmailRenderer: Sendable {
    private let library: TemplateLibrary
    private let plain: TemplateLibrary
    private let styles: TemplateLibrary

    /// Reads the templates of `emails/`.
    ///
    /// - Throws: every mistake in them that can be found without an email.
    public init(templates: TemplateSources) throws(DiagnosticReport) {
        var sources: [String: SourceText] = [:]
        var plain: [String: SourceText] = [:]
        var styles: [String: SourceText] = [:]
        for (path, source) in templates.sources(under: "emails/") {
            if path == "emails/text.mustache" {
                plain["emails/text"] = source
            } else if path == "emails/email.css" {
                styles["emails/email.css"] = source
            } else if path.hasSuffix(".mustache") {
                sources[String(path.dropLast(".mustache".count))] = source
            }
        }
        library = try TemplateLibrary(sources)
        self.plain = try TemplateLibrary(plain, language: .plain)
        self.styles = try TemplateLibrary(styles, language: .plain)
    }

    /// A mail.
    ///
    /// - Parameters:
    ///   - email: an email of the app.
    ///   - app: the app, for its look, its name and its hosts.
    ///   - words: what stands for each word.
    /// - Returns: the mail's parts.
    /// - Throws: words outside of a section that nothing stands for, at their places in the spec, and mistakes in the
    ///   templates.
    public func render(_ email: Email, of app: App, words: EmailWords) throws(DiagnosticReport) -> RenderedEmail {
        let wording = Wording(email, of: app, words: words)
        let problems = wording.diagnostics
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        let body = PlainBody(wording: wording)
        let subject = body.line(email.subject.words)
        let preheader = body.line(email.preheader.words)
        let look = EmailLook(app.theme).values
        let blocks = try HTMLBody(wording: wording, library: library, look: look).blocks(email.body)
        let name = wording.text(of: .app) ?? ""
        let recipient = wording.text(of: .email)
        let support = wording.text(of: .support)
        var values = look
        values["subject"] = .verbatim(escaped(subject))
        values["preheader"] = .markup(escaped(preheader))
        values["padding"] = .markup(Self.padding)
        values["app"] = .markup(escaped(name))
        values["recipient"] = recipient.map { .markup(escaped($0)) } ?? .absent
        values["support"] = support.map { .markup(escaped($0)) } ?? .absent
        values["supportAddress"] = .verbatim(escaped("mailto:\(support ?? "")"))
        values["body"] = .markup(blocks)
        values["styles"] = .markup("<style>\n\(try styles.render("emails/email.css", with: .object(look)))</style>")
        let html = try library.render("emails/layout", with: .object(values))
        let text = try plain.render(
            "emails/text",
            with: [
                "body": .text(body.blocks(email.body)), "app": .text(name), "recipient": MustacheValue(recipient),
                "support": MustacheValue(support),
            ])
        let marks = wording.marks
        return RenderedEmail([
            .subject: marks.pieces(of: subject), .preheader: marks.pieces(of: preheader),
            .html: marks.pieces(of: html), .text: marks.pieces(of: text),
        ])
    }

    /// Blanks that keep an inbox from showing the mail's first words after the preheader.
    private static let padding = String(repeating: " &#847;&zwnj;&nbsp;", count: 60)
}
