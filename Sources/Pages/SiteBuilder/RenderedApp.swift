import AppSideFiles
import Branding
import Colors
package import Diagnostics
import JSON
import LinkAssociation
package import Release
package import SiteModel
import TemplateFiles

/// An app whose pages are rendered, but whose documents are not assembled yet.
package struct RenderedApp: Sendable {
    package let app: App
    package var pages: [RenderedPage]
    package var notFound: RenderedPage
    /// The pages in the other languages, and for each language the page for unknown paths.
    package var translated: [RenderedPage]
    /// The pages in all languages, each followed by the page for unknown paths.
    package var allPages: [RenderedPage] { pages + [notFound] + translated }
    private let routes: [Route]
    private let languages: LanguageRanges?
    private let look: ThemeLook

    /// The name of the page for unknown paths. Page names begin with a letter, so there is no conflict.
    static let notFoundName = "404.html"

    init(_ app: App, with renderer: PageRenderer) throws(DiagnosticReport) {
        let view = try renderer.view(of: app)
        self.app = app
        look = view.look
        pages = try app.pages.mapReportingAll { page throws(DiagnosticReport) in try renderer.render(page, of: view) }
        notFound = renderer.renderNotFound(of: view)
        translated = try app.translations.mapReportingAll { translation throws(DiagnosticReport) in
            let view = try renderer.view(of: app.translated(by: translation))
            return try translation.pages.mapReportingAll { page throws(DiagnosticReport) in
                try renderer.render(page, of: view)
            } + [renderer.renderNotFound(of: view)]
        }.flatMap(\.self)
        routes = try RouteTable(app: app).routes()
        languages = app.languageRanges
    }

    package func contents() throws(DiagnosticReport) -> AppContents {
        let files = try (pages + [notFound] + translated).mapReportingAll { page throws(DiagnosticReport) in
            try page.file()
        }
        return AppContents(
            name: app.name, hosts: app.hosts, routes: routes, notFound: notFound.fileName,
            files: files + Self.associationFiles(of: app) + AppLoadedFiles(app).contents,
            appFiles: Self.appFiles(of: app), languages: languages,
            notFoundByLanguage: Dictionary(
                app.translations.map { ($0.tag.text, app.translated(by: $0).fileName(Self.notFoundName)) }
            ) { first, _ in first })
    }

    private static func appFiles(of app: App) -> [String: [UInt8]] {
        let stacks = AppSideFiles.stacks(of: app.linkSet, app: app.name) { file in
            TemplateSources.embedded.source(of: "stacks/\(file)")?.text ?? ""
        }
        return AppSideFiles.all(of: app.linkSet, app: app.name).merging(stacks) { file, _ in file }
    }

    private static func associationFiles(of app: App) -> [FileContents] {
        [
            (AssociationFile.apple, AssociationFiles.apple(app.linkSet)),
            (AssociationFile.android, AssociationFiles.android(app.linkSet)),
            (AssociationFile.passkeys, app.passkeyEndpoints),
        ].compactMap { name, contents in
            contents.map { contents in
                FileContents(
                    name: name, type: "application/json", headers: SecurityHeaders.associationFile(),
                    bytes: Array(contents.serialized(.compact).utf8))
            }
        }
    }

    // MARK: - Notes

    /// The notes about the app: colours that were replaced by more readable ones, and the size of its brand files.
    package var notes: [Diagnostic] {
        look.moves.compactMap { Self.note(on: $0.move, $0.scheme, in: app) }
            + BrandNotes(app: app, files: BrandFiles(app.brand)).notes
    }

    private static func note(on move: Palette.Move, _ scheme: Palette.Scheme, in app: App) -> Diagnostic? {
        // The default accent is not the user's choice, so nothing is reported.
        if move.role == .accent, move.from == Theme().accent { return nil }
        let tenths = Int((move.ratio * 10).rounded(.down))
        return app.diagnostic(
            .note, code: "contrast", at: "theme.\(move.role.rawValue)",
            "\(move.from.hex) is hard to read as text on \(scheme == .light ? "light" : "dark") "
                + "(\(tenths / 10).\(tenths % 10):1), so text is \(move.to.hex) there (4.5:1)")
    }
}

extension PageRenderer {
    /// Throws unknown pictures, requests with two possible answers, and templates that use a value in a way that is not
    /// allowed.
    package func render(_ app: App) throws(DiagnosticReport) -> RenderedApp {
        try RenderedApp(app, with: renderer(for: app))
    }

    /// The preview's placeholders for the paths that an app lists under `elsewhere`.
    package func renderElsewhere(of app: App) -> [String: RenderedPage] {
        let renderer = renderer(for: app)
        guard let view = try? renderer.view(of: app) else { return [:] }
        return Dictionary(app.elsewhere.map { ($0, renderer.renderElsewhere($0, of: view)) }) { first, _ in first }
    }
}
