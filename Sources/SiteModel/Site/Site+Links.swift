public import AppSiteAssociation
package import TextEncoding

extension Site {
    /// The app that a URL belongs to, by its host or its scheme; nil if there is none.
    package func app(for address: URLParts) -> App? {
        apps.first { app in
            address.isWeb ? app.hosts.contains(address.host ?? "") : app.linkSet.schemes.contains(address.scheme)
        }
    }
}

extension App {
    /// What each platform does with a URL of the app; nil if the text is not an absolute URL.
    public func explanation(of address: String) -> LinkExplanation? {
        var pages = Dictionary(self.pages.map { ($0.path, $0.name) }) { first, _ in first }
        pages["/.well-known/change-password"] = changePassword
        return LinkExplanation(of: address, in: linkSet, pages: pages)
    }
}
