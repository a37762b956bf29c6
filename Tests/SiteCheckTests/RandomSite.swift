import AppLinks
import Diagnostics
import JSON
import LinkAssociation
import LinkDefinitions
import LinkRouting
import Release
import SiteModel
import TestSupport
import TextEncoding

@testable import SiteBuilder

/// A site of random links, with everything that is derived from it: what the association file claims, and what the server
/// answers.
struct RandomSite {
    let app: App
    let recognizer: LinkRecognizer
    let landing: Landing
    let association: JSONValue
    let matchers: [String: AppleLinkMatcher]
    /// The apps as `app.yml` lists them.
    let appIDs, packages: [String]

    /// Writes a site of random links, reads it and makes its routes.
    ///
    /// - Throws: `DiagnosticReport` where a build would refuse it.
    init(_ random: inout SeededGenerator) throws {
        let folder = try TemporaryFolder()
        appIDs = Array(Self.appIDs.prefix(1 + random.below(3)))
        packages = Array(Self.packages.prefix(random.below(4)))
        try folder.write(Self.appFile(appIDs, packages, &random), to: "Site/t/app.yml")
        for page in Self.pages {
            try folder.write("---\ntitle: T\nstart: form\n---\n# form\nWords.\n", to: "Site/t/\(page).md")
        }
        let (site, _) = try SiteReader.read("\(folder.path)/Site")
        app = site.apps[0]
        recognizer = LinkRecognizer(app.linkSet)
        let names = Set(
            Self.pages.map { "\($0).html" } + [
                "404.html", AssociationFile.apple, AssociationFile.android, AssociationFile.passkeys,
            ])
        let contents = ReleaseContents(apps: [
            AppContents(
                name: app.name, hosts: app.hosts, routes: try RouteTable(app: app).routes(), notFound: "404.html",
                files: names.sorted().map {
                    FileContents(name: $0, type: "text/html", headers: [], bytes: Array($0.utf8))
                }, appFiles: [:])
        ])
        landing = try Landing(LoadedRelease(contents).manifest)
        association = AssociationFiles.apple(app.linkSet) ?? .null
        var matchers: [String: AppleLinkMatcher] = [:]
        if let file = AppleAssociationFile(association) {
            for host in app.hosts {
                matchers[host] = AppleLinkMatcher(file, domain: host, appID: appIDs[0])
            }
        }
        self.matchers = matchers
    }

    // MARK: - Definitions

    private static let pages = ["one", "two", "three"]
    private static let segments = ["a", "b", "one", "~c", "d%20e", "open-house"]
    private static let names = ["k", "m", "token"]
    private static let values = ["1", "2", "x%20y"]

    private static let appIDs = ["ABCDE12345.example.t", "ABCDE12345.example.t.beta", "FGHIJ67890.example.t"]
    private static let packages = ["example.t", "example.t.beta", "example.second"]

    /// The certificates of a package; every one has others.
    static func certificates(of package: String) -> [String] {
        ["AA", package == "example.t" ? "BB" : "CC"].prefix(package == "example.second" ? 1 : 2)
            .map { Array(repeating: $0, count: 32).joined(separator: ":") }
    }

    private static func appFile(_ appIDs: [String], _ packages: [String], _ random: inout SeededGenerator) -> String {
        let hosts = ["t.example", "www.t.example", "links.t.example"].prefix(1 + random.below(3))
        var text = """
            name: T
            hosts: [\(hosts.joined(separator: ", "))]
            ios: { \(appIDs.count == 1 ? "app-id: \(appIDs[0])" : "app-ids: [\(appIDs.joined(separator: ", "))]"), scheme: t }

            """
        if !packages.isEmpty {
            text += "android:\n  packages:\n"
            for package in packages {
                text += "    - { package: \(package), sha256: \(certificates(of: package)) }\n"
            }
        }
        let passkeys = ["/passkeys", "/a/b/passkeys", "https://t.example/e"]
        if random.below(2) == 0 {
            text += "elsewhere: [/passkeys, /a/b/passkeys]\npasskeys: { enroll: \"\(random.one(of: passkeys))\" }\n"
        }
        text += "links:\n"
        for number in 0...random.below(4) {
            let templates = (0...random.below(3)).map { _ in "\"\(template(&random))\"" }
            text += "  link-\(number):\n    web: [\(templates.joined(separator: ", "))]\n"
            let hasPage = random.below(8) > 0
            let lands = random.below(6) == 0
            if hasPage { text += "    page: \(random.one(of: pages))\n" }
            if !hasPage || lands || random.below(2) == 0 { text += "    app: \"t://link-\(number)\"\n" }
            if lands { text += "    landing: redirect\n" }
        }
        return text
    }

    private static func template(_ random: inout SeededGenerator) -> String {
        var parameters = ["p", "q", "r", "s", "t", "u", "v", "w", "x"]
        func parameter() -> String { "{\(parameters.removeFirst())}" }
        var text = ""
        for index in 0...random.below(3) {
            text += "/" + (random.below(index == 0 ? 10 : 3) == 0 ? parameter() : random.one(of: segments))
        }
        for (mark, odds) in [("?", 3), ("#", 4)] where random.below(odds) > (mark == "?" ? 0 : 2) {
            var left = names
            let items = (0...random.below(2)).map { _ in
                let name = left.remove(at: random.below(left.count))
                return "\(name)=\(random.below(2) == 0 ? random.one(of: values) : parameter())"
            }
            text += mark + items.joined(separator: "&")
        }
        return text
    }

    // MARK: - Addresses

    /// An address near one of the links: as a mail would carry it, or a little off.
    func address(_ random: inout SeededGenerator) -> String {
        let templates = app.linkSet.links.flatMap(\.web)
        var (path, query, fragment) = parts(of: templates[random.below(templates.count)], &random)
        for _ in 0..<random.below(4) {
            switch random.below(14) {
            case 0: path += "/"
            case 1: path = "/" + path
            case 2: path += "/" + random.one(of: Self.segments)
            case 3: path = "/" + path.split(separator: "/").joined(separator: "//")
            case 4: path = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
            case 5: query.insert("utm_source=mail", at: random.below(query.count + 1))
            case 6: query.append("\(random.one(of: Self.names))=\(random.one(of: Self.values + [""]))")
            case 7: query.append(random.one(of: Self.names))
            case 8: if !query.isEmpty { query.remove(at: random.below(query.count)) }
            case 9: query.shuffle(using: &random)
            case 10: fragment.append("\(random.one(of: Self.names))=\(random.one(of: Self.values + [""]))")
            case 11: fragment.shuffle(using: &random)
            case 12:
                // What belongs to another link as well.
                let other = parts(of: templates[random.below(templates.count)], &random)
                query += other.query
                fragment += other.fragment
            default: path = path.uppercased()
            }
        }
        return "https://\(app.hosts[random.below(app.hosts.count)])\(path)"
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
            + (fragment.isEmpty ? "" : "#" + fragment.joined(separator: "&"))
    }

    private func parts(
        of template: URLTemplate, _ random: inout SeededGenerator
    ) -> (path: String, query: [String], fragment: [String]) {
        var values: [String: String] = [:]
        for name in template.parameters { values[name] = random.one(of: ["v", "1", "a/b", "é", "a b", "one"]) }
        let filled = template.expanded(with: values).flatMap { URLParts("https://t.example\($0)") }
        func items(_ text: String?) -> [String] { text.map { $0.split(separator: "&").map(String.init) } ?? [] }
        return (filled?.path ?? "/", items(filled?.query), items(filled?.fragment))
    }
}

extension SeededGenerator {
    mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }
}
