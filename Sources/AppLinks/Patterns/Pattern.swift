/// A compiled pattern of an association file.
struct Pattern: Hashable, Sendable {
    /// The scalars that the text must begin with.
    private(set) var prefix: [UInt32] = []
    /// What must come after them, to the text's end.
    private(set) var rest: [PatternElement] = []
    /// Whether the pattern is just `*`, which even an absent part matches.
    let isAnything: Bool

    init(_ elements: [PatternElement], isAnything: Bool = false) {
        self.isAnything = isAnything
        for (index, element) in elements.enumerated() {
            guard case .scalar(let scalar) = element else {
                rest = Array(elements[index...])
                break
            }
            prefix.append(scalar)
        }
    }

    /// All the steps.
    var elements: [PatternElement] { prefix.map(PatternElement.scalar) + rest }

    /// A pattern for a query or a fragment.
    init(_ text: String, folded: Bool, variables: inout PatternVariables) {
        self.init(Self.elements(text, folded: folded, variables: &variables), isAnything: text == "*")
    }

    /// A pattern for a path, normalised as the path will be.
    init(path text: String, folded: Bool, variables: inout PatternVariables, assumptions: Set<AppleAssumption>) {
        let elements = Self.elements(text, folded: folded, variables: &variables)
        let normalised = PathNormalisation.normalised(elements)
        // Two stars alone: the rule says that this matches '/', the prediction that it does not.
        if text.count > 1, elements.allSatisfy({ $0 == .star }), !assumptions.contains(.starsAloneMatchRoot) {
            self.init([.any] + normalised)
            return
        }
        self.init(normalised, isAnything: text == "*")
    }

    /// A pattern's steps as written. A reference that is never closed matches nothing.
    static func elements(_ text: String, folded: Bool, variables: inout PatternVariables) -> [PatternElement] {
        var elements: [PatternElement] = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                guard let closing = scalars[index...].firstIndex(of: ")") else { return elements + [.nothing] }
                var name = String.UnicodeScalarView()
                name.append(contentsOf: scalars[(index + 2)..<closing])
                elements.append(variables.element(for: String(name), folded: folded))
                index = closing + 1
                continue
            }
            switch scalar {
            case "*": elements.append(.star)
            case "?": elements.append(.any)
            default: elements.append(.scalar(folded ? ASCII.folded(scalar.value) : scalar.value))
            }
            index += 1
        }
        return elements
    }

    /// Whether a whole text matches; nil where finding out would take too long.
    func matches(_ text: inout PatternText, variables: PatternVariables) -> Bool? {
        if isAnything { return true }
        guard text.starts(with: prefix) else { return false }
        if rest.isEmpty { return text.count == prefix.count }
        if rest.count == 1, rest[0] == .star { return true }
        return text.matches(rest, from: prefix.count, variables: variables)
    }
}
