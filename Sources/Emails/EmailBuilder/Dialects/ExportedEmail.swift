import AppLinks
import Diagnostics
import LinkDefinitions
import Mustache
import SiteModel

/// An email in a dialect, with the values for the dialect's files.
struct ExportedEmail {
    let email: Email
    let entry: DialectEmail
    /// The values for the files, one set for each of the system's names for the email.
    private(set) var values: [[DialectEmailKey: MustacheValue]]
    private var texts: [RenderedEmail.Part: String]
    /// The URL of the email's link up to its query; nil without a link.
    let action: String?
    /// Notes about parts that the system does not allow to be changed.
    let notes: [Diagnostic]

    var name: String { email.name }

    /// Throws everything that prevents the system from sending the email, located in the spec.
    init(
        _ email: Email, as entry: DialectEmail, app: App, dialect: Dialect, renderer: EmailRenderer,
        isDefault: Bool = false
    ) throws(DiagnosticReport) {
        self.email = email
        self.entry = entry
        let dialectValues = DialectValues(email, as: entry, dialect: dialect)
        let rendered: RenderedEmail
        do {
            rendered = try renderer.render(
                email, of: app, values: dialectValues.values, sender: dialect.sender ?? app.sender)
        } catch {
            throw DiagnosticReport(
                error.diagnostics.map { dialect.naming(parameters: dialectValues.parameters, in: $0) })
        }
        var text = DialectText(email: email, dialect: dialect, values: dialectValues)
        let parts = dialect.parts.intersection(entry.parts ?? dialect.parts)
        var texts: [RenderedEmail.Part: String] = [:]
        var problems: [Diagnostic] = []
        for part in RenderedEmail.Part.allCases where parts.contains(part) {
            let written = text.text(part, of: rendered)
            texts[part] = written
            if let limit = entry.limits[part] ?? dialect.limits[part], written.count > limit {
                problems.append(email.tooLong(part, written.count, limit, dialect))
            }
        }
        problems += text.diagnostics
        if parts.contains(.html) || parts.contains(.text) {
            problems += email.requirements(of: entry, rendered, dialect)
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        self.texts = texts
        var values = Self.values(of: texts)
        action = Dialect.action(of: email, app: app)
        values[.email] = .verbatim(email.name)
        values[.nameJSON] = .verbatim(DialectExport.quoted("\(app.title): \(email.name)"))
        values[.actionJSON] = .verbatim(action.map(DialectExport.quoted) ?? "null")
        values[.isDefault] = .bool(isDefault)
        let lifetime = LifetimeValues(email.link?.lifetime)
        values[.lifetimeSeconds] = lifetime.seconds
        values[.lifetimeMinutes] = lifetime.minutes
        self.values = ([entry.id] + entry.copies).map { id in
            values.merging([.id: .verbatim(id), .idJSON: .verbatim(DialectExport.quoted(id))]) { $1 }
        }
        let kept = dialect.parts.subtracting(parts)
        notes =
            kept.isEmpty
            ? []
            : [
                Diagnostic(
                    .note, code: "fixed-body", file: email.source.file,
                    message:
                        "\(dialect.title) does not allow the body of '\(email.name)' to be changed: only the subject is exported"
                )
            ]
    }
}

extension ExportedEmail {
    fileprivate static func values(of texts: [RenderedEmail.Part: String]) -> [DialectEmailKey: MustacheValue] {
        var values: [DialectEmailKey: MustacheValue] = [:]
        for (part, text) in texts {
            values[part.keys.plain] = .verbatim(text)
            values[part.keys.json] = .verbatim(DialectExport.quoted(text))
            values[part.keys.properties] = .verbatim(Properties.value(text))
        }
        return values
    }

    /// The email with a choice among others in each part, which may then be too long for the system.
    func choosing(
        among others: [(value: String, email: ExportedEmail)], by choice: DialectChoice, dialect: Dialect
    ) throws(DiagnosticReport) -> ExportedEmail {
        if others.isEmpty { return self }
        var chosen: [RenderedEmail.Part: String] = [:]
        for (part, own) in texts {
            let text = choice.choice(others.map { ($0.value, $0.email.texts[part] ?? own) }, own: own)
            if let limit = entry.limits[part] ?? dialect.limits[part], text.count > limit {
                throw DiagnosticReport([email.tooLong(part, text.count, limit, dialect)])
            }
            chosen[part] = text
        }
        var email = self
        email.texts = chosen
        email.values = values.map { $0.merging(Self.values(of: chosen)) { $1 } }
        return email
    }
}

extension Email {
    fileprivate func tooLong(
        _ part: RenderedEmail.Part, _ count: Int, _ limit: Int, _ dialect: Dialect
    ) -> Diagnostic {
        let isSubject = part == .subject
        return source.diagnostic(
            code: "too-long", at: isSubject ? subject.location : body.first?.location ?? subject.location,
            "the \(isSubject ? "subject" : "body") has \(count) characters, and \(dialect.title) accepts at most \(limit)",
            fix: "Shorten it.")
    }

    /// Errors about the variables and link parameters that the system requires and the email lacks.
    fileprivate func requirements(
        of entry: DialectEmail, _ rendered: RenderedEmail, _ dialect: Dialect
    ) -> [Diagnostic] {
        let start = body.first?.location ?? subject.location
        let missing = entry.requires.filter { (name: String) -> Bool in
            // Alternatives are separated by `|`: reset_password_token|token
            let names = name.split(separator: "|").map(String.init)
            return !rendered.has { placeholder in
                names.contains { name in
                    placeholder == .parameter(name)
                        || Dialect.isVariable(name) && placeholder == .variable(TemplateVariable(rawValue: name))
                }
            }
        }.map { String($0.prefix { $0 != "|" }) }
        var problems = missing.filter(Dialect.isVariable).map { name in
            source.diagnostic(
                code: "required-variable", at: start,
                "\(dialect.title) sends '\(entry.id)' only with '\(name)', and the email does not use it",
                fix: "Add it to the body, outside a section: \(name == "code" ? "`{{code}}`" : "{{\(name)}}")")
        }
        let parameters = missing.filter { !Dialect.isVariable($0) }
        if let link, !parameters.isEmpty {
            let names = parameters.map { "'\($0)'" }.joined(separator: ", ")
            problems.append(
                source.diagnostic(
                    code: "required-parameter", at: linkLocation ?? start,
                    "the link of \(dialect.title)'s '\(entry.id)' needs \(names), and '\(link.name)' does not have "
                        + (parameters.count == 1 ? "it" : "all of them"),
                    fix: parameters.lazy.compactMap { name in
                        let names = link.web.flatMap(\.parameters)
                        return Suggestion.nearest(to: name, in: names.filter { !entry.requires.contains($0) }).map {
                            "Did you mean '\($0)' under 'requires:' of the dialect?"
                        }
                    }.first ?? "Add to the link's URL template in app.yml: "
                        + parameters.map { "\($0)={\($0)}" }.joined(separator: "&")
                        + (dialect.isBuiltIn ? "" : ", or remove it from 'requires:' in the dialect")))
        }
        let isLinkOrCode: (Placeholder) -> Bool = {
            switch $0 {
            case .variable(.link), .variable(.code), .parameter: true
            default: false
            }
        }
        if Self.asksForAction(name), problems.isEmpty, !rendered.has(isLinkOrCode) {
            problems.append(
                source.diagnostic(
                    code: "no-means", at: start,
                    "\(dialect.title) would send '\(name)' with neither a link nor a code: it has no value for those in "
                        + "sections",
                    fix: "Use {{link}} or `{{code}}` outside a section."))
        }
        return problems
    }
}

extension Dialect {
    /// Whether a required name is a variable of the email; otherwise it is a parameter of its link.
    static func isVariable(_ required: String) -> Bool { ["link", "code", "name"].contains(required) }

    /// A diagnostic about a missing parameter, with the available ones as its fix; others unchanged.
    fileprivate func naming(parameters: DialectParameters, in diagnostic: Diagnostic) -> Diagnostic {
        guard diagnostic.code == "missing-parameter", isBuiltIn else { return diagnostic }
        var diagnostic = diagnostic
        let names = parameters.named.keys.sorted()
        diagnostic.fix =
            names.isEmpty
            ? "No link of this app's can be in an email of \(title)'s: put it into a section, {{#link}}…{{/link}}; or, in a dialect of your own, add it under 'parameters:'."
            : "Let the link's URL template in app.yml ask for what \(title) has: \(names.joined(separator: ", ")); or, in a "
                + "dialect of your own, add it under 'parameters:'."
        return diagnostic
    }
}
