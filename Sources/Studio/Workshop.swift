import Diagnostics
import EmailBuilder
import Files
import LandingServer
import Release
import Sandbox
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
    /// What the pages ask in place of their apps' backends.
    private let sandbox: Sandbox
    /// Writes the sandbox's mails.
    private let composer: EmailComposer
    /// Nil until a build has succeeded.
    private(set) var good: Good?
    /// What the last build found; empty where it succeeded without a warning.
    private(set) var report = DiagnosticReport([])
    /// Changes with every good build.
    private(set) var build = 0

    init(folder: String, templates: String?, sandbox: Sandbox, composer: EmailComposer) {
        self.folder = folder
        self.templates = templates
        self.sandbox = sandbox
        self.composer = composer
    }

    /// The sandbox's mails, newest first.
    var inbox: [Mail] { sandbox.inbox.reversed() }

    /// Tells the sandbox where the apps are, so that the links in its mails lead to the preview.
    ///
    /// - Parameter addresses: by the apps' names, without a trailing slash.
    func deliver(linksTo addresses: [String: String]) {
        guard let good else { return }
        sandbox.update(
            good.site.apps.compactMap { app in
                var imitated = SandboxApp(app)
                if let address = addresses[app.name] { imitated?.linkBase = address }
                return imitated
            })
    }

    /// Builds anew; a site that cannot be built leaves the last good one in place.
    mutating func rebuild() {
        do {
            let sources = try TemplateSources(override: templates)
            let (written, warnings) = try SiteReader.read(folder, contracts: sources.contracts)
            let site = asking(written)
            let built = try SiteContents.make(of: site, templates: sources)
            var landings: [String: LandingSite] = [:]
            for app in built.contents.apps {
                let contents = ReleaseContents(apps: [PreviewPage.decorate(app, build: "\(build + 1)")])
                landings[app.name] = try LandingSite(LoadedRelease(contents), as: app.hosts.first)
            }
            let emails = try SiteEmails(of: site, templates: sources)
            composer.update(site, renderer: emails.renderer)
            good = Good(
                site: site, renderer: try PageRenderer(templates: sources), landings: landings, contents: built.contents
            )
            report = DiagnosticReport(warnings + built.warnings + emails.warnings)
            build += 1
        } catch let problems as DiagnosticReport {
            report = problems
        } catch {
            report = DiagnosticReport([Diagnostic(code: "build-failed", message: "\(error)")])
        }
    }

    /// The site with every app asking the sandbox.
    private func asking(_ site: Site) -> Site {
        sandbox.update(site.apps.compactMap(SandboxApp.init))
        let bases = Dictionary(sandbox.bases.map { ($0.app.name, $0.address) }) { first, _ in first }
        return Site(folder: site.folder, apps: site.apps.map { app in bases[app.name].map(app.asking) ?? app })
    }
}
