import JSON
import LinkAssociation
import Release
import Studio

/// The result of `latchkey release diff`.
struct ReleaseComparison {
    let old: String
    let new: String
    let addresses: [ReleaseDifference.Change]
    let links: [LinkChange]

    init(from old: LoadedRelease, to new: LoadedRelease) {
        (self.old, self.new) = (old.manifest.id, new.manifest.id)
        addresses = ReleaseDifference(from: old.manifest, to: new.manifest).changes
        links = StoryboardDifference.links(
            from: StoryboardDifference.associations(in: old), to: StoryboardDifference.associations(in: new))
    }

    func show(_ format: Format) -> Int32 {
        let lines =
            addresses.map { "\($0.kind.rawValue): \($0.address)\n" }
            + links.map { "\($0.sentence)\n" }
        return format.show(
            result: [
                "old": .string(old), "new": .string(new),
                "addresses": .array(
                    addresses.map { ["address": .string($0.address), "state": .string($0.kind.rawValue)] }),
                "links": .array(links.map(\.json)),
            ],
            summary: lines.isEmpty ? "The two releases answer alike.\n" : lines.joined())
    }
}

extension LinkChange {
    var json: JSONValue {
        [
            "address": .string(address), "platform": .string(platform.rawValue), "app": .string(app),
            "opens": .bool(opens),
        ]
    }
}
