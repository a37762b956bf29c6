import Diagnostics
import Mustache
import TemplateFiles

/// The templates of emails, parsed once.
struct EmailTemplates: Sendable {
    /// A value for a template.
    enum Value {
        case text(EmailText)
        case nodes([HTMLNode])
        /// A value that is known during rendering: a colour, a length or a Boolean.
        case plain(MustacheValue)
        /// The content of each item of a list.
        case list([[HTMLNode]])
        case absent

        init(_ text: EmailText?) { self = text.map { .text($0) } ?? .absent }
    }

    private let html: TemplateLibrary
    private let plain: TemplateLibrary

    /// Parses the templates of `emails/`.
    ///
    /// - Throws: `DiagnosticReport` with every mistake in them that can be found without an email.
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
        let missing = [self.html, self.plain].flatMap { TemplateNeeds(of: templates, in: $0).problems }
        if !missing.isEmpty { throw DiagnosticReport(missing) }
    }

    /// Renders an HTML template.
    func nodes(_ name: String, _ values: [String: Value]) throws(DiagnosticReport) -> [HTMLNode] {
        var slots: [HTMLTreeBuilder.Slot] = []
        let parts = try html.parts("emails/\(name)", with: Self.object(values, &slots))
        return try HTMLTreeBuilder.nodes(of: parts, slots: slots)
    }

    /// Renders the template of a component, without the line feed at the end of its file.
    func component(_ name: String, _ values: [String: Value]) throws(DiagnosticReport) -> [HTMLNode] {
        var nodes = try nodes(name, values)
        if case .text(let text)? = nodes.last, text.isBlank { nodes.removeLast() }
        return nodes
    }

    /// Renders the style sheet.
    func styleSheet(_ values: [String: MustacheValue]) throws(DiagnosticReport) -> EmailStyleSheet {
        StyleSheetReader.sheet(of: try plain.parts("emails/email.css", with: .object(values)))
    }

    /// Renders the plain-text template.
    func text(_ values: [String: Value]) throws(DiagnosticReport) -> EmailText {
        var slots: [HTMLTreeBuilder.Slot] = []
        let parts = try plain.parts("emails/text.mustache", with: Self.object(values, &slots))
        return parts.map { part in
            switch part {
            case .literal(let bytes, _, _): EmailText(String(decoding: bytes, as: UTF8.self))
            case .text(let text): EmailText(text)
            case .slot(let number): if case .text(let text) = slots[number] { text } else { EmailText() }
            }
        }.joined()
    }

    private static func object(
        _ values: [String: Value], _ slots: inout [HTMLTreeBuilder.Slot]
    ) -> MustacheValue {
        var object: [String: MustacheValue] = [:]
        func slot(_ slot: HTMLTreeBuilder.Slot) -> MustacheValue {
            slots.append(slot)
            return .slot(slots.count - 1)
        }
        for (name, value) in values {
            object[name] =
                switch value {
                case .text(let text): slot(.text(text))
                case .nodes(let nodes): slot(.nodes(nodes))
                case .plain(let value): value
                case .list(let items): .list(items.map { ["text": slot(.nodes($0))] })
                case .absent: .absent
                }
        }
        return .object(object)
    }
}
