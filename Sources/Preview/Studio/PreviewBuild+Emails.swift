import EmailBuilder
import HTTPListener
internal import HTTPMessages
import Sandbox
import SiteModel
import TextEncoding

extension EmailView {
    /// Headers as strict as an email program: no scripts, no forms, and only pictures from other origins.
    func headers(studio: String) -> [HeaderField] {
        let pictures = showsPictures ? "'self' https: data:" : "'none'"
        return [
            HeaderField("Cache-Control", "no-store"),
            HeaderField(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; img-src \(pictures); form-action 'none'; "
                    + "frame-ancestors \(studio); base-uri 'none'"),
            HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Content-Type-Options", "nosniff"),
        ]
    }
}

extension PreviewBuild {
    /// An email of an app with sample values.
    func email(_ name: String, of app: App, look: EmailView) -> HTTPResponse {
        guard let entry = entry(name, of: app.name) else { return .plain(404, "There is no email '\(name)'.") }
        let html = entry.rendered.html(
            isDark: look.isDark, forced: look.forced, textSize: look.textSize,
            showsPictures: look.showsPictures, picturesHereOf: app.hosts.first)
        return document(html, look)
    }

    /// An email of the inbox.
    func sentEmail(_ number: Int) -> HTTPResponse {
        let emails = sandbox.inbox
        guard emails.indices.contains(number), let html = emails[number].content.html else {
            return .plain(404, "There is no such email in HTML.")
        }
        return document(html, EmailView())
    }

    /// A built email by its name, which ends in the language of a translation: `welcome.fr`.
    func entry(_ name: String, of app: String) -> SiteEmails.Entry? {
        let built = good?.apps.first { $0.app.name == app }
        return built.flatMap { built in (built.emails + built.translatedEmails).first { $0.email.stem == name } }
    }

    private func document(_ html: String, _ look: EmailView) -> HTTPResponse {
        respond(200, look.headers(studio: page.studio), Array(html.utf8))
    }
}

extension Email {
    /// The name of its file without the extension: `welcome`, `welcome.fr`.
    var stem: String { "\(name)\(language.map { ".\($0)" } ?? "")" }
}
