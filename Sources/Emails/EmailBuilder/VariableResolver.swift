import AppLinks
import Diagnostics
import LinkDefinitions
import SiteModel

struct VariableResolver: Sendable {
    /// The maximum number of characters of a value such as a name: whoever signs up chooses these values, and must not
    /// be able to put a message of their own into an email.
    static let longestValue = 254

    let email: Email
    let app: App
    let values: TemplateValues
    /// The texts for values that are shown; nil if the values are only checked.
    let words: Words?

    init(_ email: Email, of app: App, values: TemplateValues, words: Words? = nil) {
        self.email = email
        self.app = app
        self.values = values
        self.words = words
    }

    /// A variable's value, not escaped; nil if it has none.
    func text(of variable: TemplateVariable) -> EmailText? {
        switch values.variables[variable] {
        case .placeholder?: return EmailText(.variable(variable))
        case .text(let text)?: return shortened(text, variable).map { EmailText($0) }
        case nil: break
        }
        switch variable {
        case .app: return EmailText(EmailText.cleaned(app.title))
        case .support: return app.support.map { EmailText($0) }
        case .expires: return email.link?.lifetime.map { EmailText(words?.duration(ofSeconds: $0) ?? "") }
        case .link: return address
        default: return nil
        }
    }

    private func shortened(_ text: String, _ variable: TemplateVariable) -> String? {
        let text = EmailText.cleaned(text)
        if text.allSatisfy(\.isWhitespace) { return nil }
        let isWhole: Set<TemplateVariable> = [.link, .app, .expires, .support]
        guard !isWhole.contains(variable), text.count > Self.longestValue else { return text }
        return text.prefix(Self.longestValue - 1) + "…"
    }

    /// The text before and after a section of a variable; nil if the section is omitted.
    func section(_ variable: TemplateVariable) -> (open: EmailText, close: EmailText)? {
        guard text(of: variable) != nil else { return nil }
        guard case .placeholder(isOptional: true)? = values.variables[variable] else {
            return (EmailText(), EmailText())
        }
        return (EmailText(.open(variable)), EmailText(.close(variable)))
    }

    /// The absolute URL of a destination, not escaped.
    func address(of destination: EmailDestination) -> EmailText {
        switch destination {
        case .link: text(of: .link) ?? EmailText()
        case .support: "mailto:" + (text(of: .support) ?? EmailText())
        case .web(let address): EmailText(address)
        case .path(let path): EmailText(origin + path)
        case .mail(let address): EmailText("mailto:\(address)")
        }
    }

    func address(of link: FooterLink) -> String {
        link.address.hasPrefix("/") ? origin + link.address : link.address
    }

    private var origin: String { values.origin ?? app.origin }

    /// The link's first template with its parameters replaced; nil if a value is missing.
    private var address: EmailText? {
        guard let template = email.link?.web.first else { return nil }
        var address = EmailText(template.scheme == nil ? origin : "")
        for piece in template.pieces(adding: app.item(ofLinkIn: email)) {
            switch piece {
            case .literal(let literal): address.append(.text(literal))
            case .parameter(let name):
                switch values.parameters[name] {
                case .text(let text)? where !text.isEmpty: address.append(.text(URLTemplate.encoded(text)))
                case .placeholder?: address.append(.placeholder(.parameter(name)))
                default: return nil
                }
            }
        }
        return address
    }

    /// Errors for variables outside a section that have no value.
    var diagnostics: [Diagnostic] {
        email.uses.filter { !$0.isOptional && text(of: $0.variable) == nil }.map { use in
            let supplier = values.supplier.map { "'\($0)'" } ?? "this email"
            if use.variable == .link, let missing = missingParameter {
                return email.source.diagnostic(
                    code: "missing-parameter", at: use.location,
                    "\(supplier) has no value for '\(missing)', which the link '\(email.link?.name ?? "")' needs",
                    fix: declaration(of: missing, under: "parameters")
                        ?? "Give the link a URL template that it can fill, in app.yml.")
            }
            return email.source.diagnostic(
                code: "missing-value", at: use.location, "\(supplier) has no value for '\(use.variable)'",
                fix: declaration(of: use.variable.rawValue, under: "variables")
                    ?? "Put what depends on it into a section, which is left out then: "
                    + "{{#\(use.variable)}}…{{/\(use.variable)}}")
        }
    }

    /// The fix for a value that a dialect of the site's own does not declare.
    private func declaration(of name: String, under key: String) -> String? {
        values.ownDialect.map {
            "Add '\(name)' or '*' under '\(key)' in Templates/dialects/\($0).yml, as the engine writes it."
        }
    }

    private var missingParameter: String? {
        email.link?.web.first?.parameters.first { values.parameters[$0] == nil }
    }
}
