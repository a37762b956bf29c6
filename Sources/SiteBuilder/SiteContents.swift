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
    /// What the pages were made with.
    public let renderer: PageRenderer

    /// Builds every app of a site; the same bytes for the same site and templates, always.
    ///
    /// - Parameters:
    ///   - site: a site without mistakes of its own.
    ///   - templates: what its pages are made with.
    /// - Returns: the release, and what is worth telling about it.
    /// - Throws: mistakes in the templates, pictures that do not exist, and two answers for one request.
    public static func make(of site: Site, templates: TemplateSources) throws(DiagnosticReport) -> SiteContents {
        let renderer = try PageRenderer(templates: templates)
        let apps = try site.apps.mapReportingAll { app throws(DiagnosticReport) in try make(of: app, with: renderer) }
        return SiteContents(
            contents: ReleaseContents(apps: apps.map(\.contents)), warnings: apps.flatMap(\.warnings),
            renderer: renderer)
    }

    /// Builds one app; the same bytes for the same app and renderer, always.
    ///
    /// - Returns: what the release has of it, and what is worth telling about it.
    /// - Throws: as for a site.
    public static func make(
        of app: App, with renderer: PageRenderer
    ) throws(DiagnosticReport) -> (contents: AppContents, warnings: [Diagnostic]) {
        (try contents(of: app, with: renderer), notes(on: app))
    }

    /// The name of the file that answers unknown paths. Pages have names that begin with a letter, so it is nobody else's.
    static let notFound = "404.html"
    private static let html = "text/html; charset=utf-8"

    private static func contents(
        of app: App, with renderer: PageRenderer
    ) throws(DiagnosticReport) -> AppContents {
        var files = try app.pages.mapReportingAll { page throws(DiagnosticReport) in try file(of: page, app, renderer) }
        let unknown = try renderer.notFound(of: app, .system)
        files.append(
            FileContents(
                name: notFound, type: html,
                headers: SecurityHeaders.page(style: unknown.style, script: nil, backend: nil, caching: .never),
                bytes: unknown.html))
        return AppContents(
            name: app.name, hosts: app.hosts, routes: try RouteTable(app: app).routes(), notFound: notFound,
            files: files + associationFiles(of: app), appFiles: AppFiles.files(of: app))
    }

    private static func file(
        of page: Page, _ app: App, _ renderer: PageRenderer
    ) throws(DiagnosticReport) -> FileContents {
        let program = renderer.program(of: page, app)
        let style = try renderer.style(of: page, app, Appearance(), running: program)
        return FileContents(
            name: page.fileName, type: html,
            headers: SecurityHeaders.page(page, of: app, style: style, script: program?.script),
            bytes: try renderer.render(
                page, of: app, state: page.served, appearance: Appearance(), style: style, running: program))
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

    private static func notes(on app: App) -> [Diagnostic] {
        Palette.Scheme.allCases.flatMap { scheme in
            Palette(app.theme, scheme: scheme).moves.compactMap { note(on: $0, scheme, in: app) }
        }
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
