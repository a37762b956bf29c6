import AppLinks
public import Diagnostics
import JSON
public import Release
public import SiteModel

/// Builds a release from a site: pages, association files, routes and the headers that go with them.
public struct ReleaseBuilder: Sendable {
    private let renderer: PageRenderer

    /// The name of the file that answers unknown paths. Pages have names of letters, so it is nobody else's.
    static let notFound = "404.html"

    /// Takes the renderer that every page goes through.
    public init(renderer: PageRenderer) {
        self.renderer = renderer
    }

    /// Everything that a release of the site holds, still in memory; the same for the same site, always.
    ///
    /// - Throws: what keeps a page from being rendered, and two answers for one request.
    public func contents(of site: Site) throws(DiagnosticReport) -> ReleaseContents {
        var apps: [AppContents] = []
        var problems: [Diagnostic] = []
        for app in site.apps {
            do {
                apps.append(try contents(of: app))
            } catch {
                problems += error.diagnostics
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        return ReleaseContents(apps: apps)
    }

    /// What the builder changed so that people can read it: colours that gave way to ones of more contrast.
    public func notes(on site: Site) -> [Diagnostic] {
        site.apps.flatMap { app in
            Palette.Scheme.allCases.flatMap { scheme in
                Palette(app.theme, scheme: scheme).moves.compactMap { note(on: $0, scheme, in: app) }
            }
        }
    }

    private func note(on move: Palette.Move, _ scheme: Palette.Scheme, in app: App) -> Diagnostic? {
        // Nobody wrote the plain look's accent, so nobody needs to hear of it.
        if move.role == .accent, move.from == Theme().accent { return nil }
        let tenths = Int((move.ratio * 10).rounded(.down))
        return app.diagnostic(
            .note, code: "contrast", at: "theme.\(move.role.rawValue)",
            "\(move.from.hex) is hard to read as text on \(scheme == .light ? "light" : "dark") "
                + "(\(tenths / 10).\(tenths % 10):1), so text is \(move.to.hex) there (4.5:1)")
    }

    private func contents(of app: App) throws(DiagnosticReport) -> AppContents {
        let style = renderer.style(of: app, .system)
        var files: [FileContents] = []
        var problems: [Diagnostic] = []
        for page in app.pages {
            do {
                files.append(try file(of: page, app, style))
            } catch {
                problems += error.diagnostics
            }
        }
        if !problems.isEmpty { throw DiagnosticReport(problems) }
        files.append(
            FileContents(
                name: Self.notFound, type: Self.html,
                headers: SecurityHeaders.page(style: style, backend: nil, caching: .never),
                bytes: try renderer.renderNotFound(of: app, scheme: .system, style: style)))
        return AppContents(
            name: app.name, hosts: app.hosts, routes: try RouteTable(app: app).routes(), notFound: Self.notFound,
            files: files + associationFiles(of: app))
    }

    private static let html = "text/html; charset=utf-8"

    private func file(of page: Page, _ app: App, _ style: StyleSheet) throws(DiagnosticReport) -> FileContents {
        FileContents(
            name: page.fileName, type: Self.html,
            headers: SecurityHeaders.page(
                style: style, backend: page.runsOperations ? app.backend?.origin : nil,
                caching: page.link == nil ? .revalidated : .never),
            bytes: try renderer.render(page, of: app, state: page.start, appearance: Appearance(), style: style))
    }

    private func associationFiles(of app: App) -> [FileContents] {
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
}
