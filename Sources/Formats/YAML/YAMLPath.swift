package import Configuration

/// The result of following a path such as `links.reset-password.web[0]`.
struct PathEnd {
    /// The value, or the nearest enclosing one that exists.
    var node: ConfigurationNode
    /// The key of `node`, or of the list that contains it.
    var key: ConfigurationNode?
    var isComplete: Bool
}

extension ConfigurationNode {
    /// The value at a path of keys and list indices, as in `links.reset-password.web[0]`.
    ///
    /// A key may itself contain dots; the longest matching key is followed. `[0]` of a value that is not a list is the
    /// value itself, since a single value is often accepted as a list of one.
    package func node(at path: String) -> ConfigurationNode? {
        let end = follow(path)
        return end.isComplete ? end.node : nil
    }

    func follow(_ path: String) -> PathEnd {
        var end = PathEnd(node: self, key: nil, isComplete: true)
        var rest = path[...]
        while !rest.isEmpty {
            if rest.first == "." { rest.removeFirst() }
            guard let step = rest.first == "[" ? end.node.item(rest) : end.node.member(rest) else {
                end.isComplete = false
                return end
            }
            end.node = step.node
            end.key = step.key ?? end.key
            rest = step.rest
        }
        return end
    }

    private typealias Step = (key: ConfigurationNode?, node: ConfigurationNode, rest: Substring)

    private func item(_ path: Substring) -> Step? {
        guard let close = path.firstIndex(of: "]"), let index = Int(path[..<close].dropFirst()) else { return nil }
        let rest = path[path.index(after: close)...]
        guard case .sequence(let items) = kind else { return index == 0 ? (nil, self, rest) : nil }
        return items.indices.contains(index) ? (nil, items[index], rest) : nil
    }

    private func member(_ path: Substring) -> Step? {
        var best: Step?
        var longest = -1
        for member in members {
            guard let key = member.key.text, key.utf8.count > longest, path.hasPrefix(key) else { continue }
            let rest = path.dropFirst(key.count)
            guard rest.isEmpty || rest.first == "." || rest.first == "[" else { continue }
            best = (member.key, member.value, rest)
            longest = key.utf8.count
        }
        return best
    }
}
