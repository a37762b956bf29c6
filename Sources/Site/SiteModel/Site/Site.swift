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
