import Diagnostics
import SiteModel
import TemplateFiles
import TestSupport

@testable import EmailBuilder

enum Samples {
    /// The package's folder, independent of the working directory.
    static let package = String(#filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

    /// The repository's own site.
    static func site() throws -> Site {
        try SiteReader.read("\(package)/Site", contracts: TemplateSources.embedded.library).site
    }

    static func app(_ name: String) throws -> App {
        guard let app = try site().apps.first(where: { $0.name == name }) else { throw Missing(name: name) }
        return app
    }

    static func email(_ name: String, of app: App) throws -> Email {
        guard let email = app.email(named: name) else { throw Missing(name: name) }
        return email
    }

    /// An email, rendered with example values.
    static func render(_ name: String, of app: String) throws -> RenderedEmail {
        let app = try Samples.app(app)
        let email = try email(name, of: app)
        return try EmailRenderer(templates: .embedded).render(email, of: app, values: .sample(for: email, of: app))
    }

    /// An `app.yml` with one link.
    static let file = """
        name: T
        hosts: [t.example]
        support: help@t.example
        links:
          reset: { web: "/reset?token={token}", app: "t://reset?token={token}", lives: 1h }
        """

    /// An app with one email, whose body begins on line 6.
    static func written(_ body: String, subject: String = "A subject", app: String = file) throws -> (App, Email) {
        let folder = try TemporaryFolder()
        try folder.write(app, to: "Site/t/app.yml")
        try folder.write(
            "---\nsubject: \"\(subject)\"\npreheader: What comes next\nlink: reset\n---\n\(body)\n",
            to: "Site/t/emails/mail.md")
        let site = try SiteReader.read("\(folder.path)/Site").site
        guard let app = site.apps.first, let email = app.emails.first else { throw Missing(name: "mail") }
        return (app, email)
    }

    struct Missing: Error {
        let name: String
    }
}
