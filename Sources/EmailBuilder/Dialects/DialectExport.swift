import AppLinks
import AppSiteAssociation
public import Diagnostics
import JSON
import Mustache
public import SiteModel

/// An app's emails as the files that a system takes them in.
public struct DialectExport: Hashable, Sendable {
    /// A file and where it goes.
    public struct File: Hashable, Sendable {
        /// Below the app's own folder.
        public let path: String
        public let text: String
    }

    /// In the order of their paths.
    public let files: [File]
    /// What whoever takes the files should know: emails that were left out, links that lead elsewhere.
    public let notes: [Diagnostic]

    /// Writes an app's emails in a dialect's words.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - dialect: a dialect.
    ///   - renderer: a renderer with the site's templates.
    /// - Throws: words that the dialect does not have, at their places in the email specs; and mistakes in templates.
    public init(of app: App, dialect: Dialect, renderer: EmailRenderer) throws(DiagnosticReport) {
        var problems = dialect.linkDiagnostics(of: app)
        var notes = problems.filter { $0.severity == .note }
        problems.removeAll { $0.severity == .note }
        var mails: [[String: MustacheValue]] = []
        for email in app.emails {
            guard let mail = dialect.mail(for: email, of: app) else {
                notes.append(Self.leftOut(email, dialect))
                continue
            }
            do {
                mails.append(try Self.values(of: email, as: mail, app: app, dialect: dialect, renderer: renderer))
            } catch {
                problems += error.diagnostics
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(DiagnosticReport(problems).sorted) }
        self.notes = DiagnosticReport(notes).sorted
        files = try Self.files(mails, of: app, dialect: dialect)
    }

    private static func leftOut(_ email: Email, _ dialect: Dialect) -> Diagnostic {
        Diagnostic(
            .note, code: "left-out", file: email.source.file,
            message: "\(dialect.title) takes no template for '\(email.name)', so it is left out",
            fix: "It takes some for \((dialect.mails ?? [:]).keys.sorted().joined(separator: ", ")).")
    }

    /// Everything that a file can say of one mail.
    private static func values(
        of email: Email, as mail: DialectEmail, app: App, dialect: Dialect, renderer: EmailRenderer
    ) throws(DiagnosticReport) -> [String: MustacheValue] {
        let words = DialectEmailValues(email, as: mail, dialect: dialect)
        let rendered: RenderedEmail
        do {
            rendered = try renderer.render(email, of: app, words: words.emailWords)
        } catch {
            throw DiagnosticReport(error.diagnostics.map { dialect.naming(parameters: words.parameters, in: $0) })
        }
        var writing = DialectText(email, dialect: dialect, words: words)
        var values = mail.values.mapValues { MustacheValue.verbatim($0) }
        values["id"] = .verbatim(mail.id)
        values["id-json"] = .verbatim(quoted(mail.id))
        values["email"] = .verbatim(email.name)
        values["name-json"] = .verbatim(quoted("\(app.title): \(email.name)"))
        values["lives"] = email.link?.lifetime.map { .verbatim("\($0)") } ?? .absent
        for (part, name) in [(RenderedEmail.Part.subject, "subject"), (.html, "html"), (.text, "text")]
        where dialect.parts.contains(part) {
            let text = writing.text(part, of: rendered)
            values[name] = .verbatim(text)
            values["\(name)-json"] = .verbatim(quoted(text))
            values["\(name)-properties"] = .verbatim(Properties.value(text))
        }
        if !writing.diagnostics.isEmpty { throw DiagnosticReport(writing.diagnostics) }
        values["action-json"] = .verbatim(Dialect.action(of: email, app: app).map(quoted) ?? "null")
        return values
    }

    private static func files(
        _ mails: [[String: MustacheValue]], of app: App, dialect: Dialect
    ) throws(DiagnosticReport) -> [File] {
        if mails.isEmpty { return [] }
        let common: [String: MustacheValue] = [
            "app": .verbatim(app.name), "title": .verbatim(app.title),
            "action-json": mails.compactMap { $0["action-json"] }.first { $0 != .verbatim("null") }
                ?? .verbatim("null"),
        ]
        var all = common
        all["emails"] = .list(
            mails.enumerated().map { index, mail in
                .object(mail.merging(["comma": .verbatim(index == mails.count - 1 ? "" : ",")]) { $1 })
            })
        var files: [File] = []
        for file in dialect.files {
            for values in file.isForEachMail ? mails.map({ common.merging($0) { $1 } }) : [all] {
                let (path, text) = try file.filled(with: values)
                files.append(File(path: path, text: text))
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// A file filled with made-up values.
    ///
    /// - Returns: its path.
    /// - Throws: names that are unknown.
    static func sample(of file: DialectFile, dialect: Dialect) throws(DiagnosticReport) -> String {
        var mail: [String: MustacheValue] = [
            "id": "id", "id-json": "\"id\"", "email": "email", "name-json": "\"name\"", "lives": "3600",
            "action-json": "null", "comma": "",
        ]
        for name in dialect.parts.map({ "\($0)" }) {
            for form in ["", "-json", "-properties"] { mail[name + form] = "" }
        }
        // What one mail has a value for, all of them need: so only what all have is known.
        let known = (dialect.mails ?? [:]).values.flatMap { $0 }.map { Set($0.values.keys) }
        for name in known.dropFirst().reduce(known.first ?? [], { $0.intersection($1) }) {
            mail[name] = .verbatim(name)
        }
        let common: [String: MustacheValue] = ["app": "app", "title": "title", "action-json": "null"]
        let all = common.merging(["emails": .list([.object(mail)])]) { $1 }
        return try file.filled(with: file.isForEachMail ? common.merging(mail) { $1 } : all).path
    }

    /// A string of JSON, which TOML and YAML read as the same.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).serialized() }
}

extension Dialect {
    /// The same diagnostic with what the link could have instead.
    fileprivate func naming(parameters: DialectParameters, in diagnostic: Diagnostic) -> Diagnostic {
        guard diagnostic.code == "missing-parameter" else { return diagnostic }
        var diagnostic = diagnostic
        let names = parameters.named.keys.sorted()
        diagnostic.fix =
            names.isEmpty
            ? "No link of this app's can be in a mail of \(title)'s: put it into a section, {{#link}}…{{/link}}."
            : "Let the link's URL template in app.yml ask for what \(title) has: \(names.joined(separator: ", "))."
        return diagnostic
    }

    /// The way in which the system sends an email: the first that has something for every word of it, or else the first.
    ///
    /// - Returns: nil where the system sends no such mail.
    func mail(for email: Email, of app: App) -> DialectEmail? {
        guard let mails else { return DialectEmail(id: email.name) }
        let ways = mails[email.name] ?? []
        let fitting = ways.first { way in
            let words = DialectEmailValues(email, as: way, dialect: self)
            return Wording(email, of: app, words: words.emailWords).diagnostics.isEmpty
        }
        return fitting ?? ways.first
    }
}
