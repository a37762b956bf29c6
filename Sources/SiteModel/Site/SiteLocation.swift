import Files

/// Where the site is when a command line does not name it.
public struct SiteLocation: Hashable, Sendable {
    /// The folder that holds `Site`, as the beginning of a path: empty for the current one, else `../` repeated.
    public let prefix: String

    /// Finds the site: `Site` in the current folder, or in the nearest one above that has it.
    ///
    /// Commands work anywhere inside of a repository in this way, as git's do.
    public init() {
        var prefix = ""
        while !Self.isSite(prefix + "Site") {
            guard let here = FileSystem.realPath(prefix.isEmpty ? "." : prefix), here != "/" else {
                self.prefix = ""
                return
            }
            prefix += "../"
        }
        self.prefix = prefix
    }

    /// The site's folder.
    public var site: String { prefix + "Site" }
    /// The folder that gets the release.
    public var output: String { prefix + "Output" }

    /// Whether a folder holds the folder of at least one app.
    public static func isSite(_ folder: String) -> Bool {
        guard let names = try? FileSystem.list(folder) else { return false }
        return names.contains { FileSystem.kind(of: "\(folder)/\($0)/app.yml") == .file }
    }

    /// The sites in the folders below the current one, which `Site` itself is not.
    static func below() -> [String] {
        let names = (try? FileSystem.list(".")) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { "\($0)/Site" }.filter(isSite)
    }
}
