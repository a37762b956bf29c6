public import AppSiteAssociation
public import AuthContracts
import Configuration
public import Diagnostics
import YAML

/// One app of a site: what `app.yml` says and the pages beside it.
public struct App: Sendable {
    /// The folder's name: lower-case letters, digits and hyphens.
    public let name: String
    /// The app's name as people read it.
    public let title: String
    /// Lower case, without scheme or port; the first is the one that emails use.
    public var hosts: [String] { linkSet.hosts }
    /// An email address that is shown where nothing else helps.
    public let support: String?
    /// Where answers to the app's emails go; the support address where `app.yml` has no other.
    public let replyTo: String?
    /// The sender's postal address, a line each; emails end with it.
    public let postalAddress: [String]
    /// The colours and corners of the app's pages and emails.
    public let theme: Theme
    /// The logo, the icon and the font.
    public let brand: Brand
    /// What stands in `public`, by path.
    public let publicFiles: [PublicFile]
    /// At the foot of pages and emails.
    public let footer: [FooterLink]
    /// Where the app's own login is, when people can be sent there.
    public let login: Login?
    /// The name of the page behind `/.well-known/change-password`.
    public let changePassword: String?
    /// Site paths that somebody else answers.
    public let elsewhere: [String]
    /// The app's hosts, identities and links.
    public let linkSet: AppLinkSet
    /// Where the backend is and how it is set up; nil for an app without one.
    public private(set) var backend: Backend?
    /// What the pages have to know of the backend; nil without one, or where the site was read without contracts.
    public let contract: Contract?
    /// In the order of their files' names.
    public let pages: [Page]
    /// In the order of their files' names.
    public let emails: [Email]
    /// Whether a release of the app stays on this machine or network, so that its backend may too.
    public let isLocal: Bool
    /// Whether a preview's pages ask the backend itself and not a sandbox.
    public let previewsBackend: Bool
    let file: AppFile

    init(
        file: AppFile, linkSet: AppLinkSet, contract: Contract?, pages: [Page], emails: [Email], brand: Brand,
        publicFiles: [PublicFile]
    ) {
        name = file.name
        title = file.contents.name.value
        support = file.contents.support?.value.text
        replyTo = file.contents.replyTo?.value.text ?? file.contents.support?.value.text
        postalAddress = file.contents.postalAddress ?? []
        theme = file.contents.theme
        self.brand = brand
        self.publicFiles = publicFiles
        footer = file.contents.footer?.links ?? []
        login = file.contents.login.map { Login(app: $0.app?.value, web: $0.web?.value) }
        changePassword = file.contents.changePassword?.value
        elsewhere = file.contents.elsewhere?.map(\.value.text) ?? []
        backend = file.contents.backend?.backend
        isLocal = file.contents.isLocal
        previewsBackend = file.contents.preview == .backend && file.contents.backend != nil
        self.linkSet = linkSet
        self.contract = contract
        self.pages = pages
        self.emails = emails
        self.file = file
    }

    /// The same app with its pages asking another server, as a preview asks a sandbox.
    ///
    /// - Parameter base: takes the place of the backend's address; without a trailing slash.
    /// - Returns: the app as it is where it has no backend.
    public func asking(_ base: String) -> App {
        var app = self
        app.backend?.base = base
        return app
    }

    /// The page of a name.
    public func page(named name: String) -> Page? {
        pages.first { $0.name == name }
    }

    /// The email of a name.
    public func email(named name: String) -> Email? {
        emails.first { $0.name == name }
    }

    /// An email spec that is not among the app's own files, read for this app.
    ///
    /// - Parameters:
    ///   - name: the email's name.
    ///   - source: the spec.
    /// - Returns: the email.
    /// - Throws: what is wrong with it, such as a link that the app does not have.
    public func email(named name: String, parsing source: SourceText) throws(DiagnosticReport) -> Email {
        let paths = Set(pages.map(\.path) + elsewhere + publicFiles.map(\.path))
        var reader = EmailReader(name: name, source: source, app: file, links: linkSet.links, paths: paths)
        let email = try reader.read()
        if !reader.diagnostics.isEmpty { throw DiagnosticReport(reader.diagnostics) }
        return email
    }

    /// The operations that pages of the app run, in the contract's order.
    public var operations: [String] {
        let run = Set(pages.flatMap { $0.states.flatMap(\.operations) })
        return (contract?.operations ?? []).map(\.name).filter(run.contains)
    }

    /// The CORS answer that the backend has to give before a browser lets the pages talk to it.
    package var cors: CORSAnswer? {
        operations.isEmpty ? nil : contract?.cors(operations: operations, hosts: hosts)
    }

    /// What messages do not show: values that were taken from the process's environment.
    public var redaction: Redaction { file.document.redaction }

    /// The app's name for the terminal.
    public var shownTitle: String { redaction.redacted(title) }

    /// Diagnostics about the app that do not show values from the process's environment.
    public func redacted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.map { redaction.redacted($0, isAboutValue: false) }
    }

    /// A diagnostic about a value in `app.yml`, by where it stands: `theme.accent`, `links.reset-password.web[0]`.
    public func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at path: String, _ message: String, fix: String? = nil
    ) -> Diagnostic {
        file.diagnostic(severity, code: code, at: path, message, fix: fix)
    }
}

/// Where people log in.
public struct Login: Hashable, Sendable {
    /// The app's address of its login: `artitec://login`.
    public let app: String?
    /// The site path or https address of a web login.
    public let web: String?
}

/// The server that a page's operations talk to.
public struct Backend: Hashable, Sendable {
    /// The name of the contract: `artitec`, `supabase`.
    public let contract: String
    /// The address that the contract's requests begin with, without a trailing slash.
    public internal(set) var base: String
    /// How long an operation may take in all, in seconds.
    public let timeout: Int
    /// How long to wait before the same email may be asked for again, in seconds.
    public let resendAfter: Int
    /// How long to wait after an answer of `rate-limited` that does not say it, in seconds; nil for as long as `resendAfter`.
    public let retryAfter: Int?
    /// What the contract's settings are set to, by name: a key that pages show, an address to come back to.
    public let settings: [String: String]
    /// What this backend asks of a password, where that differs from what its contract says.
    public let password: [PasswordRequirement]?
}
