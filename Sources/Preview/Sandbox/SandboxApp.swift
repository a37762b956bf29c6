package import AuthContracts
package import LinkDefinitions
package import SiteModel
import TextEncoding

/// An app whose backend is imitated.
package struct SandboxApp: Sendable {
    /// The name of the app's folder; its backend is below `/<name>`.
    package var name: String
    package var title: String
    /// The name of the backend's contract: `artitec`, `supabase`.
    package var contract: String
    /// The path of the real backend's base URL: `/auth/v1`, or empty.
    package var basePath: String
    /// The contract; without it no outcome can be chosen, and only built-in backends are imitated.
    package var definition: Contract?
    /// The contract with what is in it about a captcha, which `definition` has only if the app has one.
    var guardingDefinition: Contract?
    var hasCaptcha = false
    package var linkSet: AppLinkSet
    /// The addresses at which a page may offer to go on after success.
    var continuations: [String] = []
    /// The beginning of the links in emails: `https://artitec.com`, or the URL at which a preview serves the pages.
    package var linkBase: String
    /// The text of emails for which the app has no spec.
    package var words: Words

    package init(
        name: String, title: String, contract: String, basePath: String = "", definition: Contract? = nil,
        linkSet: AppLinkSet, words: Words, linkBase: String? = nil
    ) {
        self.name = name
        self.title = title
        self.contract = contract
        self.basePath = basePath
        self.definition = definition
        self.linkSet = linkSet
        self.words = words
        self.linkBase = linkBase ?? "https://\(linkSet.hosts.first ?? "localhost")"
    }

    /// Creates the app of a site; nil if it has no backend.
    package init?(_ app: App, words: Words) {
        guard let backend = app.backend else { return nil }
        self.init(
            name: app.name, title: app.title, contract: backend.contract, basePath: Self.path(of: backend.base),
            definition: app.contract, linkSet: app.linkSet, words: words)
        guardingDefinition = app.writtenContract
        continuations = app.continuations
        hasCaptcha = backend.captcha != nil
    }

    /// The path of a URL, without a trailing slash: `/auth/v1` of `https://abc.supabase.co/auth/v1`.
    static func path(of address: String) -> String {
        var path = URLParts(address)?.path ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
