/// A compiled pattern: a range of elements in a `PatternProgram`.
///
/// It contains no reference, so iterating over hundreds of patterns costs no reference counting.
struct Pattern: Sendable {
    /// The range of the pattern's elements in the program.
    fileprivate(set) var start = 0
    fileprivate(set) var end = 0
    /// Whether the pattern is `*`, which also matches an absent part.
    fileprivate(set) var isAnything = true
    /// The first literal characters that a text must have, up to eight ASCII characters.
    fileprivate(set) var head = TextHead()

    /// The pattern of a part that a component does not mention.
    static let anything = Pattern()

    /// Whether the pattern has no elements: it is empty or absent.
    var isEmpty: Bool { start == end }

    /// Whether a text that begins with these characters can match.
    func admits(_ text: TextHead) -> Bool { (text.bits ^ head.bits) & head.mask == 0 }
}

/// The first eight characters of a text in one machine word, which rule out most patterns in one comparison.
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

/// The compiled patterns of an association file, in contiguous storage.
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

    /// Adds a pattern for a path, normalised as paths are.
    mutating func add(path text: String, folded: Bool) -> Pattern {
        let elements = parse(text, folded: folded)
        let normalised = PathNormalisation.normalised(elements)
        // A pattern of several stars would match '/' by the normalisation rule, but that rule was not fitted to this
        // case.
        if elements.count > 1, elements.allSatisfy({ $0 == .star }), !assumptions.contains(.starsAloneMatchRoot) {
            return add([.any] + normalised)
        }
        return add(normalised, isAnything: text == "*")
    }

    /// Adds an entry of the legacy `paths`, in which a dollar sign is a literal: variables came with components.
    mutating func add(legacyPath text: String) -> Pattern {
        add(PathNormalisation.normalised(text.unicodeScalars.map(Self.element)), isAnything: text == "*")
    }

    /// The elements of a pattern.
    func elements(of pattern: Pattern) -> ArraySlice<PatternElement> { elements[pattern.start..<pattern.end] }

    /// The number of stars in a pattern.
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

    /// Parses a pattern. An unterminated reference matches nothing.
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
