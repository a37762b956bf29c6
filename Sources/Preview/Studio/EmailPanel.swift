import AppLinks
import Diagnostics
import EmailBuilder
import HTTPListener
internal import HTTPMessages
import JSON
import LinkDefinitions
import MIME
import Sandbox
import SiteModel
import TextEncoding

struct EmailPanel {
    let previewBuild: PreviewBuild

    /// The versions of emails, by name; a version is a digest of the email's content.
    static func versions(of emails: [SiteEmails.Entry]) -> [String: String] {
        let versions = emails.map { entry in
            let rendered = entry.rendered
            let words = [rendered.subject, rendered.preheader, rendered.html, rendered.text].joined(separator: "\0")
            return ("\(entry.app.name)/emails/\(entry.email.stem)", PreviewedPage.version(Array(words.utf8)))
        }
        return Dictionary(versions) { first, _ in first }
    }

    /// All apps' emails, and the names of the dialects.
    var json: JSONValue {
        let good = previewBuild.good
        let apps = good?.site.apps ?? []
        return [
            "apps": .array(apps.map { value(of: $0) }),
            "dialects": .array((good?.dialects.names ?? []).map(JSONValue.string)),
        ]
    }

    private func value(of app: App) -> JSONValue {
        let built = previewBuild.good?.apps.first { $0.app.name == app.name }
        let entries = (built?.emails ?? []) + (built?.translatedEmails ?? [])
        let own = try? previewBuild.good?.dialects.dialect(of: app)
        return [
            "name": .string(app.name), "title": .string(app.title),
            "hasInbox": .bool(!app.previewsBackend), "dialect": own.map { .string($0.name) } ?? .null,
            "emails": .array(entries.map(value)),
        ]
    }

    private func value(of entry: SiteEmails.Entry) -> JSONValue {
        let file = entry.email.source.file
        let key = "\(entry.app.name)/emails/\(entry.email.stem)"
        return [
            "name": .string(entry.email.stem), "language": entry.email.language.map { .string($0.text) } ?? .null,
            "file": .string(file), "key": .string(key),
            "subject": .string(entry.rendered.subject), "preheader": .string(entry.rendered.preheader),
            "text": .string(entry.rendered.text), "bytes": .number(JSONNumber(entry.rendered.html.utf8.count)),
            "problems": .array(
                DiagnosticReport(previewBuild.good?.emails.warnings ?? []).sorted.filter { $0.file == file }
                    .map { ProblemView(diagnostic: $0).json }),
        ]
    }

    /// An app's emails in the format of a dialect.
    func source(app name: String, dialect: String) -> JSONValue {
        guard let good = previewBuild.good, let app = good.site.apps.first(where: { $0.name == name }) else {
            return .null
        }
        do {
            guard let dialect = try good.dialects.dialect(named: dialect) else { return .null }
            let export = try DialectExport(of: app, dialect: dialect, renderer: good.emails.renderer)
            return [
                "title": .string(dialect.title),
                "files": .array(export.files.map { ["path": .string($0.path), "text": .string($0.text)] }),
                "problems": .array(export.notes.map { ProblemView(diagnostic: $0).json }),
            ]
        } catch {
            return ["files": [], "problems": .array(error.sorted.map { ProblemView(diagnostic: $0).json })]
        }
    }

    /// An email as a file for email programs.
    func download(_ name: String, of app: String, headers: [HeaderField]) -> HTTPResponse? {
        guard let entry = previewBuild.entry(name, of: app),
            let message = entry.rendered.message(of: entry.app, to: Self.recipient, date: Self.date)
        else { return nil }
        return HTTPResponse(
            status: 200,
            headers: [
                HeaderField("Content-Type", "message/rfc822"),
                HeaderField("Content-Disposition", "attachment; filename=\"\(app)-\(name).eml\""),
            ] + headers, body: message.bytes)
    }

    /// Adds an email, with a link and a code that the sandbox has issued, to the sandbox's inbox; false if there is no such
    /// email, or the app uses its real backend.
    func post(_ name: String, of app: String) -> Bool {
        guard let good = previewBuild.good, let entry = previewBuild.entry(name, of: app), !entry.app.previewsBackend
        else { return false }
        let base = previewBuild.sandbox.bases.first { $0.app.name == app }?.app.linkBase
        var values = TemplateValues.sample(for: entry.email, of: entry.app)
        values.origin = base
        let issued = entry.email.link.flatMap { previewBuild.sandbox.issueEmail(with: $0.name, of: app) }
        if let issued {
            values.variables[.email] = .text(issued.recipient)
            if values.variables[.code] != nil { values.variables[.code] = .text(issued.code) }
        }
        let address = issued?.link ?? entry.email.link.flatMap { Self.address(of: $0, values, base: base ?? "") }
        let link = address.map { address in
            entry.app.item(ofLinkIn: entry.email).map { LinkItem.add($0, to: address) } ?? address
        }
        values.variables[.link] = link.map { .text($0) }
        guard let rendered = try? good.emails.renderer.render(entry.email, of: entry.app, values: values) else {
            return false
        }
        var code: String?
        if entry.email.variables.contains(.code), case .text(let text)? = values.variables[.code] { code = text }
        previewBuild.sandbox.post(
            EmailContent(
                subject: rendered.subject, text: rendered.text,
                html: rendered.html(isDark: nil, picturesHereOf: entry.app.hosts.first)), from: app,
            title: entry.app.title, to: issued?.recipient ?? Self.recipient, link: link ?? base ?? "", code: code)
        return true
    }

    private static let recipient = "ada@example.com"
    /// The date of sample emails, constant like their other values: 1 January 2026.
    private static let date = 1_767_225_600

    private static func address(of link: LinkDefinition, _ values: TemplateValues, base: String) -> String? {
        let texts = values.parameters.compactMapValues { word -> String? in
            if case .text(let text) = word { text } else { nil }
        }
        return link.web.first.flatMap { template in
            template.expanded(with: texts).map { template.scheme == nil ? base + $0 : $0 }
        }
    }
}
