import AppSiteAssociation
public import Diagnostics
public import EmailBuilder
import HTTPListener
import LandingServer
public import Release
import SiteBuilder
public import SiteModel

/// Follows every link of a site to its end, and says where one breaks.
///
/// What a build refuses is not looked for again; this finds what builds and still goes wrong in somebody's hand.
public struct SiteCheck: Sendable {
    /// Every link of every app, in the order of `app.yml`.
    public let chains: [LinkChain]
    /// What breaks, and what may.
    public let diagnostics: [Diagnostic]

    /// Checks a site as it would be released.
    ///
    /// - Parameters:
    ///   - site: a site without mistakes of its own.
    ///   - contents: the release that was made of it.
    ///   - emails: the emails that were made of it.
    ///   - dialects: how the systems that send emails put links together.
    /// - Throws: `DiagnosticReport` where the release cannot be answered from, and for mistakes in a dialect.
    public init(
        _ site: Site, contents: ReleaseContents, emails: SiteEmails, dialects: Dialects
    ) throws(DiagnosticReport) {
        let landing: Landing
        do {
            landing = try Landing(LoadedRelease(contents).manifest)
        } catch {
            throw DiagnosticReport([Diagnostic(code: "release", message: error.message)])
        }
        var chains: [LinkChain] = []
        var diagnostics: [Diagnostic] = []
        for app in site.apps {
            for link in app.linkSet.links {
                let walk = LinkWalk(
                    app: app, link: link, landing: landing, emails: emails.entries.filter { $0.app.name == app.name })
                if let chain = walk.chain { chains.append(chain) }
                diagnostics += walk.diagnostics
            }
            diagnostics += ClaimCheck(app: app).diagnostics
            if let dialect = try dialects.dialect(of: app) { diagnostics += dialect.linkDiagnostics(of: app) }
        }
        self.chains = chains
        self.diagnostics = diagnostics
    }
}
