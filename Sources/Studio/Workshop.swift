import Diagnostics
import Files
import LandingServer
import Release
import SiteBuilder
import SiteModel

/// The site as it was last built well, and what is wrong with it now.
struct Workshop: Sendable {
    /// Everything that came of one good build.
    struct Good: Sendable {
        let site: Site
        let renderer: PageRenderer
        /// Every app answering as its first host, by the app's name.
        let landings: [String: LandingSite]
        let contents: ReleaseContents
    }

    let folder: String
    private let templates: String?
    /// Nil until a build has succeeded.
    private(set) var good: Good?
    /// What the last build found; empty where it succeeded without a warning.
    private(set) var report = DiagnosticReport([])
    /// Changes with every good build.
    private(set) var build = 0

    init(folder: String, templates: String?) {
        self.folder = folder
        self.templates = templates
    }

    /// Builds anew; a site that cannot be built leaves the last good one in place.
    mutating func rebuild() {
        do {
            let sources = try TemplateSources(override: templates)
            let (site, warnings) = try SiteReader.read(folder, contracts: sources.contracts)
            let built = try SiteContents.make(of: site, templates: sources)
            var landings: [String: LandingSite] = [:]
            for app in built.contents.apps {
                let contents = ReleaseContents(apps: [PreviewPage.decorate(app, build: "\(build + 1)")])
                landings[app.name] = try LandingSite(LoadedRelease(contents), as: app.hosts.first)
            }
            good = Good(
                site: site, renderer: try PageRenderer(templates: sources), landings: landings, contents: built.contents
            )
            report = DiagnosticReport(warnings + built.warnings)
            build += 1
        } catch let problems as DiagnosticReport {
            report = problems
        } catch {
            report = DiagnosticReport([Diagnostic(code: "build-failed", message: "\(error)")])
        }
    }
}
