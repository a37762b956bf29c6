import Diagnostics
import Mustache
import TemplateFiles

/// The templates of emails, parsed once.
struct EmailTemplates: Sendable {
    /// A value that is not a text of Mustache's.
    enum Slot: Sendable {
        case text(EmailText)
        case nodes([HTMLNode])
    }

    private let html: TemplateLibrary
    private let plain: TemplateLibrary

    /// Throws every mistake in the templates that can be found without an email.
    init(_ templates: TemplateSources) throws(DiagnosticReport) {
        var html: [String: SourceText] = [:]
        var plain: [String: SourceText] = [:]
        for (path, source) in templates.sources(under: "emails/") {
            switch path {
            case "emails/text.mustache", "emails/email.css": plain[path] = source
            case _ where path.hasSuffix(".mustache"): html[String(path.dropLast(".mustache".count))] = source
            default: continue
            }
        }
        self.html = try TemplateLibrary(html)
        self.plain = try TemplateLibrary(plain, language: .plain)
        let missing = [self.html, self.plain].flatMap { TemplateNeeds.emails.problems(of: templates, in: $0) }
        if !missing.isEmpty { throw DiagnosticReport(missing) }
    }

    /// The nodes of a template's file; `outer` are the values that it shares with others, the innermost last.
    func nodes(
        _ name: String, _ value: MustacheValue, within outer: [MustacheValue]
    ) throws(DiagnosticReport) -> [HTMLNode] {
        try HTMLTreeBuilder.nodes(of: html.parts("emails/\(name)", with: value, within: outer))
    }

    /// Renders the template of a component, without the line feed at the end of its file.
    func component(
        _ name: String, _ value: MustacheValue, within outer: [MustacheValue]
    ) throws(DiagnosticReport) -> [HTMLNode] {
        var nodes = try nodes(name, value, within: outer)
        if case .text(let text)? = nodes.last, text.isBlank { nodes.removeLast() }
        return nodes
    }

    func styleSheet(_ value: MustacheValue) throws(DiagnosticReport) -> EmailStyleSheet {
        // The values are colours and a number of the theme's, which are CSS.
        EmailStyleSheet(try plain.render("emails/email.css", with: value))
    }

    func text(_ value: MustacheValue) throws(DiagnosticReport) -> EmailText {
        try plain.parts("emails/text.mustache", with: value).map { part in
            switch part {
            case .literal(let bytes, _, _): EmailText(String(decoding: bytes, as: UTF8.self))
            case .text(let text): EmailText(text)
            case .slot(let slot): if case .text(let text)? = slot as? Slot { text } else { EmailText() }
            }
        }.joined()
    }
}

extension MustacheValue {
    /// A text that may have placeholders for the sending system; `absent` for nil.
    static func slot(text: EmailText?) -> MustacheValue {
        text.map { .slot(EmailTemplates.Slot.text($0)) } ?? .absent
    }

    static func slot(nodes: [HTMLNode]) -> MustacheValue { .slot(EmailTemplates.Slot.nodes(nodes)) }
}
