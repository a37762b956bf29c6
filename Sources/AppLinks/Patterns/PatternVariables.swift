/// The substitution variables that patterns refer to, compiled once for a file.
struct PatternVariables: Sendable {
    /// The values of one variable.
    struct Values: Sendable {
        /// Values of a fixed length, without a star.
        var fixed: [[PatternElement]] = []
        /// Values with a star.
        var open: [[PatternElement]] = []
        var isPredefined = false

        /// With `skippingEmpty` an empty value counts as none.
        init(_ values: [String], folded: Bool, skippingEmpty: Bool = false) {
            for value in values {
                // A value that refers to another variable is no value: Apple allows none inside.
                guard !value.utf8.contains(UInt8(ascii: "$")) || !value.contains("$(") else { continue }
                if value.isEmpty, skippingEmpty { continue }
                let elements = PatternVariables.elements(value, folded: folded)
                if elements.contains(.star) { open.append(elements) } else { fixed.append(elements) }
            }
        }
    }

    private(set) var values: [Values] = []
    private var places: [Name: Int] = [:]
    private let custom: [String: [String]]
    private let assumptions: Set<AppleAssumption>

    private struct Name: Hashable {
        var name: String
        var folded: Bool
    }

    /// The file's own variables; the predefined ones come of themselves.
    init(custom: [String: [String]], assumptions: Set<AppleAssumption>) {
        self.custom = custom
        self.assumptions = assumptions
    }

    /// What a reference to a variable stands for; nothing where there is no such variable.
    mutating func element(for name: String, folded: Bool) -> PatternElement {
        let isShadowed = custom[name] != nil && assumptions.contains(.predefinedVariablesWin)
        if custom[name] == nil || isShadowed, let predefined = CharacterClass.predefined[name] {
            return .oneOf(folded ? predefined.folded : predefined)
        }
        let key = Name(name: name, folded: folded)
        if let place = places[key] { return .variable(place) }
        guard let compiled = compile(name, folded: folded, isShadowed: isShadowed) else { return .nothing }
        places[key] = values.count
        values.append(compiled)
        return .variable(values.count - 1)
    }

    private func compile(_ name: String, folded: Bool, isShadowed: Bool) -> Values? {
        if let own = custom[name], !isShadowed {
            return Values(own, folded: folded, skippingEmpty: assumptions.contains(.emptyValuesNeverMatch))
        }
        guard name == "region" || name == "lang" else { return nil }
        // Both lists are compiled once for all files; only an assumption makes others.
        let plain = assumptions.isDisjoint(with: [.codesInAnyCase, .disputedCodesDiffer])
        if plain, !folded { return name == "region" ? Self.regions : Self.languages }
        let flipped = assumptions.contains(.disputedCodesDiffer)
        var codes =
            name == "region"
            ? ISOCodes.regions + (flipped ? ISOCodes.regionsElsewhere : ISOCodes.regionsOfLate)
            : ISOCodes.languages + (flipped ? [] : ISOCodes.languagesOfLate)
        if assumptions.contains(.codesInAnyCase) {
            codes += codes.map { $0.lowercased() } + codes.map { $0.uppercased() }
        }
        return Values(codes, folded: folded)
    }

    private static let regions = Values(ISOCodes.regions + ISOCodes.regionsOfLate, folded: false)
    private static let languages = Values(ISOCodes.languages + ISOCodes.languagesOfLate, folded: false)

    /// A value's steps: wildcards, and no variables.
    private static func elements(_ value: String, folded: Bool) -> [PatternElement] {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "*": .star
            case "?": .any
            default: .scalar(folded ? ASCII.folded(scalar.value) : scalar.value)
            }
        }
    }
}
