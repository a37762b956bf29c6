/// Something that a host does otherwise than `latchkey-server`, said when the release is exported.
public struct Announcement: Hashable, Sendable {
    /// Cases of the conformance suite that come out otherwise.
    public struct Coverage: Hashable, Sendable {
        /// What the cases are about.
        public var aspects: Set<ConformanceCase.Aspect>
        /// `status`, `body`, or fields' names in lower case; nil for all of an answer.
        public var parts: Set<String>?
        /// The paths meant, where it is not all of them.
        public var paths: Set<String>?
        /// The statuses that the host may answer with instead; nil for any.
        public var statuses: ClosedRange<Int>?
    }

    /// Whom the difference concerns.
    public enum Weight: String, Hashable, Sendable {
        /// A visitor can notice, or a protection is missing.
        case warning
        /// Nobody notices who does not read the answers' fields.
        case note
    }

    /// How much it matters.
    public var weight: Weight
    /// The rule that is meant, in a few words: `/open/ on iPhones`.
    public var rule: String
    /// What the host does instead, as a sentence.
    public var difference: String
    /// What that means for a visitor, as a sentence.
    public var meaning: String
    /// Where the suite sees it; empty where no request can.
    public var coverage: [Coverage]

    init(
        _ weight: Weight, _ rule: String, _ difference: String, meaning: String, _ coverage: [Coverage] = []
    ) {
        self.weight = weight
        self.rule = rule
        self.difference = difference
        self.meaning = meaning
        self.coverage = coverage
    }

    /// Whether a difference in a case is the one announced.
    public func covers(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        coverage.contains { coverage in
            coverage.concerns(conformanceCase)
                && coverage.parts?.contains(difference.part) != false
                && (difference.status.flatMap { coverage.statuses?.contains($0) } ?? true)
        }
    }

    /// Whether a case is among those that may come out otherwise.
    func concerns(_ conformanceCase: ConformanceCase) -> Bool {
        coverage.contains { $0.concerns(conformanceCase) }
    }
}

extension Announcement.Coverage {
    func concerns(_ conformanceCase: ConformanceCase) -> Bool {
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

    /// The same, for aspects that are not written out.
    static func cases(
        _ aspects: [ConformanceCase.Aspect], parts: Set<String>? = nil, paths: Set<String>? = nil,
        statuses: ClosedRange<Int>? = nil
    ) -> Self {
        Self(aspects: Set(aspects), parts: parts, paths: paths, statuses: statuses)
    }

    /// Paths that lead out of the folder, which may be refused or redirected and never be answered with a file.
    static func traversal(parts: Set<String>? = nil) -> Self {
        cases(.traversal, parts: parts, statuses: 300...499)
    }
}
