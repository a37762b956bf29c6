/// Decides whether one pattern matches everything that another matches.
enum PatternInclusion {
    /// The maximum product of the numbers of elements; comparing longer patterns is not worth the time.
    private static let maximumWork = 250_000

    /// Whether `outer` certainly matches every text that `inner` matches. True is proven; false may only mean that an
    /// element-by-element comparison could not prove it.
    static func certainly(
        _ outer: [PatternElement], includes inner: [PatternElement], _ variables: [PatternVariable]
    ) -> Bool {
        guard outer.count * inner.count <= maximumWork else { return false }
        // reachable[j]: the inner elements so far are covered by the first j outer elements.
        var reachable = [Bool](repeating: false, count: outer.count + 1)
        reachable[0] = true
        skipStars(&reachable, outer)
        for step in inner {
            var next = [Bool](repeating: false, count: outer.count + 1)
            for index in outer.indices where reachable[index] {
                if outer[index] == .star {
                    next[index] = true
                } else if covers(outer[index], step, variables) {
                    next[index + 1] = true
                }
            }
            skipStars(&next, outer)
            reachable = next
        }
        return reachable[outer.count]
    }

    /// A star can match the empty text.
    private static func skipStars(_ reachable: inout [Bool], _ outer: [PatternElement]) {
        for index in outer.indices where reachable[index] && outer[index] == .star { reachable[index + 1] = true }
    }

    private static func covers(_ outer: PatternElement, _ inner: PatternElement, _ variables: [PatternVariable]) -> Bool
    {
        switch (outer, inner) {
        case (.nothing, _): return false
        case (.any, .scalar): return true
        case (.any, .variable(let inner)): return variables[inner].scalars != nil
        case (.variable(let outer), .scalar): return variables[outer].scalars?.contains(inner) == true
        case (.variable(let outer), .variable(let inner)) where outer != inner:
            guard let outer = variables[outer].scalars, let inner = variables[inner].scalars else { return false }
            return outer.isSuperset(of: inner)
        default: return outer == inner
        }
    }
}
