import LinkDefinitions
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
    /// The names of the pages by path, with the page behind `/.well-known/change-password`.
    package var pagesByPath: [String: String] {
        var pages = Dictionary(self.pages.map { ($0.path, $0.name) }) { first, _ in first }
        pages["/.well-known/change-password"] = changePassword
        return pages
    }
}
