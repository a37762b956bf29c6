package import Diagnostics
import Files
package import SiteBuilder
import SiteModel
import TemplateFiles

/// A page of a site as a file that says everything, also what the kind that it names supplies.
package struct WrittenPage: Sendable {
    package let file: String
    /// The spec as text, ending in LF.
    package let text: String

    /// Reads the page of an app, nil for the only one; throws a missing app or page, and every error of the app.
    package init(named name: String, in build: SiteBuild, app: String?) throws(DiagnosticReport) {
        let site = SiteFolder(build.site, environment: build.environment)
        if !site.refusals.isEmpty { throw DiagnosticReport(site.refusals) }
        let app = try Catalog.app(app, in: site)
        let (sources, diagnostics) = site.sources(of: app)
        guard let sources else { throw DiagnosticReport(diagnostics) }
        let read = sources.read(contracts: try build.templateSources().library)
        let report = DiagnosticReport(diagnostics + read.diagnostics)
        if report.hasErrors { throw report }
        guard let page = read.app?.page(named: name) else {
            let names = sources.pageNames
            throw Catalog.mistake(
                "no-page", "there is no page '\(name)' in '\(site.path)/\(app)'",
                fix: Suggestion.question(for: name, in: names)
                    ?? (names.isEmpty
                        ? "Add it: latchkey add page \(name)" : "The pages are \(names.joined(separator: ", ")).")
            )
        }
        file = page.source.file
        text = page.text
    }

    /// Writes the text in place of the page's file, which stays as it was if that fails.
    package func write() throws(DiagnosticReport) {
        do {
            try FileSystem.write(Array(text.utf8), to: FileSystem.realPath(file) ?? file)
        } catch {
            throw DiagnosticReport([Diagnostic(writing: error)])
        }
    }
}
