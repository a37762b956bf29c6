import JSON
internal import TextEncoding

/// A component with its defaults applied, compiled for matching.
struct AppleComponent: Sendable {
    struct Item: Sendable {
        var name: String
        var value: Pattern
    }

    /// The place of the component in the file.
    let pointer: JSONPointer
    var excludes = false
    var form: AddressTexts.Form = []
    /// Whether the names of query items are compared without regard to case.
    var ignoresNameCase = false
    var path = Pattern.anything
    var query = Pattern.anything
    var fragment = Pattern.anything
    var items: [Item] = []

    /// Whether a URL matches, given in the component's form.
    func matches(_ texts: AddressTexts, _ variables: [PatternVariable]) -> Bool {
        func holds(_ pattern: Pattern, _ text: [UInt32]?) -> Bool {
            pattern.isAnything || text.map { pattern.matches($0, variables) } == true
        }
        return holds(path, texts.path) && holds(fragment, texts.fragment) && holds(query, texts.query)
            && items.allSatisfy { item in
                // All occurrences have to match; an absent item counts as empty.
                let values = texts.items.filter { hasSameName(item.name, $0.name) }.map(\.value)
                return values.isEmpty ? holds(item.value, []) : values.allSatisfy { holds(item.value, $0) }
            }
    }

    private func hasSameName(_ name: String, _ other: String) -> Bool {
        ignoresNameCase ? name.isEqualIgnoringASCIICase(other) : name.isIdentical(other)
    }

    var patterns: [Pattern] { [path, query, fragment] + items.map(\.value) }

    /// Whether this component certainly matches every URL that another one does.
    func includes(_ other: AppleComponent, _ variables: [PatternVariable]) -> Bool {
        // Different forms compare different texts.
        guard form == other.form, ignoresNameCase == other.ignoresNameCase else { return false }
        func includes(_ outer: Pattern, _ inner: Pattern) -> Bool {
            outer.isAnything
                || !inner.isAnything && PatternInclusion.certainly(outer.elements, includes: inner.elements, variables)
        }
        return includes(path, other.path) && includes(fragment, other.fragment) && includes(query, other.query)
            && items.allSatisfy { item in
                item.value.isAnything
                    || other.items.contains { hasSameName(item.name, $0.name) && includes(item.value, $0.value) }
            }
    }

    /// Whether two components differ only in their trailing slashes, or are `/a` and `/a/*`.
    func isDuplicate(of earlier: AppleComponent, _ variables: [PatternVariable]) -> Bool {
        if includes(earlier, variables) { return true }
        return [self, earlier].allSatisfy { $0.query.isAnything && $0.fragment.isAnything && $0.items.isEmpty }
            && !path.isAnything && path.elements + [.star] == earlier.path.elements
    }

    /// A minimal URL that the patterns match one by one; nil if none is found.
    func sample(_ variables: [PatternVariable]) -> SampleAddress? {
        func text(_ pattern: Pattern, between: String = "") -> String? {
            let sample = PatternSample.text(of: pattern.elements, variables, between: between)
            return form.contains(.decoded) ? sample.map { PercentEncoding.encode($0, keeping: .urlPart) } : sample
        }
        guard var path = text(path), let fragment = text(fragment, between: "&"), let query = text(query, between: "&")
        else { return nil }
        if path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if !path.hasPrefix("/") { path = "/" + path }
        var sample = SampleAddress(path: path, fragment: fragment.isEmpty ? nil : fragment)
        sample.items = QueryItem.items(of: query).filter { !$0.name.isEmpty }
            .map { SampleAddress.Item(name: String($0.name), value: String($0.value)) }
        for item in items {
            guard let value = text(item.value) else { return nil }
            if !value.isEmpty { sample.items.append(SampleAddress.Item(name: item.name, value: value)) }
        }
        return sample
    }
}
