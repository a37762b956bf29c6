internal import AppLinks
package import JSON
package import TextEncoding

/// The decision of an Apple system about a URL, for one app.
package struct AppleDecision: Hashable, Sendable {
    /// The possible outcomes.
    package enum Outcome: String, Hashable, Sendable {
        /// The app opens.
        case match
        /// A component with `exclude` decided: the app does not open.
        case exclude
        /// No component decided: the app does not open.
        case noMatch = "no_match"
    }

    /// Whether the app opens.
    package let outcome: Outcome
    /// The place in the file of the component that decided; nil if none did.
    package let component: JSONPointer?
    /// Whether a pattern exceeded the limit of work and was taken not to match.
    package let exceededLimit: Bool
}

/// Matches URLs against an association file, for one app on one domain.
///
/// The rules are those of Apple's documentation and of observations on macOS; see `Documentation/UniversalLinks.md`.
package struct AppleLinkMatcher: Sendable {
    let domain: String
    let components: AppleComponents
    private let assumptions: Set<AppleAssumption>

    /// Compiles a file.
    ///
    /// - Parameters:
    ///   - file: the association file that the domain serves.
    ///   - domain: the host, as in the app's entitlement; case is ignored.
    ///   - appID: the app's identifier.
    ///   - assumptions: the unproven assumptions to invert.
    package init(
        _ file: AppleAssociationFile, domain: String, appID: String, contrary assumptions: Set<AppleAssumption> = []
    ) {
        self.domain = domain.lowercased()
        self.assumptions = assumptions
        var components = AppleComponents(variables: file.variables, assumptions: assumptions)
        let defaults = file.value["applinks"]?["defaults"]?.object ?? [:]
        for entry in file.entries where entry.appIDs.contains(where: { $0.isIdentical(appID) }) {
            Self.add(entry, defaults: defaults, to: &components, assumptions)
            if assumptions.contains(.firstEntryOnly) { break }
        }
        self.components = components
    }

    /// Decides about one URL.
    package func decide(_ address: URLParts) -> AppleDecision {
        guard address.isWeb, address.host == domain, address.port == nil || !assumptions.contains(.portsNeverMatch)
        else {
            return AppleDecision(outcome: .noMatch, component: nil, exceededLimit: false)
        }
        var texts = AddressTexts(
            address, names: components.names, undecodableAsWritten: assumptions.contains(.undecodableAsWritten))
        var exceededLimit = false
        for (index, component) in components.components.enumerated() {
            if assumptions.contains(.manyStarsNeverMatch), components.stars(in: component) > AppleAssumption.manyStars {
                continue
            }
            switch components.matches(component, &texts) {
            case true?:
                return AppleDecision(
                    outcome: component.excludes ? .exclude : .match, component: components.pointers[index],
                    exceededLimit: exceededLimit)
            case false?: break
            case nil: exceededLimit = true
            }
        }
        return AppleDecision(outcome: .noMatch, component: nil, exceededLimit: exceededLimit)
    }

    private static func add(
        _ entry: AppleAssociationFile.Entry, defaults: JSONObject, to components: inout AppleComponents,
        _ assumptions: Set<AppleAssumption>
    ) {
        if let list = entry.object["components"] {
            let pointer = entry.pointer.appending("components")
            let defaults = defaults.overridden(by: entry.object["defaults"]?.object ?? [:])
            for (index, element) in (list.array ?? []).enumerated() {
                if let object = element.object {
                    components.add(defaults.overridden(by: object), at: pointer.appending(index))
                } else if assumptions.contains(.oddComponentsMatchEverything) {
                    components.addEverything(at: pointer.appending(index))
                }
            }
        } else if let paths = entry.object["paths"] {
            let pointer = entry.pointer.appending("paths")
            for (index, element) in (paths.array ?? []).enumerated() {
                if let text = element.string { components.add(legacyPath: text, at: pointer.appending(index)) }
            }
        } else if !assumptions.contains(.bareEntryMatchesNothing) {
            components.addEverything(at: entry.pointer)
        }
    }
}

extension AppleAssociationFile {
    /// The assumptions whose inversion would change the decision about a URL.
    ///
    /// - Parameters:
    ///   - address: the URL.
    ///   - domain: the host, as in the app's entitlement.
    ///   - appID: the app's identifier.
    /// - Returns: in the order of `AppleAssumption.allCases`; empty if the decision depends on none.
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
