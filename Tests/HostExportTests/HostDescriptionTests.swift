import AppLinks
import Release
import Testing

@testable import HostExport

@Suite("A host's description")
struct HostDescriptionTests {
    @Test("every announcement says what differs and what it means", arguments: Host.allCases)
    func announcements(_ host: Host) throws {
        let link = OpenLink(web: try URLTemplate(parsing: "/i/{code}?token={token}"), app: nil)
        let app = AppContents(
            name: "harbour", hosts: ["harbour.example"], routes: [Route(path: "/open/invite", answer: .open(link))],
            notFound: "404.html", files: [FileContents(name: "404.html", type: "text/html", headers: [], bytes: [])])
        let description = HostDescription.of(host)
        let announcements = description.announcements(for: LoadedRelease(ReleaseContents(apps: [app])).manifest)
        #expect(!description.name.isEmpty)
        #expect(announcements.isEmpty == (host == .container))
        for announcement in announcements {
            for text in [announcement.rule, announcement.difference, announcement.meaning] {
                #expect(!text.isEmpty && !text.contains("{{"), "\(announcement)")
            }
        }
    }

    @Test("announcements about parameters need a link that has them")
    func conditions() {
        let rules = HostDescription.of(.nginx).announcements(for: Manifest(apps: [])).map(\.rule)
        #expect(!rules.contains { $0.hasPrefix("/open/") || $0 == "paths below a value" })
        #expect(rules.contains("refusals"))
    }

    @Test("every problem has a fix, with its values", arguments: HostFixes.Kind.allCases)
    func fixes(_ kind: HostFixes.Kind) {
        for host in Host.allCases.map(Optional.some) + [nil] {
            let values = ["type": "text/plain", "name": "Link", "value": "x", "agents": "browsers"]
            let fix = HostFixes(host: host, path: "/a")(kind, values)
            #expect(fix.hasSuffix(".") && !fix.contains("{{"), "\(String(describing: host)): \(fix)")
        }
    }

    @Test("a long value is truncated")
    func truncation() {
        let fix = HostFixes(host: nil, path: "/a")(.field, ["name": "N", "value": String(repeating: "x", count: 121)])
        #expect(fix == "Have the host send 'N: \(String(repeating: "x", count: 100))…'.")
    }

    @Test("descriptions name only hosts and problems that exist")
    func names() {
        let problems = Set(HostFixes.Kind.allCases.map(\.rawValue))
        for host in Host.allCases {
            #expect(problems.isSuperset(of: HostDescription.of(host).fixes.keys), "\(host)")
        }
    }
}
