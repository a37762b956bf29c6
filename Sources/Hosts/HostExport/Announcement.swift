/// A difference between a host and `latchkey-server`, announced when a release is exported.
package struct Announcement: Hashable, Sendable {
    /// The cases of the conformance suite that a difference affects; nil stands for all.
    package struct Coverage: Hashable, Sendable {
        var aspects: Set<ConformanceCase.Aspect>?
        /// The parts of the response: `status`, `body`, or field names in lower case.
        var parts: Set<String>?
        var paths: Set<String>?
        /// The statuses that the host may respond with.
        var statuses: ClosedRange<Int>?

        func applies(to conformanceCase: ConformanceCase) -> Bool {
            aspects?.contains(conformanceCase.aspect) != false
                && paths?.contains(conformanceCase.request.path) != false
        }
    }

    package enum Weight: String, Hashable, Sendable, CaseIterable {
        /// An app is of no use on this host.
        case failure
        /// Visitors can notice it, or a protection is missing.
        case warning
        /// Noticeable only in the response's header fields.
        case note
    }

    package let weight: Weight
    /// The rule that differs, in a few words: `/open/ on iPhones`.
    package let rule: String
    /// The host's behaviour, as a sentence.
    package let difference: String
    /// The consequence for visitors, as a sentence.
    package let meaning: String
    /// The affected cases; empty if no request can show the difference.
    let coverage: [Coverage]

    init(_ weight: Weight, _ rule: String, _ difference: String, meaning: String, _ coverage: [Coverage] = []) {
        self.weight = weight
        self.rule = rule
        self.difference = difference
        self.meaning = meaning
        self.coverage = coverage
    }

    func covers(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        coverage.contains { coverage in
            coverage.applies(to: conformanceCase) && coverage.parts?.contains(difference.part) != false
                && (difference.status.flatMap { coverage.statuses?.contains($0) } ?? true)
        }
    }
}
