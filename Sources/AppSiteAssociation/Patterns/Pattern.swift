/// A compiled pattern: where its steps stand in its program.
///
/// It holds no reference, so that going through hundreds of patterns costs no reference counting.
struct Pattern: Sendable {
    /// The steps, in the program's elements.
    fileprivate(set) var start = 0
    fileprivate(set) var end = 0
    /// Whether the pattern is just `*`, which even an absent part matches.
    fileprivate(set) var isAnything = true
    /// What the text must begin with, as far as eight ASCII characters tell.
    fileprivate(set) var head = TextHead()

    /// What a part that a component does not mention is compared with.
    static let anything = Pattern()

    /// Whether it has no step, being empty or not there.
    var isEmpty: Bool { start == end }

    /// Whether a text that begins like this may match.
    func admits(_ text: TextHead) -> Bool { (text.bits ^ head.bits) & head.mask == 0 }
}

/// The first eight characters of a text in one machine word: enough to tell most patterns at a glance.
struct TextHead: Sendable {
    fileprivate(set) var bits: UInt64 = 0
    fileprivate(set) var mask: UInt64 = 0

    init() {}

    init(_ scalars: some Sequence<UInt32>) {
        for (index, scalar) in scalars.prefix(8).enumerated() {
            guard (1..<128).contains(scalar) else { break }
            bits |= UInt64(scalar) << UInt64(index * 8)
            mask |= 0xFF << UInt64(index * 8)
        }
    }
}

/// The patterns of an association file, in one piece.
struct PatternProgram: Sendable {
    private(set) var elements: [PatternElement] = []
    private(set) var variables: PatternVariables
    private let assumptions: Set<AppleAssumption>

    init(variables custom: [String: [String]] = [:], assumptions: Set<AppleAssumption> = []) {
        variables = PatternVariables(custom: custom, assumptions: assumptions)
        self.assumptions = assumptions
    }

    /// Adds a pattern for a query or a fragment.
    mutating func add(_ text: String, folded: Bool) -> Pattern {
        add(parse(text, folded: folded), isAnything: text == "*")
    }

    /// Adds a pattern for a path, normalised as the path will be.
    mutating func add(path text: String, folded: Bool) -> Pattern {
        let elements = parse(text, folded: folded)
        let normalised = PathNormalisation.normalised(elements)
        // Several stars alone: by the rule they match '/', but the rule was fitted to others.
        if elements.count > 1, elements.allSatisfy({ $0 == .star }), !assumptions.contains(.starsAloneMatchRoot) {
            return add([.any] + normalised)
        }
        return add(normalised, isAnything: text == "*")
    }

    /// Adds an entry of the legacy `paths`. Variables came with components: here a dollar sign is one.
    mutating func add(legacyPath text: String) -> Pattern {
        add(PathNormalisation.normalised(text.unicodeScalars.map(Self.element)), isAnything: text == "*")
    }

    /// The steps of a pattern.
    func elements(of pattern: Pattern) -> ArraySlice<PatternElement> { elements[pattern.start..<pattern.end] }

    /// How many stars a pattern has.
    func stars(in pattern: Pattern) -> Int { elements(of: pattern).count { $0 == .star } }

    private mutating func add(_ steps: [PatternElement], isAnything: Bool = false) -> Pattern {
        var pattern = Pattern()
        pattern.start = elements.count
        elements += steps
        pattern.end = elements.count
        pattern.isAnything = isAnything
        var literals: [UInt32] = []
        for step in steps {
            guard case .scalar(let scalar) = step, literals.count < 8 else { break }
            literals.append(scalar)
        }
        pattern.head = TextHead(literals)
        return pattern
    }

    /// A pattern's steps as written. A reference that is never closed matches nothing.
    private mutating func parse(_ text: String, folded: Bool) -> [PatternElement] {
        var steps: [PatternElement] = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            if scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                guard let closing = scalars[index...].firstIndex(of: ")") else { return steps + [.nothing] }
                var name = String.UnicodeScalarView()
                name.append(contentsOf: scalars[(index + 2)..<closing])
                steps.append(variables.element(for: String(name), folded: folded))
                index = closing + 1
                continue
            }
            var step = Self.element(scalars[index])
            if folded, case .scalar(let scalar) = step { step = .scalar(ASCII.folded(scalar)) }
            steps.append(step)
            index += 1
        }
        return steps
    }

    private static func element(_ scalar: Unicode.Scalar) -> PatternElement {
        switch scalar {
        case "*": .star
        case "?": .any
        default: .scalar(scalar.value)
        }
    }
}
