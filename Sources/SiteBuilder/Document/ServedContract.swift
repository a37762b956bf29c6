import AuthContracts

extension Contract {
    /// The contract as a page runs it: the operations that it starts, without what no page shows.
    ///
    /// A page tells that a password is too weak, and lists what it has to have; what this one lacks is for apps. A rule
    /// goes where the next one takes the same answers to the same outcome.
    func served(_ names: Set<String>) -> Contract {
        var served = self
        served.lacks = []
        served.operations = operations.filter { names.contains($0.name) }
        for operation in served.operations.indices {
            for step in served.operations[operation].steps.indices {
                var rules = served.operations[operation].steps[step].rules
                for index in rules.indices { rules[index].missing = nil }
                served.operations[operation].steps[step].rules = rules.enumerated().filter { index, rule in
                    index + 1 == rules.count || !rule.isTaken(by: rules[index + 1])
                }.map(\.element)
            }
        }
        return served
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

extension ValueTest {
    private var alternatives: [ValueTest] {
        if case .any(let tests) = self { tests.flatMap(\.alternatives) } else { [self] }
    }

    /// Whether every value that passes this test passes another; false where that is not plain to see.
    fileprivate func implies(_ other: ValueTest) -> Bool {
        alternatives.allSatisfy { one in
            other.alternatives.contains { another in
                if one == another { return true }
                guard case .text(let text) = one, case .text(let wanted) = another else { return false }
                return text.text.hasPiece(containing: wanted.text)
            }
        }
    }
}

extension String {
    /// Whether a test of a text has a piece in which all of another test, `~expired`, stands.
    fileprivate func hasPiece(containing other: String) -> Bool {
        guard other.first == "~", let piece = Optional(other.dropFirst().asciiLowercased), !piece.isEmpty else {
            return false
        }
        // How long to wait and what to keep are caught by holes, and would be lost.
        if contains(":seconds}") || contains(":text}") { return false }
        return split { "…{}~".contains($0) }.contains { $0.asciiLowercased.contains(piece) }
    }
}

extension StringProtocol {
    fileprivate var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }))
    }
}
