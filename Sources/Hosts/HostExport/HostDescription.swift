internal import AppLinks
internal import Configuration
internal import Release
internal import TemplateFiles

/// The texts about a host that depend on no release, from `Templates/hosts/<host>.yml`.
struct HostDescription: KeyedReadable {
    let name: String
    /// The fixes by problem, with `{{…}}` for values.
    let fixes: [String: String]
    private let announcements: [DeclaredAnnouncement]
    private let commands: [Command]
    /// The command that reloads a server with a new certificate; nil if the host obtains certificates itself.
    private let reload: String?

    static let keyTable = KeyTable.open

    init(_ keys: KeyedReader) {
        name = keys["name"] ?? ""
        fixes = Dictionary((keys["fixes"] ?? OrderedMap<String>()).map { ($0.key.value, $0.value) }) { $1 }
        announcements = keys["announcements"] ?? []
        commands = keys["commands"] ?? []
        reload = keys["reload"]
    }

    /// The description of hosts that are not recognised, whose fixes also serve where a host has none of its own.
    static let unknown: HostDescription = TemplateSources.builtIn("hosts/any.yml")

    private static let all = Dictionary(
        uniqueKeysWithValues: Host.allCases.map {
            ($0, TemplateSources.builtIn("hosts/\($0.rawValue).yml") as HostDescription)
        })

    static func of(_ host: Host) -> HostDescription { all[host] ?? unknown }

    /// Returns the differences from `latchkey-server` that apply to a release.
    func announcements(for manifest: Manifest) -> [Announcement] {
        announcements.compactMap { $0.announcement(of: name, for: manifest) }
    }

    /// Returns the commands that publish an export, one a line.
    func commands(for source: ExportSource) -> [String] {
        let apps = source.apps
        let lines = commands.flatMap { command in
            command.isForEachApp
                ? apps.flatMap { app in
                    command.lines.map { $0.filled(["app": app.name, "domain": app.hosts[0]]) }
                } : command.lines.map { $0.filled(["root": source.root]) }
        }
        return lines + (reload.map { reload in apps.map { AppCertificate(of: $0).command(reload: reload) } } ?? [])
    }

    /// Commands to run once, or for each app.
    private struct Command: ConfigurationReadable {
        let isForEachApp: Bool
        let lines: [String]

        init?(reading value: ConfigurationValue) {
            if case .mapping = value.node.kind { isForEachApp = true } else { isForEachApp = false }
            let lines: [String]? =
                isForEachApp
                ? value.keyed(.open) { $0.required("for-each-app") } : String(reading: value).map { [$0] }
            guard let lines else { return nil }
            self.lines = lines
        }
    }
}

/// An announcement as a host's description declares it, with `{{host}}` for the host's name.
private struct DeclaredAnnouncement: KeyedReadable {
    /// The links without which an announcement does not concern a release.
    enum Condition: String, CaseIterable {
        case links
        /// A page with a parameter in its path.
        case pathParameters = "path-parameters"
        /// A page that the query selects.
        case queryConditions = "query-conditions"
        case redirects
    }

    /// The name of the announcement in `announcements.yml` that the other values override.
    private let like: String?
    private let condition: Condition?
    private let weight: Announcement.Weight?
    private let rule: String?
    private let difference: String?
    private let meaning: String?
    private let coverage: [Announcement.Coverage]?

    static let keyTable = KeyTable.open

    init(_ keys: KeyedReader) {
        like = keys["like"]
        condition = keys.value("when")?.word()
        weight = keys.value("weight")?.word()
        rule = keys["rule"]
        difference = keys["difference"]
        meaning = keys["meaning"]
        coverage = keys.value("cases")?.items?.compactMap(Self.coverage)
    }

    private static func coverage(_ value: ConfigurationValue) -> Announcement.Coverage? {
        value.keyed(.open) { keys in
            let aspects: [ConformanceCase.Aspect]? = keys.value("aspects")?.items?.compactMap { $0.word() }
            let parts: [String]? = keys["parts"]
            let statuses: [Int]? = keys["statuses"]
            return Announcement.Coverage(
                aspects: aspects.map(Set.init), parts: parts.map(Set.init),
                statuses: statuses.flatMap { $0.count == 2 ? $0[0]...$0[1] : nil })
        }
    }

    private static let shared: OrderedMap<DeclaredAnnouncement> = TemplateSources.builtIn("hosts/announcements.yml")

    func announcement(of host: String, for manifest: Manifest) -> Announcement? {
        let base = like.flatMap { Self.shared[$0] }
        guard (condition ?? base?.condition)?.holds(for: manifest) ?? true else { return nil }
        func text(_ part: KeyPath<DeclaredAnnouncement, String?>) -> String {
            (self[keyPath: part] ?? base?[keyPath: part] ?? "").filled(["host": host])
        }
        return Announcement(
            weight ?? base?.weight ?? .note, text(\.rule), text(\.difference), meaning: text(\.meaning),
            coverage ?? base?.coverage ?? [])
    }
}

extension DeclaredAnnouncement.Condition {
    fileprivate func holds(for manifest: Manifest) -> Bool {
        manifest.apps.flatMap(\.routes).contains { route in
            switch self {
            case .links: route.answer.link != nil
            case .pathParameters: route.answer.file != nil && route.path.hasParameters
            case .queryConditions: route.answer.file != nil && route.dependsOnQuery
            case .redirects: if case .redirect = route.answer { true } else { false }
            }
        }
    }
}
