import AppLinks
import JSON
import TextEncoding

/// A component with its defaults applied, compiled for matching.
///
/// It contains no reference, so iterating over hundreds of components costs no reference counting.
struct AppleComponent: Sendable {
    let excludes: Bool
    let form: AddressTexts.Form
    /// Whether the names of query items are compared without regard to case.
    let ignoresNameCase: Bool
    let path: Pattern
    let query: Pattern
    let fragment: Pattern
    /// The patterns of query items, as a range of `AppleComponents.items`.
    let items: Range<Int>
}

/// The components that apply to one app, in their order, in contiguous storage.
struct AppleComponents: Sendable {
    /// A query item that a component requires.
    struct Item: Sendable {
        var name: Int
        var value: Pattern
    }

    private(set) var components: [AppleComponent] = []
    /// The place of each component in the file.
    private(set) var pointers: [JSONPointer] = []
    private(set) var items: [Item] = []
    /// The names of all items, with the numbers that stand for them.
    private(set) var names: [[UInt8]: Int] = [:]
    private(set) var program: PatternProgram
    private let assumptions: Set<AppleAssumption>

    init(variables: [String: [String]], assumptions: Set<AppleAssumption>) {
        program = PatternProgram(variables: variables, assumptions: assumptions)
        self.assumptions = assumptions
    }

    /// Adds a component whose defaults have been applied.
    mutating func add(_ object: JSONObject, at pointer: JSONPointer) {
        let folded = !flag(object["caseSensitive"], default: true)
        let ignoresNameCase = folded && assumptions.contains(.queryNamesIgnoreCase)
        var form: AddressTexts.Form = folded ? .folded : []
        if !flag(object["percentEncoded"], default: true) { form.insert(.decoded) }
        let firstItem = items.count
        if let query = object["?"]?.object {
            // Apple's systems ignore the whole object if one value is not a string.
            let isValid = query.allSatisfy { $0.value.string != nil }
            for (name, value) in query where isValid {
                guard let text = value.string else { continue }
                let bytes = name.utf8.map { ignoresNameCase ? UInt8(ASCII.folded(UInt32($0))) : $0 }
                let number = names[bytes] ?? names.count
                names[bytes] = number
                items.append(Item(name: number, value: program.add(text, folded: folded)))
            }
        }
        components.append(
            AppleComponent(
                excludes: flag(object["exclude"], default: false), form: form, ignoresNameCase: ignoresNameCase,
                path: object["/"]?.string.map { program.add(path: $0, folded: folded) } ?? .anything,
                query: object["?"]?.string.map { program.add($0, folded: folded) } ?? .anything,
                fragment: object["#"]?.string.map { program.add($0, folded: folded) } ?? .anything,
                items: firstItem..<items.count))
        pointers.append(pointer)
    }

    /// Adds an entry of the legacy `paths`; the prefix `NOT ` excludes.
    mutating func add(legacyPath text: String, at pointer: JSONPointer) {
        let excludes = text.utf8.starts(with: "NOT ".utf8)
        add(path: program.add(legacyPath: excludes ? String(text.dropFirst(4)) : text), excludes: excludes, at: pointer)
    }

    /// Adds a component that claims every URL.
    mutating func addEverything(at pointer: JSONPointer) {
        add(path: .anything, excludes: false, at: pointer)
    }

    private mutating func add(path: Pattern, excludes: Bool, at pointer: JSONPointer) {
        components.append(
            AppleComponent(
                excludes: excludes, form: [], ignoresNameCase: false, path: path, query: .anything, fragment: .anything,
                items: 0..<0))
        pointers.append(pointer)
    }

    /// Whether a URL matches a component; nil if deciding that exceeds the limit of work.
    func matches(_ component: AppleComponent, _ texts: inout AddressTexts) -> Bool? {
        let heads = texts.heads(component.form)
        guard component.path.admits(heads.path), component.fragment.admits(heads.fragment) else { return false }
        return texts.with(component.form) { parts in
            guard let pathHolds = holds(component.path, &parts.path) else { return nil }
            guard pathHolds else { return false }
            guard let fragmentHolds = holds(component.fragment, &parts.fragment) else { return nil }
            guard fragmentHolds else { return false }
            guard let queryHolds = holds(component.query, &parts.query) else { return nil }
            guard queryHolds else { return false }
            for index in component.items {
                guard let itemHolds = holds(items[index], component, &parts) else { return nil }
                guard itemHolds else { return false }
            }
            return true
        }
    }

    /// Whether a single URL matches a component.
    func matches(_ component: AppleComponent, _ address: URLParts) -> Bool {
        var texts = AddressTexts(address, names: names, undecodableAsWritten: false)
        return matches(component, &texts) ?? false
    }

    private func holds(_ pattern: Pattern, _ text: inout PatternText?) -> Bool? {
        if pattern.isAnything { return true }
        guard text != nil else { return false }
        return text?.matches(pattern, in: program) ?? nil
    }

    /// Whether all occurrences of an item match; an absent item counts as empty.
    private func holds(_ item: Item, _ component: AppleComponent, _ parts: inout AddressTexts.Parts) -> Bool? {
        if item.value.isAnything { return true }
        var isThere = false
        for index in parts.items.indices {
            let name = component.ignoresNameCase ? parts.items[index].foldedName : parts.items[index].name
            guard name == item.name else { continue }
            isThere = true
            guard let itemHolds = holds(item.value, &parts.items[index].value) else { return nil }
            guard itemHolds else { return false }
        }
        guard !isThere else { return true }
        var empty = PatternText([])
        return empty.matches(item.value, in: program)
    }

    /// The largest number of stars in one of a component's patterns.
    func stars(in component: AppleComponent) -> Int {
        let patterns = [component.path, component.query, component.fragment] + items[component.items].map(\.value)
        return patterns.map(program.stars).max() ?? 0
    }

    /// The value of a flag; strings and numbers are converted as Objective-C's `boolValue` does.
    private func flag(_ value: JSONValue?, default standard: Bool) -> Bool {
        guard let value else { return standard }
        if let bool = value.bool { return bool }
        guard !assumptions.contains(.onlyBooleansAreFlags) else { return standard }
        if let number = value.double { return number != 0 }
        guard let first = value.string?.unicodeScalars.first else { return standard }
        return "YyTt123456789".unicodeScalars.contains(first)
    }
}
