import SiteBuilder
import SiteModel

/// The apps of a site that the preview builds: all of a small site, otherwise those that were opened.
struct ShownApps: Sendable {
    /// The maximum number of apps of a site that is built completely.
    static let maximumAtOnce = 16

    private let site: SiteBuild
    private var folder: SiteFolder
    private var opened: Set<String>
    /// The names of the apps that are built, in the order of the folder.
    private(set) var names: [String] = []
    /// The names of the apps that are not built until they are opened, in the order of the folder.
    private(set) var others: [String] = []

    /// The apps in `opened` are built in any case; if there is none, the first app of a large site is.
    init(in site: SiteBuild, opened: [String]) {
        self.site = site
        self.opened = Set(opened)
        folder = SiteFolder(site.site, environment: site.environment)
        divide()
    }

    /// Includes an app, if the site has one with this name.
    mutating func open(_ app: String) {
        opened.insert(app)
        divide()
    }

    mutating func list() {
        folder = SiteFolder(site.site, environment: site.environment)
        divide()
    }

    private mutating func divide() {
        let all = folder.names
        if all.count <= Self.maximumAtOnce {
            opened.formUnion(all)
        } else if opened.isDisjoint(with: all), let first = all.first {
            opened.insert(first)
        }
        names = all.filter(opened.contains)
        others = all.filter { !opened.contains($0) }
    }

    var sources: SiteSources { SiteSources(folder, apps: names) }

    /// The places to watch for changes: the apps that are built, the templates, and the list of apps.
    var watched: SourceWatch.Places {
        let templates = site.templates ?? site.templatesBeside
        if others.isEmpty { return SourceWatch.Places(folders: [site.site, templates]) }
        return SourceWatch.Places(folders: names.map { "\(site.site)/\($0)" } + [templates], lists: [site.site])
    }
}
