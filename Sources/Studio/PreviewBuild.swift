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
import Threads

/// The site as it was last built well, and what is wrong with it now.
struct PreviewBuild: Sendable {
    /// Everything that came of one good build.
    struct Good: Sendable {
        let site: Site
        let apps: [BuiltApp]
        let words: Words
        /// As it is shown: the pages reload when they have changed.
        let contents: ReleaseContents
        /// Every email with made-up words.
        let emails: SiteEmails
        let dialects: Dialects
        /// By the names of the files: `artitec/reset-password.html`, `artitec/emails/welcome`.
        let versions: [String: String]

        init(_ apps: [BuiltApp], in folder: String, with cache: BuildCache) {
            self.apps = apps
            site = Site(folder: folder, apps: apps.map(\.app))
            words = cache.pages.words
            contents = ReleaseContents(apps: apps.map(\.contents))
            emails = SiteEmails(apps.flatMap(\.emails), renderer: cache.emails)
            dialects = cache.dialects
            versions = Dictionary(apps.flatMap(\.versions)) { first, _ in first }
        }
    }

    /// The folder, and the templates where some are named.
    let sources: SiteBuild
    /// What the pages ask in place of their apps' backends.
    let sandbox: Sandbox
    /// Writes the sandbox's emails.
    private let composer: EmailComposer
    let page: PreviewedPage
    /// Which of the site's apps are built.
    private(set) var apps: ShownApps
    /// Nil until the templates could be read.
    private var cache: BuildCache?
    /// Nil until a build has succeeded.
    private(set) var good: Good?
    /// What the last build found; empty where it succeeded without a warning.
    private(set) var report = DiagnosticReport([])
    /// Changes with every good build.
    private(set) var build = 0
    /// The names of the apps that the last build made anew.
    private(set) var rebuilt: [String] = []

    /// A preview that has built nothing yet.
    ///
    /// - Parameters:
    ///   - sources: what is built; where it is written to does not count.
    ///   - sandbox: takes the place of every backend.
    ///   - composer: is updated by every good build.
    ///   - studio: the origin that may show the pages in frames.
    ///   - opened: the names of apps that are built however many there are.
    init(sources: SiteBuild, sandbox: Sandbox, composer: EmailComposer, studio: String, opened: [String] = []) {
        apps = ShownApps(in: sources, opened: opened)
        self.sources = sources
        self.sandbox = sandbox
        self.composer = composer
        page = PreviewedPage(studio: studio)
    }

    /// Tells the sandbox where the apps are, so that the links in its emails lead to the preview.
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

    /// Has an app built from the next build on; false where the site has none of the name.
    mutating func open(_ app: String) -> Bool { apps.open(app) }

    /// Lists the apps of the folder as it is now, for the next build.
    mutating func list() { apps.list() }

    /// Builds what has changed of the apps that are shown; a site that cannot be built leaves the last good one in place.
    mutating func rebuild() {
        do throws(DiagnosticReport) {
            let templates = try sources.templateSources()
            var cache =
                if let known = cache, known.templates == templates { known } else { try BuildCache(templates) }
            // What was read and built before a mistake is kept for the next build.
            defer { self.cache = cache }
            let found = apps.sources
            let (written, warnings) = try SiteReader.read(
                found, contracts: templates.contracts, recalling: &cache.readings)
            let imitated = sandboxApps(of: written, words: cache.pages.words)
            let site = asking(written, imitated)
            let inputs = zip(found.apps, site.apps).map { BuiltApp.Inputs(sources: $0, base: $1.backend?.base) }
            let known = Dictionary(cache.apps.map { ($0.app.name, $0) }) { first, _ in first }
            let changed = inputs.filter { known[$0.sources.name]?.inputs != $0 }
            let built = Parallel.map(inputs.count) { [cache, page] number in
                Result { () throws(DiagnosticReport) in
                    if let built = known[site.apps[number].name], built.inputs == inputs[number] { return built }
                    return try BuiltApp(site.apps[number], from: inputs[number], with: cache, page: page)
                }
            }
            let apps = try built.mapReportingAll { app throws(DiagnosticReport) in try app.get() }
            rebuilt = changed.map(\.sources.name)
            cache.apps = apps
            let good = Good(apps, in: site.folder, with: cache)
            // Only now: the last good pages go with the backends that they were built for.
            sandbox.update(imitated)
            composer.update(good.site, renderer: good.emails.renderer)
            self.good = good
            report = DiagnosticReport(warnings + apps.flatMap(\.warnings) + good.emails.warnings)
            build += 1
        } catch {
            report = error
        }
    }

    /// The event that pages and studio get after a build, as JSON: the diagnostics that broke it, else nothing, and the
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

    /// The backends of a site as the sandbox imitates them, their emails leading to the preview.
    private func sandboxApps(of site: Site, words: Words) -> [SandboxApp] {
        let known = Dictionary(sandbox.bases.map { ($0.app.name, $0.app.linkBase) }) { first, _ in first }
        return site.apps.filter { !$0.previewsBackend }.compactMap { app in
            var imitated = SandboxApp(app, words: words)
            if let address = known[app.name] { imitated?.linkBase = address }
            return imitated
        }
    }

    /// The site with every app asking the sandbox.
    private func asking(_ site: Site, _ imitated: [SandboxApp]) -> Site {
        let bases = Dictionary(imitated.map { ($0.name, sandbox.address(of: $0)) }) { first, _ in first }
        return Site(folder: site.folder, apps: site.apps.map { app in bases[app.name].map(app.asking) ?? app })
    }
}
