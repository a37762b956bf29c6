import JSON

/// A component with its defaults, compiled for matching.
struct AppleComponent: Sendable {
    /// Where it stands in the file.
    let pointer: JSONPointer
    let excludes: Bool
    private let folded: Bool
    private let decoded: Bool
    private let ignoringNameCase: Bool
    /// nil matches everything, as does a part that is missing.
    private let path: Pattern?
    private let query: Pattern?
    private let items: [(name: String, value: Pattern)]
    private let fragment: Pattern?

    /// Compiles an object that already has the defaults in it.
    init(
        _ object: JSONObject, at pointer: JSONPointer, variables: inout PatternVariables,
        assumptions: Set<AppleAssumption>
    ) {
        self.pointer = pointer
        excludes = Self.flag(object["exclude"], default: false, assumptions)
        let folded = !Self.flag(object["caseSensitive"], default: true, assumptions)
        self.folded = folded
        decoded = !Self.flag(object["percentEncoded"], default: true, assumptions)
        ignoringNameCase = folded && assumptions.contains(.queryNamesIgnoreCase)
        path = object["/"]?.string.map {
            Pattern(path: $0, folded: folded, variables: &variables, assumptions: assumptions)
        }
        fragment = object["#"]?.string.map { Pattern($0, folded: folded, variables: &variables) }
        query = object["?"]?.string.map { Pattern($0, folded: folded, variables: &variables) }
        var items: [(name: String, value: Pattern)] = []
        for (name, value) in object["?"]?.object ?? [:] {
            guard let text = value.string else {
                // One value that is no string undoes the whole object.
                items = []
                break
            }
            items.append((name, Pattern(text, folded: folded, variables: &variables)))
        }
        self.items = items
    }

    /// An entry of the legacy `paths`, or an entry without any pattern.
    init(path text: String?, excludes: Bool, at pointer: JSONPointer, assumptions: Set<AppleAssumption>) {
        self.pointer = pointer
        self.excludes = excludes
        (folded, decoded, ignoringNameCase) = (false, false, false)
        // Variables came with components: here a dollar sign is one.
        path = text.map { text in
            var none = PatternVariables(custom: [:], assumptions: assumptions)
            let pieces = text.unicodeScalars.split(separator: "$", omittingEmptySubsequences: false)
            var elements: [PatternElement] = []
            for (index, piece) in pieces.enumerated() {
                if index > 0 { elements.append(.scalar(UInt32(UInt8(ascii: "$")))) }
                elements += Pattern.elements(String(piece), folded: false, variables: &none)
            }
            return Pattern(PathNormalisation.normalised(elements), isAnything: text == "*")
        }
        (query, items, fragment) = (nil, [], nil)
    }

    /// How many stars the pattern with the most of them has.
    var stars: Int {
        ([path, query, fragment] + items.map(\.value)).map { pattern in
            pattern?.rest.count { $0 == .star } ?? 0
        }.max() ?? 0
    }

    /// Whether an address matches; nil where finding out would take too long.
    func matches(_ texts: inout AddressTexts, variables: PatternVariables) -> Bool? {
        texts.with(folded: folded, decoded: decoded) { form in
            guard let path = Self.matches(path, &form.path, variables) else { return nil }
            guard path else { return false }
            guard let query = Self.matches(query, &form.query, variables) else { return nil }
            guard query else { return false }
            guard let fragment = Self.matches(fragment, &form.fragment, variables) else { return nil }
            guard fragment else { return false }
            for item in items {
                guard let holds = matches(item, &form.items, variables) else { return nil }
                guard holds else { return false }
            }
            return true
        }
    }

    private static func matches(_ pattern: Pattern?, _ text: inout PatternText?, _ variables: PatternVariables) -> Bool?
    {
        guard let pattern, !pattern.isAnything else { return true }
        guard text != nil else { return false }
        return text?.matches(pattern, variables) ?? nil
    }

    /// All occurrences of an item must match; an item that is not there counts as empty.
    private func matches(
        _ item: (name: String, value: Pattern), _ present: inout [(name: String, value: PatternText?)],
        _ variables: PatternVariables
    ) -> Bool? {
        if item.value.isAnything { return true }
        var isThere = false
        for index in present.indices {
            let name = present[index].name
            guard
                name.isIdentical(item.name) || ignoringNameCase && name.lowercased().isIdentical(item.name.lowercased())
            else { continue }
            isThere = true
            guard let holds = Self.matches(item.value, &present[index].value, variables) else { return nil }
            guard holds else { return false }
        }
        if isThere { return true }
        var empty = PatternText([])
        return item.value.matches(&empty, variables: variables)
    }

    /// A flag; what is no boolean is read as Objective-C reads strings and numbers.
    private static func flag(_ value: JSONValue?, default standard: Bool, _ assumptions: Set<AppleAssumption>) -> Bool {
        guard let value else { return standard }
        if let bool = value.bool { return bool }
        guard !assumptions.contains(.onlyBooleansAreFlags) else { return standard }
        if let number = value.double { return number != 0 }
        guard let first = value.string?.first else { return standard }
        return "YyTt123456789".contains(first)
    }
}

extension PatternText {
    fileprivate mutating func matches(_ pattern: Pattern, _ variables: PatternVariables) -> Bool? {
        pattern.matches(&self, variables: variables)
    }
}
