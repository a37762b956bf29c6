/// Whether one pattern matches everything that another matches.
enum PatternInclusion {
    /// Above this many steps, multiplied, comparing two patterns is not worth the time.
    private static let mostWork = 250_000

    /// Whether `outer` certainly matches every text that `inner` does. A true answer is proven; a false one may only
    /// mean that it could not be seen step by step.
    static func certainly(_ outer: [PatternElement], includes inner: [PatternElement]) -> Bool {
        guard outer.count * inner.count <= mostWork else { return false }
        // reachable[j]: the inner steps so far are covered by the first j outer steps.
        var reachable = [Bool](repeating: false, count: outer.count + 1)
        reachable[0] = true
        skipStars(&reachable, outer)
        for step in inner {
            var next = [Bool](repeating: false, count: outer.count + 1)
            for index in outer.indices where reachable[index] {
                if outer[index] == .star {
                    next[index] = true
                } else if covers(outer[index], step) {
                    next[index + 1] = true
                }
            }
            skipStars(&next, outer)
            reachable = next
        }
        return reachable[outer.count]
    }

    /// A star may take in nothing.
    private static func skipStars(_ reachable: inout [Bool], _ outer: [PatternElement]) {
        for index in outer.indices where reachable[index] && outer[index] == .star { reachable[index + 1] = true }
    }

    private static func covers(_ outer: PatternElement, _ inner: PatternElement) -> Bool {
        switch (outer, inner) {
        case (.any, .scalar), (.any, .any), (.any, .oneOf): true
        case (.oneOf(let characters), .scalar(let scalar)): characters.contains(scalar)
        case (.oneOf(let outer), .oneOf(let inner)): outer.contains(inner)
        case (.nothing, _): false
        default: outer == inner
        }
    }
}
