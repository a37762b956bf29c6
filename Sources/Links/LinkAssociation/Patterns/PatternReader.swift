internal import TextEncoding

/// Reads the patterns of an association file, and the values of the variables to which they refer.
struct PatternReader {
    private(set) var variables: [PatternVariable] = []
    private var references: [Reference: PatternElement] = [:]
    private let custom: [String: [String]]
    private let assumptions: Set<AppleAssumption>

    /// A reference to a variable; under `caseSensitive: false` its values are case-folded.
    private struct Reference: Hashable {
        let name: String
        let isFolded: Bool
    }

    /// Creates a reader for the file's own variables; the predefined ones are always available.
    init(variables custom: [String: [String]], assumptions: Set<AppleAssumption>) {
        self.custom = custom
        self.assumptions = assumptions
    }

    /// Reads a pattern for a query, a fragment or an item's value.
    mutating func pattern(_ text: String, folded: Bool) -> Pattern {
        Pattern(elements: elements(text, folded: folded), isAnything: text == "*")
    }

    /// Reads a pattern for a path, which is normalised as paths are.
    mutating func pattern(path text: String, folded: Bool) -> Pattern {
        let elements = elements(text, folded: folded)
        let normalised = PathNormalisation.normalised(elements)
        // A pattern of several stars would match '/' by the normalisation rule, but that rule was not fitted to this
        // case.
        let isOnlyStars = elements.count > 1 && elements.allSatisfy { $0 == .star }
        let prefix: [PatternElement] = isOnlyStars && !assumptions.contains(.starsAloneMatchRoot) ? [.any] : []
        return Pattern(elements: prefix + normalised, isAnything: text == "*")
    }

    /// Reads an entry of the legacy `paths`, in which a dollar sign is a literal: variables came with components.
    static func pattern(legacyPath text: String) -> Pattern {
        Pattern(
            elements: PathNormalisation.normalised(text.unicodeScalars.map { element($0, folded: false) }),
            isAnything: text == "*")
    }

    /// Reads elements. An unterminated reference matches nothing.
    private mutating func elements(_ text: String, folded: Bool) -> [PatternElement] {
        var elements: [PatternElement] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "$", rest.first == "(" else {
                elements.append(Self.element(scalar, folded: folded))
                continue
            }
            guard let closing = rest.firstIndex(of: ")") else { return elements + [.nothing] }
            elements.append(reference(to: String(rest[..<closing].dropFirst()), folded: folded))
            rest = rest[closing...].dropFirst()
        }
        return elements
    }

    private static func element(_ scalar: Unicode.Scalar, folded: Bool) -> PatternElement {
        switch scalar {
        case "*": .star
        case "?": .any
        default: .scalar(folded ? ASCII.folded(scalar.value) : scalar.value)
        }
    }

    private mutating func reference(to name: String, folded: Bool) -> PatternElement {
        let reference = Reference(name: name, isFolded: folded)
        if let known = references[reference] { return known }
        guard let values = values(of: name) else { return .nothing }
        let element = PatternElement.variable(variables.count)
        variables.append(
            PatternVariable(values.map { value in value.unicodeScalars.map { Self.element($0, folded: folded) } }))
        references[reference] = element
        return element
    }

    /// The values of a variable; nil if there is none of that name.
    private func values(of name: String) -> [String]? {
        let predefined = PredefinedVariable.values(of: name, assumptions)
        guard let own = custom[name], predefined == nil || !assumptions.contains(.predefinedVariablesWin) else {
            return predefined
        }
        // Apple does not allow references to variables inside values.
        return own.filter { value in
            !value.utf8.contains(bytes: "$(".utf8)
                && !(value.isEmpty && assumptions.contains(.emptyValuesNeverMatch))
        }
    }
}
