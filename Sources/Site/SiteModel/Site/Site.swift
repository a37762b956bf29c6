import LinkDefinitions
package import TextEncoding

/// A site as its authors wrote it: every app, checked and typed, with the locations of its values.
package struct Site: Sendable {
    package let folder: String
    /// The apps in the order of their folders' names.
    package let apps: [App]

    /// Creates a site from its parts, without checks.
    package init(folder: String, apps: [App]) {
        self.folder = folder
        self.apps = apps
    }
}

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
