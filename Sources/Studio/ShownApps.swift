import SiteBuilder
import SiteModel

/// Which apps of a site the preview reads and builds: all of a few, and of many those that somebody has opened.
struct ShownApps: Sendable {
    /// A site with no more apps than this is built whole.
    static let mostAtOnce = 16

    private let site: SiteBuild
    private var folder: SiteFolder
    private var opened: Set<String>
    /// The names of the apps that are built, in the order of the folder.
    private(set) var names: [String] = []
    /// The names of the apps that are built when they are opened, in the order of the folder.
    private(set) var others: [String] = []

    /// - Parameters:
    ///   - site: names the folder.
    ///   - opened: the names of apps that are shown however many there are; without one the first app of many is.
    init(in site: SiteBuild, opened: [String]) {
        self.site = site
        self.opened = Set(opened)
        folder = SiteFolder(site.site, environment: site.environment)
        divide()
    }

    /// Has an app shown from now on; false where the site has none of the name.
    mutating func open(_ app: String) -> Bool {
        guard folder.names.contains(app) else { return false }
        opened.insert(app)
        divide()
        return true
    }

    /// Looks at the folder again.
    mutating func list() {
        folder = SiteFolder(site.site, environment: site.environment)
        divide()
    }

    private mutating func divide() {
        let all = folder.names
        if all.count <= Self.mostAtOnce {
            opened.formUnion(all)
        } else if opened.isDisjoint(with: all), let first = all.first {
            opened.insert(first)
        }
        names = all.filter(opened.contains)
        others = all.filter { !opened.contains($0) }
    }

    /// The files of the apps that are shown.
    var sources: SiteSources { SiteSources(folder, apps: names) }

    /// What has to be looked at to know of a change: no more than is shown, and which apps there are.
    var watched: SourceWatch.Places {
        let templates = site.templates ?? site.templatesBeside
        if others.isEmpty { return SourceWatch.Places(folders: [site.site, templates]) }
        return SourceWatch.Places(folders: names.map { "\(site.site)/\($0)" } + [templates], lists: [site.site])
    }
}
