import AppLinks
import JSON

/// The components that claim a link's URL template on Apple's systems.
enum AppleClaims {
    /// The components in the required order: excludes first, then claims.
    static func components(for template: URLTemplate, comment: String) -> [JSONValue] {
        let comment = JSONValue.string(comment)
        let excludes = deeperPatterns(template).map { pattern -> JSONValue in
            ["/": .string(pattern), "exclude": true, "comment": comment]
        }
        var claim: JSONObject = ["/": .string(pattern(template.path))]
        if !template.query.isEmpty {
            claim["?"] = .object(JSONObject(template.query.map { ($0.name, .string($0.value.text { _ in "?*" })) }))
        }
        guard !template.fragment.isEmpty else {
            claim["comment"] = comment
            return excludes + [.object(claim)]
        }
        return excludes
            + fragmentPatterns(template.fragment).map { fragment in
                var claim = claim
                claim["#"] = .string(fragment)
                claim["comment"] = comment
                return .object(claim)
            }
    }

    private static func pattern(_ path: [URLTemplate.Part], deeperAt deeper: Int? = nil) -> String {
        "/"
            + path.enumerated().map { index, segment in
                segment.text { _ in index == deeper ? "?*/?*" : "?*" }
            }.joined(separator: "/")
    }

    /// The patterns to exclude first: a star matches slashes too, while a parameter is a single segment.
    private static func deeperPatterns(_ template: URLTemplate) -> [String] {
        var patterns: [String] = []
        for index in template.path.indices {
            guard template.path[index].isParameter else { continue }
            let deeper = pattern(template.path, deeperAt: index)
            // Adjacent parameters result in the same pattern.
            if !patterns.contains(deeper) { patterns.append(deeper) }
        }
        return patterns
    }

    /// The patterns of a fragment, one for each order of its items: Apple matches a fragment as one text, while its
    /// items may come in any order and among others. Of more than three items, the conditions and then the first
    /// parameters are used.
    static func fragmentPatterns(_ items: [URLTemplate.Item]) -> [String] {
        let conditions = items.filter { !$0.value.isParameter }
        let chosen = Array((conditions + items.filter(\.value.isParameter)).prefix(3))
        let ordered = items.filter(chosen.contains)
        return permutations(ordered).map { order in
            order.reduce("*") { text, item in
                text + "\(item.name)=" + (item.value.isParameter ? "?*" : item.value.text { $0 } + "*")
            }
        }
    }

    private static func permutations(_ items: [URLTemplate.Item]) -> [[URLTemplate.Item]] {
        guard items.count > 1 else { return [items] }
        return items.indices.flatMap { index in
            var rest = items
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}
