/// A conflict between two apps of a release: the same name or host.
package struct AppConflict: Hashable, Sendable {
    /// The index of the later app.
    package let app: Int
    /// The index of the host in the app's hosts; nil if the names are equal.
    package let host: Int?
    /// The message, in lower case without a full stop.
    package let message: String
}

extension AppConflict {
    /// Finds the first conflict, in the apps' order; nil if there is none.
    package init?(in apps: [(name: String, hosts: [String])]) {
        var names: Set<String> = []
        var owners: [String: String] = [:]
        for (index, app) in apps.enumerated() {
            guard names.insert(app.name).inserted else {
                self.init(app: index, host: nil, message: "two apps have the name '\(app.name)'")
                return
            }
            for (place, host) in app.hosts.enumerated() {
                guard let owner = owners.updateValue(app.name, forKey: host) else { continue }
                self.init(
                    app: index, host: place, message: "the host '\(host)' is in both '\(owner)' and '\(app.name)'")
                return
            }
        }
        return nil
    }
}
