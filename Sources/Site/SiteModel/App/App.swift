import AppLinks
package import AuthContracts
package import Branding
import Configuration
package import CrossOrigin
package import Diagnostics
package import LinkDefinitions
package import Release

/// One app of a site: the contents of `app.yml` and its pages and emails.
package struct App: Sendable {
    /// The folder's name: lower-case letters, digits and hyphens.
    package let name: String
    /// The app's display name.
    package var title: String { file.contents.name }
    /// The hosts in lower case, without scheme or port; emails use the first.
    package var hosts: [String] { linkSet.hosts }
    /// The support address, shown as a last resort.
    package var support: String? { file.contents.support?.text }
    /// The Reply-To address of emails; by default the support address.
    package var replyTo: String? { file.contents.replyTo?.text ?? support }
    /// The service that sends the app's emails; nil if unknown.
    package var sender: EmailSender? { file.contents.sender }
    /// The lines of the sender's postal address; shown at the end of emails.
    package var postalAddress: [String] { file.contents.postalAddress ?? [] }
    package var theme: Theme { file.contents.theme }
    package let brand: Brand
    package let publicFiles: [PublicFile]
    package var footer: [FooterLink] { file.contents.footer }
    /// The app's own login; nil if it has none to link to.
    package var login: Login? { file.contents.login }
    /// The name of the page that `/.well-known/change-password` redirects to.
    package var changePassword: String? { file.contents.changePassword }
    /// The pages for passkeys; nil if `app.yml` does not mention passkeys.
    package var passkeys: Passkeys? { file.contents.passkeys }
    /// The https addresses at and below which a link may say to go on after success.
    package var continuations: [String] { file.contents.continuations?.map(\.text) ?? [] }
    /// Site paths that another server answers.
    package var elsewhere: [String] { file.contents.elsewhere?.map(\.value.text) ?? [] }
    package let linkSet: AppLinkSet
    /// The backend's address and settings; nil for an app without a backend.
    package private(set) var backend: Backend?
    /// The backend's contract; nil without a backend, or if the site was read without contracts. If the app has no
    /// captcha, nothing in it is about one.
    package let contract: Contract?
    /// The contract as its file has it.
    package let writtenContract: Contract?
    package private(set) var pages: [Page]
    /// The names of all pages by path, also of those that could not be read, with the page behind
    /// `/.well-known/change-password`.
    package let pagesByPath: [String: String]
    package private(set) var emails: [Email]
    package var ownLanguage: LanguageTag { file.contents.language }
    /// The language of the pages and emails: the app's own, unless this is a translation.
    package private(set) var language: LanguageTag
    /// The pages and emails that are translated, by language.
    package internal(set) var translations: [Translation] = []
    /// The paths of the pages that this translation has, by the pages' own.
    private var localPaths: [String: String] = [:]
    /// Whether a release of the app stays on this machine or network, so that its backend may be there too.
    package var isLocal: Bool { file.contents.isLocal }
    /// Whether a preview's pages call the backend itself instead of a sandbox.
    package var previewsBackend: Bool { file.contents.preview == .backend && file.contents.backend != nil }
    let file: AppFile

    init(
        file: AppFile, linkSet: AppLinkSet, contract: Contract?, writtenContract: Contract?, pages: [Page],
        emails: [Email], brand: Brand,
        publicFiles: [PublicFile], pagesByPath: [String: String]
    ) {
        name = file.name
        self.brand = brand
        self.publicFiles = publicFiles
        backend = file.contents.backend?.backend
        self.linkSet = linkSet
        self.contract = contract
        self.writtenContract = writtenContract
        self.pages = pages
        self.pagesByPath = pagesByPath
        self.emails = emails
        self.file = file
        language = file.contents.language
        for setting in contract?.settings ?? [] where backend?.settings[setting.name] == nil {
            let link = linkSet.links.first { $0.name == setting.link }
            if let address = link.flatMap(address(ofLink:)) { backend?.settings[setting.name] = address }
        }
    }

    /// The address that a link opens, without its parameters; nil for one that opens no page.
    package func address(ofLink link: LinkDefinition) -> String? {
        link.web.first.map { "https://\(hosts.first ?? "")\($0.routePath)" }
    }

    /// The pages and emails of an app in another language than its own, as far as they are translated.
    package struct Translation: Sendable {
        package let tag: LanguageTag
        package internal(set) var pages: [Page] = []
        package internal(set) var emails: [Email] = []
    }

    /// The app with a translation's pages and emails in place of its own.
    package func translated(by translation: Translation) -> App {
        var app = self
        app.language = translation.tag
        app.pages = pages.map { page in translation.pages.first { $0.name == page.name } ?? page }
        app.emails = emails.map { email in translation.emails.first { $0.name == email.name } ?? email }
        for page in translation.pages { app.localPaths[page.path] = "/\(translation.tag)\(page.path)" }
        return app
    }

    /// The app as if this translation were its own language, for texts that are not translated.
    package var inOwnLanguage: App {
        var app = self
        app.language = ownLanguage
        return app
    }

    /// A path of the site, or that of the page in the language of this translation.
    package func local(_ path: String) -> String { localPaths[path] ?? path }

    /// Whether a page is in several languages.
    package var isMultilingual: Bool { translations.contains { !$0.pages.isEmpty } }

    /// The language ranges that visitors may ask for; nil for an app in one language.
    package var languageRanges: LanguageRanges? {
        isMultilingual
            ? LanguageRanges(own: ownLanguage, others: translations.filter { !$0.pages.isEmpty }.map(\.tag)) : nil
    }

    /// The same app with another server as its backend, such as a preview's sandbox: its base URL without a trailing
    /// slash, and the address of the script of its captcha's widget. Unchanged if it has no backend.
    package func asking(_ base: String, captcha: String) -> App {
        var app = self
        app.backend?.base = base
        if let own = backend?.captcha {
            app.backend?.captcha = Captcha(provider: .sandbox(captcha), siteKey: own.siteKey)
        }
        return app
    }

    package func page(named name: String) -> Page? {
        pages.first { $0.name == name }
    }

    package func email(named name: String) -> Email? {
        emails.first { $0.name == name }
    }

    /// Reads an email spec that is not one of the app's files; throws everything that is wrong with it, such as a link
    /// that the app does not define.
    package func email(named name: String, parsing source: SourceText) throws(DiagnosticReport) -> Email {
        let paths = Set(pages.map(\.path) + elsewhere + publicFiles.map(\.path))
        let collector = DiagnosticCollector(source)
        let reader = EmailReader(name: name, collector: collector, app: file, links: linkSet.links, paths: paths)
        let email = try reader.read()
        if !collector.diagnostics.isEmpty { throw DiagnosticReport(collector.diagnostics) }
        return email
    }

    /// The name by which dialects refer to the contract; that of an app's own is the app's. Nil without a backend.
    package var contractName: String? {
        backend.map { $0.contract == ContractLibrary.ownFile ? name : $0.contract }
    }

    /// The operations that the app's pages run, in the contract's order.
    package var operations: [String] {
        let run = Set(pages.flatMap { $0.states.flatMap(\.operations) })
        return (contract?.operations ?? []).map(\.name).filter(run.contains)
    }

    /// The CORS headers that the backend must send to let browsers use the app's pages; nil if the pages run no
    /// operation or the contract was not read.
    package var cors: CORSAnswer? {
        operations.isEmpty ? nil : contract?.cors(operations: operations, hosts: hosts)
    }

    /// A diagnostic about an accepted value in `app.yml`, by its path: `theme.accent`, `links.reset-password.web[0]`.
    package func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at path: String, _ message: String, fix: String? = nil
    ) -> Diagnostic {
        file.diagnostic(
            severity, code: code, at: path, ValueMessage(known: message), fix: fix.map(ValueMessage.init(known:)))
    }
}

/// The destinations for people who want to log in.
package struct Login: Hashable, Sendable {
    /// The URL that opens the app's login: `artitec://login`.
    package let app: String?
    /// The site path or https address of a web login.
    package let web: String?
}

/// The pages where people create and manage passkeys.
package struct Passkeys: Hashable, Sendable {
    /// A site path or an https address.
    package let enroll, manage: String?
}

/// The server that a page's operations call.
package struct Backend: Hashable, Sendable {
    /// The name of the contract, such as `supabase`, or that of the app's own file.
    package let contract: String
    /// The base URL of the contract's requests, without a trailing slash.
    package internal(set) var base: String
    /// The total time limit of an operation, in seconds.
    package let timeout: Int
    /// The time before the same email can be requested again, in seconds.
    package let resendAfter: Int
    /// The wait after a `rate-limited` outcome for which the backend gives none, in seconds; nil for `resendAfter`.
    package let retryAfter: Int?
    /// The values of the contract's settings by name, such as a public API key or a redirect URL.
    package internal(set) var settings: [String: String]
    /// This backend's password requirements, if they differ from those of its contract.
    package let password: [PasswordRequirement]?
    /// The captcha whose answer it demands; nil for none.
    package internal(set) var captcha: Captcha?
}

extension Backend {
    /// What it requires of a new password: its own list in place of the contract's, which keeps the greatest length of a
    /// built-in one.
    package func requirements(of contract: Contract) -> [PasswordRequirement] {
        guard let password else { return contract.password }
        let limits = contract.standing == nil ? [] : contract.limits
        return password + limits.filter { limit in !password.contains { $0.implies(limit) } }
    }
}
