package import AppLinks
public import AppSiteAssociation

extension Site {
    /// The app whose address this is: by its host, or by its scheme.
    package func app(for address: LinkAddress) -> App? {
        apps.first { app in
            address.isWeb ? app.hosts.contains(address.host ?? "") : app.linkSet.schemes.contains(address.scheme)
        }
    }
}

extension App {
    /// What happens to an address of the app on each platform; nil where the text is no absolute address.
    public func explanation(of address: String) -> LinkExplanation? {
        var pages = Dictionary(self.pages.map { ($0.path, $0.name) }) { first, _ in first }
        pages["/.well-known/change-password"] = changePassword
        return LinkExplanation(of: address, in: linkSet, pages: pages)
    }
}
