/// The values of one substitution variable, compiled.
struct VariableValues: Sendable {
    /// A text without a star, of a fixed length.
    typealias Chunk = [PatternElement]

    /// Values of one to eight ASCII characters, each packed into a machine word, sorted, by length.
    private(set) var short: [(length: Int, words: [UInt64])] = []
    /// Other values of a fixed length.
    private(set) var fixed: [Chunk] = []
    /// Values with stars: the texts before, between and after them.
    private(set) var open: [[Chunk]] = []

    /// Compiles values. With `skippingEmpty` empty values are ignored.
    init(_ values: [String], folded: Bool, skippingEmpty: Bool = false) {
        var words: [Int: Set<UInt64>] = [:]
        for value in values {
            // Apple does not allow references to variables inside values.
            guard !Self.refersToVariable(value), !(skippingEmpty && value.isEmpty) else { continue }
            let elements = Self.elements(value, folded: folded)
            let chunks = elements.split(separator: .star, omittingEmptySubsequences: false).map(Array.init)
            if chunks.count > 1 {
                // Adjacent stars are equivalent to one.
                let inner = chunks.dropFirst().dropLast().filter { !$0.isEmpty }
                open.append([chunks[0]] + inner + [chunks[chunks.count - 1]])
            } else if let word = Self.word(elements) {
                words[elements.count, default: []].insert(word)
            } else {
                fixed.append(elements)
            }
        }
        short = words.map { (length: $0.key, words: $0.value.sorted()) }
    }

    /// One sample of each kind of value, for examples.
    var samples: [Chunk] {
        let short = short.prefix(1).compactMap { length, words in
            words.first.map { word in (0..<length).map { PatternElement.scalar(UInt32(word >> UInt64($0 * 8) & 0xFF)) }
            }
        }
        return short + fixed.prefix(1) + open.prefix(1).map { $0.flatMap { $0 } }
    }

    private static func word(_ elements: Chunk) -> UInt64? {
        guard (1...8).contains(elements.count) else { return nil }
        var word: UInt64 = 0
        for (index, element) in elements.enumerated() {
            guard case .scalar(let scalar) = element, (1..<128).contains(scalar) else { return nil }
            word |= UInt64(scalar) << UInt64(index * 8)
        }
        return word
    }

    private static func refersToVariable(_ value: String) -> Bool {
        var last: UInt8 = 0
        for byte in value.utf8 {
            if last == UInt8(ascii: "$"), byte == UInt8(ascii: "(") { return true }
            last = byte
        }
        return false
    }

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

/// The substitution variables that patterns refer to, each compiled once per file.
struct PatternVariables: Sendable {
    private(set) var values: [VariableValues] = []
    private var places: [Name: Int] = [:]
    private let custom: [String: [String]]
    private let assumptions: Set<AppleAssumption>

    private struct Name: Hashable {
        var name: String
        var folded: Bool
    }

    /// Creates a table with the file's own variables; the predefined ones are always available.
    init(custom: [String: [String]], assumptions: Set<AppleAssumption>) {
        self.custom = custom
        self.assumptions = assumptions
    }

    /// The element for a reference to a variable; `.nothing` if the variable is unknown.
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

    private func compile(_ name: String, folded: Bool, isShadowed: Bool) -> VariableValues? {
        let isCode = name == "region" || name == "lang"
        if let own = custom[name], !(isShadowed && isCode) {
            return VariableValues(own, folded: folded, skippingEmpty: assumptions.contains(.emptyValuesNeverMatch))
        }
        guard isCode else { return nil }
        // These lists are the same for all files unless an assumption changes them, so they are compiled once.
        if !folded, assumptions.isDisjoint(with: [.codesInAnyCase, .disputedCodesDiffer]) {
            return name == "region" ? Self.regions : Self.languages
        }
        let flipped = assumptions.contains(.disputedCodesDiffer)
        var codes =
            name == "region"
            ? ISOCodes.regions + (flipped ? ISOCodes.regionsOnlyInSwiftFoundation : ISOCodes.regionsOnlyInMacOS27)
            : ISOCodes.languages + (flipped ? [] : ISOCodes.languagesOnlyInMacOS27)
        if assumptions.contains(.codesInAnyCase) {
            codes += codes.map { $0.lowercased() } + codes.map { $0.uppercased() }
        }
        return VariableValues(codes, folded: folded)
    }

    private static let regions = VariableValues(ISOCodes.regions + ISOCodes.regionsOnlyInMacOS27, folded: false)
    private static let languages = VariableValues(ISOCodes.languages + ISOCodes.languagesOnlyInMacOS27, folded: false)
}
