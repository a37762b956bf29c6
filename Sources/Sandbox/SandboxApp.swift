public import AppSiteAssociation
public import AuthContracts
public import SiteModel

/// An app as the sandbox knows it: whose backend is imitated, and where its emails lead.
public struct SandboxApp: Sendable {
    /// The name of the app's folder; its backend answers below `/<name>`.
    public var name: String
    /// The app's name as people read it.
    public var title: String
    /// The name of the backend's contract: `artitec`, `supabase`.
    public var contract: String
    /// What stands between the host and a request's own path at the real backend: `/auth/v1`, or empty.
    public var basePath: String
    /// What the contract says; without it no outcome can be chosen, and only the built-in backends are imitated.
    public var definition: Contract?
    /// The app's links.
    public var linkSet: AppLinkSet
    /// What the links in emails begin with: `https://artitec.com`, or where a preview shows the pages.
    public var linkBase: String
    /// The texts of emails for which the app has no spec.
    public var words: Words

    /// Creates an app of its parts.
    public init(
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

    /// The app of a site; nil where it has no backend.
    public init?(_ app: App, words: Words) {
        guard let backend = app.backend else { return nil }
        self.init(
            name: app.name, title: app.title, contract: backend.contract, basePath: Self.path(of: backend.base),
            definition: app.contract, linkSet: app.linkSet, words: words)
    }

    /// The path of an address, without a trailing slash: `/auth/v1` of `https://abc.supabase.co/auth/v1`.
    static func path(of address: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 3 else { return "" }
        var path = "/" + parts[3].prefix { $0 != "?" && $0 != "#" }
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
