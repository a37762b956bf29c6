package import AuthContracts

extension Contract {
    /// The contract as a page runs it: the operations that it starts, without what no page shows.
    ///
    /// A page says that a password is too weak, and lists what it has to have; what this one lacks is for apps. A rule
    /// goes where the next one takes the same answers to the same outcome.
    ///
    /// - Parameter names: the operations that the page starts.
    /// - Returns: a contract that comes to the same outcomes for the same answers.
    package func pruned(to names: Set<String>) -> Contract {
        var pruned = self
        pruned.lacks = []
        pruned.operations = operations.filter { names.contains($0.name) }
        for operation in pruned.operations.indices {
            for step in pruned.operations[operation].steps.indices {
                var rules = pruned.operations[operation].steps[step].rules
                for index in rules.indices { rules[index].missing = nil }
                pruned.operations[operation].steps[step].rules = rules.enumerated().filter { index, rule in
                    index + 1 == rules.count || !rule.isTaken(by: rules[index + 1])
                }.map(\.element)
            }
        }
        return pruned
    }
}

extension Contract.Rule {
    /// Whether another rule comes to the same for every answer that this one is for.
    fileprivate func isTaken(by other: Contract.Rule) -> Bool {
        let isPlain = keep.isEmpty && other.keep.isEmpty && wait == nil && other.wait == nil && other.headers.isEmpty
        guard isPlain, outcome == other.outcome else { return false }
        let hasStatus = other.statuses.isEmpty || !statuses.isEmpty && statuses.allSatisfy(other.statuses.contains)
        return hasStatus
            && other.tests.allSatisfy { wanted in
                tests.contains { $0.pointer == wanted.pointer && $0.test.implies(wanted.test) }
            }
    }
}
