import Diagnostics
import EmailBuilder
import JSON
import Release
import Sandbox
import SiteBuilder
import SiteModel
import TemplateFiles
import Threads

/// The last successful build of a site, and the current diagnostics.
struct PreviewBuild: Sendable {
    struct Good: Sendable {
        let site: Site
        let apps: [BuiltApp]
        let words: Words
        let emails: SiteEmails
        let dialects: Dialects
        /// The versions by file name: `artitec/reset-password.html`, `artitec/emails/welcome`.
        let versions: [String: String]

        init(_ apps: [BuiltApp], in folder: String, with cache: BuildCache) {
            self.apps = apps
            site = Site(folder: folder, apps: apps.map(\.app))
            words = cache.pages.words
            emails = SiteEmails(apps.flatMap(\.emails), renderer: cache.emails)
            dialects = cache.dialects
            versions = Dictionary(apps.flatMap(\.versions)) { first, _ in first }
        }
    }

    /// The site's folder, and its templates.
    let sources: SiteBuild
    /// Imitates the backends for the pages.
    let sandbox: Sandbox
    /// Renders the sandbox's emails.
    private let composer: EmailComposer
    let page: PreviewedPage
    /// The selection of the site's apps that the next build builds.
    var apps: ShownApps
    /// Nil until the templates have been read.
    private var cache: BuildCache?
    /// Nil until a build has succeeded.
    private(set) var good: Good?
    private(set) var report = DiagnosticReport([])
    private(set) var build = 0
    /// The names of the apps that the last build rebuilt.
    private(set) var rebuilt: [String] = []

    /// Creates a preview without a build. Every successful one updates the composer; `studio` is the origin that may frame
    /// the pages, and the apps in `opened` are built regardless of the number of apps.
    init(sources: SiteBuild, sandbox: Sandbox, composer: EmailComposer, studio: String, opened: [String] = []) {
        apps = ShownApps(in: sources, opened: opened)
        self.sources = sources
        self.sandbox = sandbox
        self.composer = composer
        page = PreviewedPage(studio: studio)
    }

    /// Configures the sandbox so that the links in its emails lead to the preview, by the apps' origins.
    func deliver(linksTo addresses: [String: String]) {
        // The sandbox's own apps are updated: those of the built site already have the sandbox's base URLs.
        sandbox.update(
            sandbox.bases.map { base in
                var app = base.app
                if let address = addresses[app.name] { app.linkBase = address }
                return app
            })
    }

    /// Rebuilds the shown apps that have changed; if the build fails, the last successful one is kept.
    mutating func rebuild() {
        do throws(DiagnosticReport) {
            let templates = try sources.templateSources()
            var cache =
                if let known = cache, known.templates == templates { known } else { try BuildCache(templates) }
            // Also after an error, so that the next build can reuse the results.
            defer { self.cache = cache }
            let found = apps.sources
            let (written, warnings) = try SiteReader.read(
                found, contracts: templates.library, recalling: &cache.readings)
            let imitated = sandboxApps(of: written, words: cache.pages.words)
            let site = asking(written, imitated)
            let inputs = zip(found.apps, site.apps).map { BuiltApp.Inputs(sources: $0, base: $1.backend?.base) }
            let known = Dictionary(cache.apps.map { ($0.app.name, $0) }) { first, _ in first }
            let changed = inputs.filter { known[$0.sources.name]?.inputs != $0 }
            let built = Parallel.map(inputs.count) { [cache, page] number in
                Result { () throws(DiagnosticReport) in
                    if let built = known[site.apps[number].name], built.inputs == inputs[number] { return built }
                    return try BuiltApp.build(site.apps[number], from: inputs[number], with: cache, page: page)
                }
            }
            let apps = try built.mapReportingAll { app throws(DiagnosticReport) in try app.get() }
            rebuilt = changed.map(\.sources.name)
            cache.apps = apps
            let good = Good(apps, in: site.folder, with: cache)
            // Not before the build has succeeded, since the last good pages need the backends that they were built for.
            sandbox.update(imitated)
            composer.update(good.site, renderer: good.emails.renderer)
            self.good = good
            report = DiagnosticReport(warnings + apps.flatMap(\.warnings) + good.emails.warnings)
            build += 1
        } catch {
            report = error
        }
    }

    /// The event for pages and studio after a build, as JSON: the diagnostics if it failed, and the versions of the
    /// studio's files, of its list of the site, of the emails together, and of each page, state and email.
    func event(for overview: SiteOverview) -> String {
        let problems = report.hasErrors ? DiagnosticPrinter(colors: false).text(report) : ""
        let versions = (good?.versions ?? [:]).sorted { $0.key < $1.key }
        let emails = versions.filter { $0.key.contains("/emails/") }.map { "\($0.key) \($0.value)" }
        let event: JSONValue = [
            "build": .number(JSONNumber(build)), "problems": .string(problems),
            "studio": .string(StudioFiles.version), "site": .string(overview.version),
            "emails": .string(PreviewedPage.version(Array(emails.joined(separator: "\n").utf8))),
            "versions": .object(JSONObject(versions.map { ($0.key, .string($0.value)) })),
        ]
        return event.serialized()
    }

    /// The backends of a site for the sandbox, with emails whose links lead to the preview.
    private func sandboxApps(of site: Site, words: Words) -> [SandboxApp] {
        let known = Dictionary(sandbox.bases.map { ($0.app.name, $0.app.linkBase) }) { first, _ in first }
        return site.apps.filter { !$0.previewsBackend }.compactMap { app in
            var imitated = SandboxApp(app, words: words)
            if let address = known[app.name] { imitated?.linkBase = address }
            return imitated
        }
    }

    /// The site with the sandbox's base URLs in place of the backends'.
    private func asking(_ site: Site, _ imitated: [SandboxApp]) -> Site {
        let imitated = Dictionary(imitated.map { ($0.name, $0) }) { first, _ in first }
        return Site(
            folder: site.folder,
            apps: site.apps.map { app in
                imitated[app.name].map { app.asking(sandbox.address(of: $0), captcha: sandbox.captchaScript(of: $0)) }
                    ?? app
            })
    }
}
