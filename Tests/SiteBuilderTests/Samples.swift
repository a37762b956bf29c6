import Diagnostics
import Files
import Release
import SiteModel
import TemplateFiles
import TestSupport
import Testing

@testable import SiteBuilder

/// The sites that the tests render.
enum Samples {
    /// The package's folder.
    static let package = String(#filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

    /// The site that comes with the package.
    static func artitec() throws -> App { try app(named: "artitec") }

    /// One of the apps that come with the package.
    static func app(named name: String) throws -> App {
        try #require(SiteReader.read("\(package)/Site", contracts: contracts).site.apps.first { $0.name == name })
    }

    static let contracts: ContractLibrary = {
        let file = "\(package)/Site/artitec/backend.yml"
        let own = (try? FileSystem.read(file, limit: 1 << 20)).map { SourceText(file: file, bytes: $0) }
        let templates = TemplateSources.embedded
        return ContractLibrary(
            templates.contracts.merging(own.map { ["artitec": $0] } ?? [:]) { $1 }, pages: templates.pages)
    }()

    static let renderer = Result { try PageRenderer(templates: .embedded) }

    /// An app with one page, parsed from files as a user writes them.
    static func app(
        _ appFile: String = "name: T\nhosts: [t.example]", pages: [String: String] = [:]
    ) throws -> App {
        try #require(site(appFile, pages: pages).apps.first)
    }

    static func site(_ appFile: String, pages: [String: String] = [:]) throws -> Site {
        let folder = try TemporaryFolder()
        try folder.write(appFile, to: "t/app.yml")
        for (name, text) in pages { try folder.write(text, to: "t/\(name).md") }
        return try SiteReader.read(folder.path, contracts: contracts).site
    }

    /// A page spec with one state that has the given Markdown.
    static func page(_ markdown: String) -> String {
        "---\ntitle: T\nstart: only\n---\n# only\n\(markdown)\n"
    }

    static func rendered(_ app: App, _ page: String) throws -> RenderedPage {
        try #require(renderer.get().render(app).pages.first { $0.fileName == "\(page).html" })
    }

    /// A page's document as it is served.
    static func render(_ app: App, _ page: String) throws -> String {
        String(decoding: try rendered(app, page).file().bytes, as: UTF8.self)
    }
}
