import AppSiteAssociation
public import Diagnostics
import JSON
public import Release
public import SiteModel

/// A release made of a site, still in memory: pages, association files, routes, and the headers that go with them.
public struct SiteContents: Sendable {
    /// What is written, or served as it is.
    public let contents: ReleaseContents
    /// What did not keep the release from being built: colours that gave way to ones that can be read.
    public let warnings: [Diagnostic]

    /// Builds every app of a site; the same bytes for the same site and templates, always.
    ///
    /// - Parameters:
    ///   - site: a site without mistakes of its own.
    ///   - templates: what its pages are made with.
    /// - Returns: the release, and what is worth telling about it.
    /// - Throws: mistakes in the templates, pictures that do not exist, and two answers for one request.
    public static func make(of site: Site, templates: TemplateSources) throws(DiagnosticReport) -> SiteContents {
        try make(of: site, with: PageRenderer(templates: templates))
    }

    static func make(of site: Site, with renderer: PageRenderer) throws(DiagnosticReport) -> SiteContents {
        let apps = try site.apps.mapReportingAll { app throws(DiagnosticReport) in try renderer.render(app) }
        return SiteContents(
            contents: ReleaseContents(
                apps: try apps.mapReportingAll { app throws(DiagnosticReport) in try app.contents() }),
            warnings: apps.flatMap(\.notes))
    }

    /// The name of the file that answers unknown paths. Pages have names that begin with a letter, so none has this one.
    static let notFound = "404.html"
}

/// An app whose pages have been rendered and have yet to be put together.
public struct RenderedApp: Sendable {
    /// The app that was rendered.
    public let app: App
    /// The app's pages, in the order of `App.pages`.
    public var pages: [RenderedPage]
    /// What every unknown path is answered with.
    public var notFound: RenderedPage
    private let routes: [Route]
    private let look: ThemeLook

    /// Renders each page of an app once; the same for the same app and renderer, always.
    init(_ app: App, with renderer: PageRenderer) throws(DiagnosticReport) {
        let view = renderer.view(of: app)
        self.app = app
        look = view.look
        pages = try app.pages.mapReportingAll { page throws(DiagnosticReport) in try renderer.render(page, of: view) }
        notFound = renderer.renderNotFound(of: view)
        routes = try RouteTable(app: app).routes()
    }

    /// The app as a release has it.
    ///
    /// - Throws: what a document template does with a value that it may not.
    public func contents() throws(DiagnosticReport) -> AppContents {
        let files = try (pages + [notFound]).mapReportingAll { page throws(DiagnosticReport) in try page.file() }
        return AppContents(
            name: app.name, hosts: app.hosts, routes: routes, notFound: notFound.fileName,
            files: files + Self.associationFiles(of: app) + AppLoadedFiles(app).contents,
            appFiles: AppFiles.files(of: app))
    }

    private static func associationFiles(of app: App) -> [FileContents] {
        [
            (AssociationFile.apple, AssociationFiles.apple(app.linkSet)),
            (AssociationFile.android, AssociationFiles.android(app.linkSet)),
        ].compactMap { name, contents in
            contents.map { contents in
                FileContents(
                    name: name, type: "application/json", headers: SecurityHeaders.associationFile(),
                    bytes: Array(contents.serialized(.compact).utf8))
            }
        }
    }

    // MARK: - Notes

    /// What is worth telling about the app: colours that gave way to ones that can be read, and what its brand costs.
    public var notes: [Diagnostic] {
        look.moves.compactMap { Self.note(on: $0.move, $0.scheme, in: app) }
            + BrandNotes(app: app, files: BrandFiles(app)).notes
    }

    private static func note(on move: Palette.Move, _ scheme: Palette.Scheme, in app: App) -> Diagnostic? {
        // Nobody wrote the plain look's accent, so nobody needs to hear of it.
        if move.role == .accent, move.from == Theme().accent { return nil }
        let tenths = Int((move.ratio * 10).rounded(.down))
        return app.diagnostic(
            .note, code: "contrast", at: "theme.\(move.role.rawValue)",
            "\(move.from.hex) is hard to read as text on \(scheme == .light ? "light" : "dark") "
                + "(\(tenths / 10).\(tenths % 10):1), so text is \(move.to.hex) there (4.5:1)")
    }
}

extension PageRenderer {
    /// Renders each page of an app, once.
    ///
    /// - Throws: pictures that do not exist, two answers for one request, and what a template does with a value that it
    ///   may not.
    public func render(_ app: App) throws(DiagnosticReport) -> RenderedApp {
        do {
            return try RenderedApp(app, with: renderer(for: app))
        } catch {
            throw DiagnosticReport(app.redacted(error.diagnostics))
        }
    }
}
