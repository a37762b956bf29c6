import Diagnostics
import EmailBuilder
import Files
import JSON
import LandingServer
import Release
import Sandbox
import SiteBuilder
import SiteModel
import TextEncoding

/// The site as it was last built well, and what is wrong with it now.
struct Workshop: Sendable {
    /// Everything that came of one good build.
    struct Good: Sendable {
        let site: Site
        let renderer: PageRenderer
        /// Every app answering as its first host, by the app's name.
        let landings: [String: LandingSite]
        let contents: ReleaseContents
        /// Every email with made-up words.
        let emails: SiteEmails
        let dialects: Dialects
        /// By the names of the files: `artitec/reset-password.html`, `artitec/emails/welcome`.
        let versions: [String: String]

        init(_ apps: [BuiltApp], in folder: String, with workbench: Workbench) {
            site = Site(folder: folder, apps: apps.map(\.app))
            renderer = workbench.pages
            landings = Dictionary(apps.map { ($0.app.name, $0.landing) }) { first, _ in first }
            contents = ReleaseContents(apps: apps.map(\.contents))
            emails = SiteEmails(apps.flatMap(\.emails), renderer: workbench.emails)
            dialects = workbench.dialects
            versions = Dictionary(apps.flatMap(\.versions)) { first, _ in first }
        }
    }

    /// The folder, and the templates where some are named.
    let sources: SiteBuild
    /// What the pages ask in place of their apps' backends.
    let sandbox: Sandbox
    /// Writes the sandbox's mails.
    private let composer: EmailComposer
    private let page: PreviewPage
    /// Nil until the templates could be read.
    private var workbench: Workbench?
    /// Nil until a build has succeeded.
    private(set) var good: Good?
    /// What the last build found; empty where it succeeded without a warning.
    private(set) var report = DiagnosticReport([])
    /// Changes with every good build.
    private(set) var build = 0
    /// The names of the apps that the last build made anew.
    private(set) var rebuilt: [String] = []

    /// A workshop that has built nothing yet.
    ///
    /// - Parameters:
    ///   - sources: what is built; where it is written to does not count.
    ///   - sandbox: takes the place of every backend.
    ///   - composer: hears of every good build.
    ///   - studio: the origin that may show the pages in frames.
    init(sources: SiteBuild, sandbox: Sandbox, composer: EmailComposer, studio: String) {
        self.sources = sources
        self.sandbox = sandbox
        self.composer = composer
        page = PreviewPage(studio: studio)
    }

    /// Tells the sandbox where the apps are, so that the links in its mails lead to the preview.
    ///
    /// - Parameter addresses: by the apps' names, without a trailing slash.
    func deliver(linksTo addresses: [String: String]) {
        // Those that are there, and not those of the site as it was built: its apps ask the sandbox already.
        sandbox.update(
            sandbox.bases.map { base in
                var app = base.app
                if let address = addresses[app.name] { app.linkBase = address }
                return app
            })
    }

    /// Builds what has changed; a site that cannot be built leaves the last good one in place.
    mutating func rebuild() {
        do throws(DiagnosticReport) {
            let templates = try TemplateSources(override: sources.templatesFolder)
            var bench =
                if let workbench, workbench.templates == templates { workbench } else { try Workbench(templates) }
            // Whatever is wrong further on, what was read and built before that need not be again.
            defer { workbench = bench }
            let found = SiteSources(in: sources.site)
            let (written, warnings) = try SiteReader.read(
                found, contracts: templates.contracts, recalling: &bench.readings)
            let site = asking(written)
            let ingredients = zip(found.apps, site.apps).map {
                BuiltApp.Ingredients(sources: $0, base: $1.backend?.base)
            }
            let apps = try zip(ingredients, site.apps).mapReportingAll { ingredients, app throws(DiagnosticReport) in
                if let built = bench.apps.first(where: { $0.ingredients == ingredients }) { return built }
                return try BuiltApp(app, of: ingredients, with: bench, page: page)
            }
            rebuilt = ingredients.filter { !bench.apps.map(\.ingredients).contains($0) }.map(\.sources.name)
            bench.apps = apps
            let good = Good(apps, in: site.folder, with: bench)
            composer.update(good.site, renderer: good.emails.renderer)
            self.good = good
            report = DiagnosticReport(warnings + apps.flatMap(\.warnings) + good.emails.warnings)
            build += 1
        } catch {
            report = error
        }
    }

    /// What everybody who looks hears of the last build, as JSON: the diagnostics that broke it, else nothing, and the
    /// version of each page.
    var news: String {
        let problems = report.hasErrors ? DiagnosticPrinter(colors: false).text(report) : ""
        let versions = (good?.versions ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
        let news: JSONValue = [
            "build": .number(JSONNumber(build)), "problems": .string(problems),
            "studio": .string(StudioFiles.version), "versions": .object(JSONObject(versions)),
        ]
        return news.serialized()
    }

    /// Who may show pages and emails in frames.
    var studio: String { page.studio }

    /// A page that may be shown in the studio's frames, with the header fields of its release.
    func previewed(_ html: [UInt8], headers: [HeaderField], key: String) -> (headers: [HeaderField], html: [UInt8]) {
        (page.decorate(headers), page.decorate(html, key: key, version: good?.versions[key] ?? ""))
    }

    /// The site with every app asking the sandbox.
    private func asking(_ site: Site) -> Site {
        let known = Dictionary(sandbox.bases.map { ($0.app.name, $0.app.linkBase) }) { first, _ in first }
        sandbox.update(
            site.apps.compactMap { app in
                var imitated = SandboxApp(app)
                if let address = known[app.name] { imitated?.linkBase = address }
                return imitated
            })
        let bases = Dictionary(sandbox.bases.map { ($0.app.name, $0.address) }) { first, _ in first }
        return Site(folder: site.folder, apps: site.apps.map { app in bases[app.name].map(app.asking) ?? app })
    }
}
