package import Diagnostics
package import EmailBuilder
import LinkDefinitions
internal import LinkRouting
package import Release
import SiteBuilder
package import SiteModel
package import TemplateFiles

/// Follows every link of a site from email to page and reports where it breaks.
///
/// It covers problems that a build does not detect.
package struct SiteCheck: Sendable {
    /// The chains of all links, in the order of `app.yml`.
    package let chains: [LinkChain]
    package let diagnostics: [Diagnostic]

    /// Checks a valid app as it would be released. The dialects describe how senders compose links.
    package init(
        _ app: App, contents: AppContents, emails: [SiteEmails.Entry], dialects: Dialects
    ) throws(DiagnosticReport) {
        let landing: Landing
        do throws(Diagnostic) {
            landing = try Landing(LoadedRelease(ReleaseContents(apps: [contents])).manifest)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "release", message: error.message)])
        }
        let walks = app.linkSet.links.map { LinkWalk(app: app, link: $0, landing: landing, emails: emails) }
        chains = walks.compactMap(\.chain)
        var diagnostics = walks.flatMap(\.diagnostics) + ClaimCheck(app: app).diagnostics
        if let dialect = try dialects.dialect(of: app) {
            diagnostics += dialect.linkDiagnostics(of: app) + dialect.valueDiagnostics(of: app)
        }
        if var problem = app.releaseProblem {
            problem.severity = .warning
            diagnostics.append(problem)
        }
        self.diagnostics = diagnostics
    }

    private init(_ parts: [SiteCheck]) {
        chains = parts.flatMap(\.chains)
        diagnostics = parts.flatMap(\.diagnostics)
    }

    package struct Result: Sendable {
        package let check: SiteCheck
        /// Warnings from reading the site and rendering its emails, and notes on colours replaced by legible ones.
        package let warnings: [Diagnostic]
        /// The apps, sorted by name; empty unless they were asked for.
        package let apps: [App]
    }

    /// Reads, renders and checks the apps of a site in parallel, in the order of their names; throws all errors in the
    /// site, as a build does.
    package static func run(
        _ folder: SiteFolder, templates: TemplateSources, jobs: Int? = nil, keepsApps: Bool = false
    ) throws(DiagnosticReport) -> Result {
        let unknown = templates.unknownApps(besides: folder.names)
        if !unknown.isEmpty { throw DiagnosticReport(unknown) }
        let pages = try PageRenderer(templates: templates)
        let emails = try EmailRenderer(templates: templates)
        let dialects = Dialects(templates)
        let (checked, warnings) = try SiteReader.map(
            folder, contracts: templates.library, jobs: jobs
        ) {
            app throws(DiagnosticReport) in
            let rendered = try pages.render(app)
            let contents = try rendered.contents()
            let entries = try SiteEmails.entries(of: app, with: emails)
            let check = try SiteCheck(app, contents: contents, emails: entries, dialects: dialects)
            return (check, rendered.notes + entries.flatMap(\.warnings), keepsApps ? app : nil, app.contractName)
        }
        let backends = checked.compactMap(\.3)
        return Result(
            check: SiteCheck(checked.map(\.0)),
            warnings: templates.warnings + warnings + checked.flatMap(\.1)
                + dialects.misspeltBackends(besides: backends),
            apps: checked.compactMap(\.2))
    }
}
