import AppLinks
internal import TextEncoding

extension AppleComponents {
    /// Whether one component certainly matches every URL that another does.
    func component(_ outer: Int, includes inner: Int) -> Bool {
        let (a, b) = (components[outer], components[inner])
        // Different forms compare different texts.
        guard a.form == b.form, a.ignoresNameCase == b.ignoresNameCase else { return false }
        guard includes(a.path, b.path), includes(a.fragment, b.fragment), includes(a.query, b.query) else {
            return false
        }
        return a.items.allSatisfy { index in
            let wanted = items[index]
            if wanted.value.isAnything { return true }
            return b.items.contains { items[$0].name == wanted.name && includes(wanted.value, items[$0].value) }
        }
    }

    /// Whether two components differ only in their trailing slashes, or are `/a` and `/a/*`.
    func component(_ later: Int, isDuplicateOf earlier: Int) -> Bool {
        if component(later, includes: earlier) { return true }
        let (a, b) = (components[later], components[earlier])
        guard a.query.isAnything, b.query.isAnything, a.items.isEmpty, b.items.isEmpty, a.fragment.isAnything,
            b.fragment.isAnything, !a.path.isAnything
        else { return false }
        return Array(program.elements(of: a.path)) + [.star] == Array(program.elements(of: b.path))
    }

    private func includes(_ outer: Pattern, _ inner: Pattern) -> Bool {
        if outer.isAnything { return true }
        if inner.isAnything { return false }
        return PatternInclusion.certainly(
            Array(program.elements(of: outer)), includes: Array(program.elements(of: inner)))
    }

    /// A minimal URL that a component's patterns match; nil if none is found.
    func sample(of index: Int) -> SampleAddress? {
        let component = components[index]
        func text(_ pattern: Pattern) -> String? {
            if pattern.isAnything { return "" }
            let sample = PatternSample.text(of: program.elements(of: pattern), program.variables)
            return component.form.contains(.decoded)
                ? sample.map { PercentEncoding.encode($0, keeping: .urlPart) } : sample
        }
        guard var path = text(component.path), let fragment = text(component.fragment),
            let query = text(component.query)
        else { return nil }
        if path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if !path.hasPrefix("/") { path = "/" + path }
        var sample = SampleAddress(
            path: path, fragment: component.fragment.isAnything || fragment.isEmpty ? nil : fragment)
        if !component.query.isAnything {
            sample.items = QueryItem.items(of: query).filter { !$0.name.isEmpty }
                .map { SampleAddress.Item(name: String($0.name), value: String($0.value)) }
        }
        for item in items[component.items] {
            guard let value = text(item.value), let name = names.first(where: { $0.value == item.name })?.key else {
                return nil
            }
            if !value.isEmpty {
                sample.items.append(SampleAddress.Item(name: String(decoding: name, as: UTF8.self), value: value))
            }
        }
        return sample
    }
}

extension AppleLinkMatcher {
    /// A minimal URL that a component matches; nil if none is found.
    func sample(of index: Int) -> SampleAddress? {
        guard let sample = components.sample(of: index), let address = URLParts(sample.text(host: domain)) else {
            return nil
        }
        return components.matches(components.components[index], address) ? sample : nil
    }
}
