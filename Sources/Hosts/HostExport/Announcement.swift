/// A difference between a host and `latchkey-server`, announced when a release is exported.
package struct Announcement: Hashable, Sendable {
    /// The cases of the conformance suite that a difference affects.
    package struct Coverage: Hashable, Sendable {
        /// The aspects of the cases.
        package var aspects: Set<ConformanceCase.Aspect>
        /// The parts of the response: `status`, `body`, or field names in lower case; nil for all.
        package var parts: Set<String>?
        /// The affected paths; nil for all.
        package var paths: Set<String>?
        /// The statuses that the host may respond with; nil for any.
        package var statuses: ClosedRange<Int>?
    }

    /// The severity of a difference.
    package enum Weight: String, Hashable, Sendable, CaseIterable {
        /// Visitors can notice it, or a protection is missing.
        case warning
        /// Noticeable only in the response's header fields.
        case note
    }

    /// The severity.
    package var weight: Weight
    /// The rule that differs, in a few words: `/open/ on iPhones`.
    package var rule: String
    /// The host's behaviour, as a sentence.
    package var difference: String
    /// The consequence for visitors, as a sentence.
    package var meaning: String
    /// The affected cases; empty if no request can show the difference.
    package var coverage: [Coverage]

    init(
        _ weight: Weight, _ rule: String, _ difference: String, meaning: String, _ coverage: [Coverage] = []
    ) {
        self.weight = weight
        self.rule = rule
        self.difference = difference
        self.meaning = meaning
        self.coverage = coverage
    }

    /// Whether a difference found in a case is the announced one.
    package func covers(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        coverage.contains { coverage in
            coverage.applies(to: conformanceCase)
                && coverage.parts?.contains(difference.part) != false
                && (difference.status.flatMap { coverage.statuses?.contains($0) } ?? true)
        }
    }

    /// Whether the announcement affects a case.
    func applies(to conformanceCase: ConformanceCase) -> Bool {
        coverage.contains { $0.applies(to: conformanceCase) }
    }
}

extension Announcement.Coverage {
    func applies(to conformanceCase: ConformanceCase) -> Bool {
        aspects.contains(conformanceCase.aspect) && paths?.contains(conformanceCase.request.path) != false
    }
}

extension Announcement.Coverage {
    static func cases(
        _ aspects: ConformanceCase.Aspect..., parts: Set<String>? = nil, paths: Set<String>? = nil,
        statuses: ClosedRange<Int>? = nil
    ) -> Self {
        cases(aspects, parts: parts, paths: paths, statuses: statuses)
    }

    /// The same with the aspects as an array.
    static func cases(
        _ aspects: [ConformanceCase.Aspect], parts: Set<String>? = nil, paths: Set<String>? = nil,
        statuses: ClosedRange<Int>? = nil
    ) -> Self {
        Self(aspects: Set(aspects), parts: parts, paths: paths, statuses: statuses)
    }
}
