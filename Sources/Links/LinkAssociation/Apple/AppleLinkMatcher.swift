package import JSON
package import Problems
package import TextEncoding

/// The decision of an Apple system about a URL, for one app.
package struct AppleDecision: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable {
        case match
        /// A component with `exclude` decided: the app does not open.
        case exclude
        /// No component decided: the app does not open.
        case noMatch = "no_match"
    }

    package let outcome: Outcome
    /// The place in the file of the component that decided; nil if none did.
    package let component: JSONPointer?
}

/// Matches URLs against an association file, for one app on one domain.
///
/// The rules are those of Apple's documentation and of observations on macOS; see `Documentation/UniversalLinks.md`.
package struct AppleLinkMatcher: Sendable {
    /// The patterns that are longer than Latchkey compares. They match nothing, so decisions may be wrong.
    package private(set) var problems: [Problem<JSONPointer>] = []
    let domain: String
    /// The components that apply to the app, in the order in which they are tried.
    private(set) var components: [AppleComponent] = []
    var variables: [PatternVariable] { reader.variables }
    private var reader: PatternReader
    private let assumptions: Set<AppleAssumption>

    /// Compiles the file that a domain serves, as in the app's entitlement, for an app's identifier. `assumptions` are
    /// the unproven ones to invert.
    package init(
        _ file: AppleAssociationFile, domain: String, appID: String, contrary assumptions: Set<AppleAssumption> = []
    ) {
        self.domain = domain.lowercased()
        self.assumptions = assumptions
        reader = PatternReader(variables: file.variables, assumptions: assumptions)
        let defaults = file.value["applinks"]?["defaults"]?.object ?? [:]
        for entry in file.entries where entry.appIDs.contains(where: { $0.isIdentical(appID) }) {
            add(entry, defaults: defaults)
            if assumptions.contains(.firstEntryOnly) { break }
        }
        if assumptions.contains(.manyStarsNeverMatch) {
            components.removeAll { component in
                component.patterns.contains { $0.elements.count { $0 == .star } > AppleAssumption.manyStars }
            }
        }
        for index in components.indices {
            let length = components[index].patterns.map { $0.length(variables) }.max() ?? 0
            guard length > Pattern.longest else { continue }
            components[index].path = Pattern(elements: [.nothing], isAnything: false)
            problems.append(
                Problem(
                    code: "pattern-too-long", at: components[index].pointer,
                    "a pattern of the component has \(length) characters with the values of its variables, "
                        + "and Latchkey compares no more than \(Pattern.longest)",
                    fix: "Write '*' for a part of it, or a component for each case."))
        }
    }

    /// Decides about one URL.
    ///
    /// Complexity: the product of the lengths of the URL and of the patterns, which `Pattern.longest` limits.
    package func decide(_ address: URLParts) -> AppleDecision {
        guard address.isWeb, address.host == domain, address.port == nil || !assumptions.contains(.portsNeverMatch)
        else {
            return AppleDecision(outcome: .noMatch, component: nil)
        }
        let variables = variables
        var known = [AddressTexts?](repeating: nil, count: 4)
        for component in components {
            let texts = known[component.form.rawValue] ?? texts(of: address, for: component)
            known[component.form.rawValue] = texts
            if component.matches(texts, variables) {
                return AppleDecision(outcome: component.excludes ? .exclude : .match, component: component.pointer)
            }
        }
        return AppleDecision(outcome: .noMatch, component: nil)
    }

    private func texts(of address: URLParts, for component: AppleComponent) -> AddressTexts {
        AddressTexts(
            address, component.form, undecodableAsWritten: assumptions.contains(.undecodableAsWritten))
    }

    /// A minimal URL that a component matches; nil if none is found.
    func sample(of component: AppleComponent) -> SampleAddress? {
        guard let sample = component.sample(variables), let address = URLParts(sample.text(host: domain)) else {
            return nil
        }
        return component.matches(texts(of: address, for: component), variables) ? sample : nil
    }
}

// Reading a file's components.

extension AppleLinkMatcher {
    private mutating func add(_ entry: AppleAssociationFile.Entry, defaults: JSONObject) {
        if let list = entry.object["components"] {
            let pointer = entry.pointer.appending("components")
            let defaults = defaults.overridden(by: entry.object["defaults"]?.object ?? [:])
            for (index, element) in (list.array ?? []).enumerated() {
                if let object = element.object {
                    add(defaults.overridden(by: object), at: pointer.appending(index))
                } else if assumptions.contains(.oddComponentsMatchEverything) {
                    components.append(AppleComponent(pointer: pointer.appending(index)))
                }
            }
        } else if let paths = entry.object["paths"] {
            let pointer = entry.pointer.appending("paths")
            for (index, element) in (paths.array ?? []).enumerated() {
                guard let text = element.string else { continue }
                let path = text.removing(prefix: "NOT ")
                components.append(
                    AppleComponent(
                        pointer: pointer.appending(index), excludes: path != nil,
                        path: PatternReader.pattern(legacyPath: path ?? text)))
            }
        } else if !assumptions.contains(.bareEntryMatchesNothing) {
            components.append(AppleComponent(pointer: entry.pointer))
        }
    }

    /// Adds a component whose defaults have been applied.
    private mutating func add(_ object: JSONObject, at pointer: JSONPointer) {
        let folded = !flag(object["caseSensitive"], default: true)
        var component = AppleComponent(pointer: pointer, excludes: flag(object["exclude"], default: false))
        if folded { component.form.insert(.folded) }
        if !flag(object["percentEncoded"], default: true) { component.form.insert(.decoded) }
        component.ignoresNameCase = folded && assumptions.contains(.queryNamesIgnoreCase)
        if let path = object["/"]?.string { component.path = reader.pattern(path: path, folded: folded) }
        if let fragment = object["#"]?.string { component.fragment = reader.pattern(fragment, folded: folded) }
        if let query = object["?"]?.string { component.query = reader.pattern(query, folded: folded) }
        // Apple's systems ignore the whole object if one value is not a string.
        if let query = object["?"]?.object, query.allSatisfy({ $0.value.string != nil }) {
            component.items = query.map { name, value in
                AppleComponent.Item(name: name, value: reader.pattern(value.string ?? "", folded: folded))
            }
        }
        components.append(component)
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

extension AppleAssociationFile {
    /// The assumptions whose inversion would change the decision about a URL, in the order of
    /// `AppleAssumption.allCases`.
    package func decisiveAssumptions(for address: URLParts, domain: String, appID: String) -> [AppleAssumption] {
        let decision = AppleLinkMatcher(self, domain: domain, appID: appID).decide(address)
        return AppleAssumption.allCases.filter { assumption in
            let contrary = AppleLinkMatcher(self, domain: domain, appID: appID, contrary: [assumption]).decide(address)
            return contrary.outcome != decision.outcome
        }
    }
}

extension JSONObject {
    /// The members of both objects; those of `other` take precedence.
    fileprivate func overridden(by other: JSONObject) -> JSONObject {
        guard !isEmpty else { return other }
        var result = self
        for (key, value) in other { result[key] = value }
        return result
    }
}
