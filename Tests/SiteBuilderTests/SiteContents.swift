import Diagnostics
import Release
import SiteBuilder
import SiteModel
import TemplateFiles

/// A release in memory: every app of a site.
struct SiteContents {
    let contents: ReleaseContents
    let warnings: [Diagnostic]

    static func make(of site: Site, templates: TemplateSources) throws(DiagnosticReport) -> SiteContents {
        let renderer = try PageRenderer(templates: templates)
        let apps = try site.apps.mapReportingAll { app throws(DiagnosticReport) in try renderer.render(app) }
        let contents = try apps.mapReportingAll { app throws(DiagnosticReport) in try app.contents() }
        return SiteContents(contents: ReleaseContents(apps: contents), warnings: apps.flatMap(\.notes))
    }
}
