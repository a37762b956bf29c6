/// Two apps of a release that cannot stand beside each other.
public struct AppConflict: Hashable, Sendable {
    /// The place of the later app among the apps.
    public let app: Int
    /// The place of the host among the app's hosts; nil where the names are the same.
    public let host: Int?
    /// In lower case without a full stop.
    public let message: String

    /// The first conflict of some apps, in their order; nil where there is none.
    public init?(in apps: [(name: String, hosts: [String])]) {
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
                    app: index, host: place, message: "the host '\(host)' belongs to '\(owner)' and to '\(app.name)'")
                return
            }
        }
        return nil
    }

    private init(app: Int, host: Int?, message: String) {
        self.app = app
        self.host = host
        self.message = message
    }
}
