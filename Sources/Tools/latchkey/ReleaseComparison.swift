import JSON
import LinkAssociation
import Release

/// The result of `latchkey release diff`.
struct ReleaseComparison {
    let old: String
    let new: String
    let addresses: [ReleaseDifference.Change]
    let links: [LinkChange]

    init(from old: LoadedRelease, to new: LoadedRelease) {
        (self.old, self.new) = (old.manifest.id, new.manifest.id)
        addresses = ReleaseDifference(from: old.manifest, to: new.manifest).changes
        let (before, after) = (Self.associations(in: old), Self.associations(in: new))
        links = Set(before.keys).union(after.keys).sorted().flatMap { host in
            let none = LinkChange.Files(apple: nil, android: nil)
            return LinkChange.find(from: before[host] ?? none, to: after[host] ?? none, host: host)
        }
    }

    /// The association files by host.
    private static func associations(in release: LoadedRelease) -> [String: LinkChange.Files] {
        var files: [String: LinkChange.Files] = [:]
        for (index, app) in release.manifest.apps.enumerated() {
            func value(_ name: String) -> JSONValue? {
                release.content(at: "/.well-known/\(name)", of: index).flatMap { try? JSONDocument(parsing: $0).value }
            }
            let pair = LinkChange.Files(
                apple: value("apple-app-site-association"), android: value("assetlinks.json"))
            for host in app.hosts { files[host] = pair }
        }
        return files
    }

    func show(_ format: Format) -> Int32 {
        let lines =
            addresses.map { "\($0.kind.rawValue): \($0.address)\n" }
            + links.map { change in
                "\(change.opens ? "opens now" : "opens no longer"): \(change.address) "
                    + "in \(change.app) (\(change.platform.rawValue))\n"
            }
        return format.show(
            result: [
                "old": .string(old), "new": .string(new),
                "addresses": .array(
                    addresses.map { ["address": .string($0.address), "state": .string($0.kind.rawValue)] }),
                "links": .array(
                    links.map { change in
                        [
                            "address": .string(change.address), "platform": .string(change.platform.rawValue),
                            "app": .string(change.app), "opens": .bool(change.opens),
                        ]
                    }),
            ],
            summary: lines.isEmpty ? "The two releases answer alike.\n" : lines.joined())
    }
}
