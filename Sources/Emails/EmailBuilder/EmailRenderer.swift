package import Diagnostics
import Mustache
package import SiteModel
package import TemplateFiles
import Threads

/// Renders email specs: an HTML document and the same text without markup.
///
/// A renderer parses its templates once; rendering depends on nothing but its arguments.
package struct EmailRenderer: Sendable {
    private let templates: EmailTemplates
    package let words: Words
    private let sources: TemplateSources
    private let translatedWords = Memo<[LanguageTag], Words>(limit: 64)
    /// The default specs by email name, for emails that systems send and an app has no spec for.
    private let defaults: [String: SourceText]
    private let own: [String: EmailRenderer]

    package init(templates: TemplateSources) throws(DiagnosticReport) {
        self.templates = try EmailTemplates(templates)
        words = try templates.words()
        sources = templates
        let specs = templates.sources(under: "emails/defaults/").filter { $0.path.hasSuffix(".md") }
        defaults = Dictionary(
            specs.map { (String($0.path.dropFirst("emails/defaults/".count).dropLast(".md".count)), $0.source) }
        ) { first, _ in first }
        own = try templates.forApps { own throws(DiagnosticReport) in try EmailRenderer(templates: own) }
    }

    package func words(for app: App) throws(DiagnosticReport) -> Words {
        if let own = own[app.name] { return try own.words(for: app) }
        if app.language == .english, app.ownLanguage == .english { return words }
        return try translatedWords.value(for: [app.language, app.ownLanguage]) { tags throws(DiagnosticReport) in
            try sources.words(tags[0], own: tags[1])
        }
    }

    /// The default spec of an email for an app.
    func defaultSpec(of name: String, for app: App) -> SourceText? { defaults[name].map(app.fitted) }

    /// The default spec of an email in another language, as far as it was judged; a site's own always counts.
    func defaultTranslation(of name: String, _ tag: LanguageTag, for app: App) -> SourceText? {
        let path = "emails/defaults/\(name).\(tag).md"
        guard Languages.isUsable(path) || sources.isChanged(path) else { return nil }
        return defaultSpec(of: "\(name).\(tag)", for: app)
    }

    /// Throws variables outside a section without a value, located in the spec, and mistakes in the templates.
    package func render(
        _ email: Email, of app: App, values: TemplateValues
    ) throws(DiagnosticReport) -> RenderedEmail {
        try render(email, of: app, values: values, sender: app.sender)
    }

    func render(
        _ email: Email, of app: App, values: TemplateValues, sender: EmailSender?
    ) throws(DiagnosticReport) -> RenderedEmail {
        if let own = own[app.name] { return try own.render(email, of: app, values: values, sender: sender) }
        let words = try words(for: app)
        let resolver = VariableResolver(email, of: app, values: values, words: words)
        let problems = resolver.diagnostics
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        let plain = PlainBody(resolver: resolver)
        let (subject, preheader) = plain.lines
        let appLook = EmailLook(app.theme, isRightToLeft: words.tag.isRightToLeft)
        let (look, styleSheet) = (appLook.html, try templates.styleSheet(appLook.styleSheet))
        let body = HTMLBody(resolver: resolver, templates: templates, look: look)
        let name = resolver.text(of: .app) ?? EmailText()
        let (recipient, support) = (resolver.text(of: .email), resolver.text(of: .support))
        let sent = sent(by: name, to: recipient, words)
        let address = app.postalAddress.isEmpty ? nil : EmailText(postalAddress(of: app))
        let logo = try EmailLogo.rendered(for: app, named: name, templates, look)
        let layout: [LayoutKey: MustacheValue] = [
            .app: .slot(text: name), .language: .text(words.language), .direction: MustacheValue(words.direction),
            .recipient: .slot(text: recipient),
            .support: .slot(text: support), .supportAddress: .slot(text: "mailto:" + (support ?? EmailText())),
            .sent: .slot(text: sent), .questions: try questions(support, words, look),
            .legal: app.footer.isEmpty ? .absent : try legal(resolver, words, look), .address: .slot(text: address),
            .subject: .slot(text: subject), .preheader: .slot(text: preheader + Self.padding(after: preheader)),
            .initial: .text(name.string.first.map { $0.uppercased() } ?? ""),
            .link: .slot(text: email.body.hasButtonToLink ? resolver.text(of: .link) : nil),
            .buttonAddress: .text(words.text(.emailButtonAddress)),
            .logo: logo.map { .slot(nodes: $0.nodes) } ?? .absent,
            .logoWidth: logo?.width ?? .absent, .wordmark: .bool(logo?.isWordmark == true),
            .body: .slot(nodes: try body.blocks(email.body)), .styles: .slot(nodes: [.styleSheet(styleSheet)]),
        ]
        let text: [TextKey: MustacheValue] = [
            .app: .slot(text: name), .recipient: .slot(text: recipient), .support: .slot(text: support),
            .sent: .slot(text: sent),
            .questions: .slot(text: support.map { sentence(.emailQuestions, ["support": $0], words) }),
            .legal: .slot(text: app.footer.isEmpty ? nil : legalLines(resolver, words)), .address: .slot(text: address),
            .body: .slot(text: plain.blocks(email.body)),
        ]
        let document = try templates.nodes("layout", .view(layout), within: [look])
        return RenderedEmail(
            subject: subject, preheader: preheader,
            document: sender.map { document.leavingLinks(by: LinkRewriter.of($0)) } ?? document,
            text: try templates.text(.view(text)))
    }

    private func sent(by app: EmailText, to recipient: EmailText?, _ words: Words) -> EmailText {
        recipient.map { sentence(.emailSentTo, ["app": app, "recipient": $0], words) }
            ?? sentence(.emailSentBy, ["app": app], words)
    }

    /// A text with its placeholders replaced; after a value that ends in a full stop, such as "Acme Inc.", a full stop
    /// is dropped.
    private func sentence(_ key: WordKey, _ values: [String: EmailText], _ words: Words) -> EmailText {
        words.pieces(of: key).reduce(into: EmailText()) { text, piece in
            switch piece {
            case .literal(let literal):
                let isDoubled = text.string.hasSuffix(".") && literal.hasPrefix(".")
                text.append(.text(isDoubled ? String(literal.dropFirst()) : literal))
            case .value(let name): text += (values[name] ?? EmailText()).isolated(in: words)
            }
        }
    }

    private func questions(
        _ support: EmailText?, _ words: Words, _ look: MustacheValue
    ) throws(DiagnosticReport) -> MustacheValue {
        guard let support else { return .absent }
        var nodes: [HTMLNode] = []
        for piece in words.pieces(of: .emailQuestions) {
            switch piece {
            case .literal(let text): nodes.append(.text(EmailText(text)))
            case .value: nodes += try link(support, to: "mailto:" + support, look)
            }
        }
        return .slot(nodes: nodes)
    }

    private func legal(
        _ resolver: VariableResolver, _ words: Words, _ look: MustacheValue
    ) throws(DiagnosticReport) -> MustacheValue {
        var nodes: [HTMLNode] = []
        for link in resolver.app.footer {
            if !nodes.isEmpty { nodes.append(.text(" · ")) }
            let text = EmailText(words.text(link.kind.words))
            nodes += try self.link(text, to: EmailText(resolver.address(of: link)), look)
        }
        return .slot(nodes: nodes)
    }

    private func link(
        _ text: EmailText, to address: EmailText, _ look: MustacheValue
    ) throws(DiagnosticReport) -> [HTMLNode] {
        let values: [LinkKey: MustacheValue] = [.text: .slot(text: text), .address: .slot(text: address)]
        return try templates.component("link", .view(values), within: [look])
    }

    private func legalLines(_ resolver: VariableResolver, _ words: Words) -> EmailText {
        let lines = resolver.app.footer.map { "\(words.text($0.kind.words)): \(resolver.address(of: $0))" }
        return EmailText(lines.joined(separator: "\n"))
    }

    private func postalAddress(of app: App) -> String {
        app.postalAddress.map(EmailText.cleaned).joined(separator: ", ")
    }

    /// Invisible characters that fill the preheader up to the length of the longest preview, so that inboxes do not
    /// show the email's first words after it.
    private static func padding(after preheader: EmailText) -> EmailText {
        let missing = max(0, 120 - preheader.string.count)
        let pairs = (0..<missing / 2).map { $0 % 12 == 11 ? "\u{200C}\n" : "\u{200C}\u{A0}" }
        return EmailText(pairs.joined())
    }
}

extension [EmailBlock] {
    var hasButtonToLink: Bool {
        contains { block in
            switch block.kind {
            case .button(_, .link): true
            case .panel(let blocks), .section(_, let blocks): blocks.hasButtonToLink
            case .list(_, let items): items.contains(where: \.hasButtonToLink)
            default: false
            }
        }
    }
}
