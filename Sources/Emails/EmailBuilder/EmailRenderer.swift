internal import Branding
package import Diagnostics
package import SiteModel
package import TemplateFiles
import Threads

/// Renders email specs: an HTML document and the same text without markup.
///
/// A renderer parses its templates once; rendering depends on nothing but its arguments.
package struct EmailRenderer: Sendable {
    private let templates: EmailTemplates
    /// The texts of emails that no spec contains.
    package let words: Words
    /// The default specs by email name, for emails that systems send and an app has no spec for.
    let defaults: [String: SourceText]
    /// The renderers of apps with templates of their own, by app name.
    private let own: [String: EmailRenderer]
    /// The values and the style sheet that all emails with a theme share.
    private let looks = Memo<Theme, (look: [String: EmailTemplates.Value], styleSheet: EmailStyleSheet)>(limit: 64)

    /// Parses the templates of `emails/`.
    ///
    /// - Throws: `DiagnosticReport` with every mistake in them that can be found without an email.
    package init(templates: TemplateSources) throws(DiagnosticReport) {
        self.templates = try EmailTemplates(templates)
        words = try templates.words()
        let specs = templates.sources(under: "emails/defaults/").filter { $0.path.hasSuffix(".md") }
        defaults = Dictionary(
            specs.map { (String($0.path.dropFirst("emails/defaults/".count).dropLast(".md".count)), $0.source) }
        ) { first, _ in first }
        own = try templates.forApps { own throws(DiagnosticReport) in try EmailRenderer(templates: own) }
    }

    /// Renders an email.
    ///
    /// - Parameters:
    ///   - email: an email of the app.
    ///   - app: the app, for its theme, name and hosts.
    ///   - values: the values of its variables.
    /// - Returns: the email's parts.
    /// - Throws: `DiagnosticReport` for variables outside a section without a value, located in the spec, and for
    ///   mistakes in the templates.
    package func render(
        _ email: Email, of app: App, values: TemplateValues
    ) throws(DiagnosticReport) -> RenderedEmail {
        if let own = own[app.name] { return try own.render(email, of: app, values: values) }
        let resolver = VariableResolver(email, of: app, values: values, words: words)
        let problems = resolver.diagnostics
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        let plain = PlainBody(resolver: resolver)
        let (subject, preheader) = plain.lines
        let (look, styleSheet) = try looks.value(for: app.theme) { theme throws(DiagnosticReport) in
            let look = EmailLook(theme)
            return (look.html, try templates.styleSheet(look.values))
        }
        let body = HTMLBody(resolver: resolver, templates: templates, look: look)
        let name = resolver.text(of: .app) ?? EmailText()
        let support = resolver.text(of: .support)
        let shared: [String: EmailTemplates.Value] = [
            "app": .text(name), "recipient": .init(resolver.text(of: .email)), "support": .init(support),
            "sent": .text(sent(by: name, to: resolver.text(of: .email))),
            "questions": .init(support.map { support in sentence(.emailQuestions, ["support": support]) }),
            "legal": .init(app.footer.isEmpty ? nil : legalLines(resolver)),
            "address": .init(app.postalAddress.isEmpty ? nil : EmailText(postalAddress(of: app))),
        ]
        var values = shared.merging(look) { shared, _ in shared }
        values["subject"] = .text(subject)
        values["preheader"] = .text(preheader + Self.padding(after: preheader))
        values["initial"] = .text(EmailText(name.string.first.map { $0.uppercased() } ?? ""))
        values["supportAddress"] = .text("mailto:" + (support ?? EmailText()))
        values["link"] = .init(email.body.hasButtonToLink ? resolver.text(of: .link) : nil)
        if !app.footer.isEmpty { values["legal"] = .nodes(try legal(resolver, look)) }
        values.merge(try EmailLogo.values(for: app, templates, values)) { $1 }
        if support != nil { values["questions"] = .nodes(try questions(support, look)) }
        values["buttonAddress"] = .text(EmailText(words.text(.emailButtonAddress)))
        values["body"] = .nodes(try body.blocks(email.body))
        values["styles"] = .nodes([.styleSheet(styleSheet)])
        let document = try templates.nodes("layout", values)
        let text = try templates.text(shared.merging(["body": .text(plain.blocks(email.body))]) { $1 })
        return RenderedEmail(subject: subject, preheader: preheader, document: document, text: text)
    }

    private func sent(by app: EmailText, to recipient: EmailText?) -> EmailText {
        recipient.map { sentence(.emailSentTo, ["app": app, "recipient": $0]) } ?? sentence(.emailSentBy, ["app": app])
    }

    /// A text with its placeholders replaced; after a value that ends in a full stop, such as "Acme Inc.", a full stop
    /// is dropped.
    private func sentence(_ key: WordKey, _ values: [String: EmailText]) -> EmailText {
        words.pieces(of: key).reduce(into: EmailText()) { text, piece in
            switch piece {
            case .literal(let literal):
                let isDoubled = text.string.hasSuffix(".") && literal.hasPrefix(".")
                text.append(.text(isDoubled ? String(literal.dropFirst()) : literal))
            case .value(let name): text += values[name] ?? EmailText()
            }
        }
    }

    /// The line with the support address as a link; empty if the app has none.
    private func questions(
        _ support: EmailText?, _ look: [String: EmailTemplates.Value]
    ) throws(DiagnosticReport) -> [HTMLNode] {
        guard let support else { return [] }
        var nodes: [HTMLNode] = []
        for piece in words.pieces(of: .emailQuestions) {
            switch piece {
            case .literal(let text): nodes.append(.text(EmailText(text)))
            case .value:
                let link: [String: EmailTemplates.Value] = [
                    "text": .text(support), "address": .text("mailto:" + support),
                ]
                nodes += try templates.component("link", link.merging(look) { link, _ in link })
            }
        }
        return nodes
    }

    /// The footer's links in one row.
    private func legal(
        _ resolver: VariableResolver, _ look: [String: EmailTemplates.Value]
    ) throws(DiagnosticReport) -> [HTMLNode] {
        var nodes: [HTMLNode] = []
        for link in resolver.app.footer {
            if !nodes.isEmpty { nodes.append(.text(" · ")) }
            let values: [String: EmailTemplates.Value] = [
                "text": .text(EmailText(words.text(link.kind.words))),
                "address": .text(EmailText(resolver.address(of: link))),
            ]
            nodes += try templates.component("link", values.merging(look) { link, _ in link })
        }
        return nodes
    }

    /// The footer's links, one per line.
    private func legalLines(_ resolver: VariableResolver) -> EmailText {
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
    /// Whether one of the blocks is a button to the email's link.
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
