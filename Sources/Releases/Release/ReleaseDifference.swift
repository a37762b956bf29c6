internal import AppLinks
internal import TextEncoding

/// The addresses that two releases answer differently: those that a cache in front of the servers has to forget.
package struct ReleaseDifference: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case added, changed, removed }

    package struct Change: Hashable, Sendable {
        package let kind: Kind
        /// The URL, with `{name}` for a parameter in its path; `https://<host>/*` for all addresses that are unknown.
        package let address: String
    }

    /// The changes, sorted by address.
    package let changes: [Change]

    package init(from old: Manifest, to new: Manifest) {
        let (before, after) = (Self.answers(of: old), Self.answers(of: new))
        changes = Set(before.keys).union(after.keys).sorted().compactMap { address in
            let (was, becomes) = (before[address], after[address])
            if was == becomes { return nil }
            return Change(kind: was == nil ? .added : becomes == nil ? .removed : .changed, address: address)
        }
    }

    /// What a server sends for a route, as far as the manifest says it.
    private struct Answer: Hashable {
        let conditions: [String: String]
        let required: [String]
        let file: Content?
        /// The answer itself if it is no file.
        let other: Route.Answer?
    }

    private struct Content: Hashable {
        let type: String
        let hash: String
        let headers: [HeaderField]

        init(_ file: ReleasedFile) { (type, hash, headers) = (file.type, file.hash, file.headers) }
    }

    private static func answers(of manifest: Manifest) -> [String: [Answer]] {
        var answers: [String: [Answer]] = [:]
        for app in manifest.apps {
            let files = Dictionary(app.files.map { ($0.name, Content($0)) }) { first, _ in first }
            for host in app.hosts {
                for route in app.routes {
                    let file = route.answer.file
                    answers["https://\(host)\(route.path.text)", default: []].append(
                        Answer(
                            conditions: route.conditions, required: route.required, file: file.flatMap { files[$0] },
                            other: file == nil ? route.answer : nil))
                }
                answers["https://\(host)/*"] = [
                    Answer(conditions: [:], required: [], file: files[app.notFound], other: nil)
                ]
            }
        }
        return answers
    }
}
