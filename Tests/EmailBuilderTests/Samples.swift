import Diagnostics
import SiteBuilder
import SiteModel

@testable import EmailBuilder

enum Samples {
    /// The folder of the package, wherever the tests are run.
    static let package = String(#filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

    /// The repository's own site.
    static func site() throws -> Site {
        try SiteReader.read("\(package)/Site", contracts: TemplateSources.embedded.contracts).site
    }

    static func app(_ name: String) throws -> App {
        guard let app = try site().apps.first(where: { $0.name == name }) else { throw Missing(name: name) }
        return app
    }

    static func email(_ name: String, of app: App) throws -> Email {
        guard let email = app.email(named: name) else { throw Missing(name: name) }
        return email
    }

    /// A mail with made-up words.
    static func render(_ name: String, of app: String) throws -> RenderedEmail {
        let app = try Samples.app(app)
        let email = try email(name, of: app)
        return try EmailRenderer(templates: .embedded).render(email, of: app, words: .sample(for: email, of: app))
    }

    struct Missing: Error {
        let name: String
    }
}
