import AppSiteAssociation
public import Diagnostics
public import EmailBuilder
import HTTPListener
import LandingServer
public import Release
public import SiteBuilder
public import SiteModel

/// Follows every link of a site to its end, and says where one breaks.
///
/// What a build refuses is not looked for again; this finds what builds and still goes wrong in somebody's hand.
public struct SiteCheck: Sendable {
    /// Every link of every app, in the order of `app.yml`.
    public let chains: [LinkChain]
    /// What breaks, and what may.
    public let diagnostics: [Diagnostic]

    /// Checks an app as it would be released.
    ///
    /// - Parameters:
    ///   - app: an app without mistakes of its own.
    ///   - contents: what was made of it for a release.
    ///   - emails: the emails that were made of it.
    ///   - dialects: how the systems that send emails put links together.
    /// - Throws: `DiagnosticReport` where the release cannot be answered from, and for mistakes in a dialect.
    public init(
        _ app: App, contents: AppContents, emails: [SiteEmails.Entry], dialects: Dialects
    ) throws(DiagnosticReport) {
        let landing: Landing
        do {
            landing = try Landing(LoadedRelease(ReleaseContents(apps: [contents])).manifest)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "release", message: error.message)])
        }
        let walks = app.linkSet.links.map { LinkWalk(app: app, link: $0, landing: landing, emails: emails) }
        chains = walks.compactMap(\.chain)
        var diagnostics = walks.flatMap(\.diagnostics) + ClaimCheck(app: app).diagnostics
        if let dialect = try dialects.dialect(of: app) { diagnostics += dialect.linkDiagnostics(of: app) }
        self.diagnostics = diagnostics
    }

    private init(_ parts: [SiteCheck]) {
        chains = parts.flatMap(\.chains)
        diagnostics = parts.flatMap(\.diagnostics)
    }

    private init(chains: [LinkChain], diagnostics: [Diagnostic]) {
        self.chains = chains
        self.diagnostics = diagnostics
    }

    private func redacted(by app: App) -> SiteCheck {
        SiteCheck(chains: chains, diagnostics: app.redacted(diagnostics))
    }

    /// What a check of a whole site found.
    public struct Result: Sendable {
        /// The checks of all apps together.
        public let check: SiteCheck
        /// Warnings of reading the site and rendering its emails, and notes on colours that gave way to ones that can be read.
        public let warnings: [Diagnostic]
        /// What no text about the checks shows: the apps' values from the process's environment.
        public let redaction: Redaction
    }

    /// Reads, renders and checks the apps of a site one by one, on every processor.
    ///
    /// - Parameters:
    ///   - folder: the site's folder.
    ///   - templates: what its pages and emails are made with.
    ///   - seeing: gets each app that has no mistakes, from any thread.
    /// - Returns: the checks of all apps, in the order of their names.
    /// - Throws: every mistake in the site, as a build reports it.
    public static func run(
        _ folder: SiteFolder, templates: TemplateSources, seeing: @escaping @Sendable (App) -> Void = { _ in }
    ) throws(DiagnosticReport) -> Result {
        let pages = try PageRenderer(templates: templates)
        let emails = try EmailRenderer(templates: templates)
        let dialects = Dialects(templates)
        let (checked, warnings) = try SiteReader.map(folder, contracts: ContractLibrary(templates.contracts)) {
            app throws(DiagnosticReport) in
            seeing(app)
            let rendered = try pages.render(app)
            let contents = try rendered.contents()
            let entries = try SiteEmails.entries(of: app, with: emails)
            let check = try SiteCheck(app, contents: contents, emails: entries, dialects: dialects)
            return (check.redacted(by: app), rendered.notes + entries.flatMap(\.warnings), app.redaction)
        }
        return Result(
            check: SiteCheck(checked.map(\.0)), warnings: warnings + checked.flatMap(\.1),
            redaction: Redaction(merging: checked.map(\.2)))
    }
}
