import JSON
import Problems
internal import TextEncoding

/// The rules for components together: components that hide later ones, and claims of URLs that belong to the browser.
enum AppleOrderLint {
    /// The number of pairs above which components are not compared with each other.
    private static let maximumPairs = 500_000

    static func check(_ value: JSONValue, _ list: inout FindingList) {
        guard let file = AppleAssociationFile(value) else { return }
        let apps = file.appIDs
        var reported: Set<JSONPointer> = []
        for app in apps {
            let matcher = AppleLinkMatcher(file, domain: sampleHost, appID: app)
            for problem in matcher.problems where reported.insert(problem.place).inserted { list.add(problem) }
            checkHidden(matcher, &reported, &list)
            checkProbes(matcher, &reported, &list)
        }
        checkShared(file, apps, &list)
    }

    /// The host of example URLs; patterns do not depend on it.
    static let sampleHost = "example.com"

    private static func checkHidden(
        _ matcher: AppleLinkMatcher, _ reported: inout Set<JSONPointer>, _ list: inout FindingList
    ) {
        let components = matcher.components
        guard components.count * components.count <= maximumPairs else { return }
        for (later, hidden) in components.enumerated() {
            guard let earlier = components[..<later].first(where: { $0.includes(hidden, matcher.variables) }),
                reported.insert(hidden.pointer).inserted
            else { continue }
            let number = earlier.pointer.components.last ?? ""
            let witness = matcher.sample(of: hidden).map { $0.text(host: sampleHost) }
            let example = witness.map { ", as '\($0)' shows" } ?? ""
            if hidden.excludes == earlier.excludes {
                let isDuplicate = hidden.isDuplicate(of: earlier, matcher.variables)
                list.add(
                    isDuplicate ? .note : .warning, isDuplicate ? "redundant-twin" : "unreachable-component",
                    hidden.pointer,
                    isDuplicate
                        ? "the component duplicates number \(number) before it\(example)"
                        : "the component never decides: number \(number) before it matches all that it does\(example)",
                    fix: "Remove it.")
            } else if hidden.excludes {
                list.add(
                    .warning, "exclude-too-late", hidden.pointer,
                    "the component excludes nothing: number \(number) before it opens the app first\(example)",
                    fix: "Move it before number \(number).")
            } else {
                list.add(
                    .warning, "unreachable-component", hidden.pointer,
                    "the component opens nothing: number \(number) before it excludes all that it matches\(example)",
                    fix: "Move it before number \(number).")
            }
        }
    }

    /// URLs that a wildcard should leave to the browser.
    private static let probes: [(path: String, code: String, message: String, fix: String)] = [
        (
            "/.well-known/change-password", "change-password-claimed",
            "the component opens '/.well-known/change-password' in the app, and password managers need the page",
            "Put {\"/\": \"/.well-known/*\", \"exclude\": true} before it."
        ),
        (
            "/auth/callback?code=x&state=x", "oauth-callback-claimed",
            "the component opens OAuth callbacks such as '/auth/callback' in the app, not on the page that waits for them",
            "Exclude the callback before it, unless the app handles it."
        ),
        (
            "/oauth/callback?code=x&state=x", "oauth-callback-claimed",
            "the component opens OAuth callbacks such as '/oauth/callback' in the app, not on the page that waits for them",
            "Exclude the callback before it, unless the app handles it."
        ),
    ]

    private static func checkProbes(
        _ matcher: AppleLinkMatcher, _ reported: inout Set<JSONPointer>, _ list: inout FindingList
    ) {
        var reportedCodes: Set<String> = []
        for probe in probes {
            guard let address = URLParts("https://\(sampleHost)\(probe.path)") else { continue }
            let decision = matcher.decide(address)
            guard decision.outcome == .match,
                let component = matcher.components.first(where: { $0.pointer == decision.component }),
                reportedCodes.insert(probe.code).inserted,
                component.constrains, !component.names(probe.path, matcher.variables),
                reported.insert(component.pointer.appending(probe.code)).inserted
            else { continue }
            list.add(.warning, probe.code, component.pointer, probe.message, fix: probe.fix)
        }
    }

    /// Reports URLs that two apps claim: the system or the user chooses between them.
    private static func checkShared(_ file: AppleAssociationFile, _ apps: [String], _ list: inout FindingList) {
        let matchers = apps.prefix(20).map { (app: $0, matcher: AppleLinkMatcher(file, domain: sampleHost, appID: $0)) }
        for (index, second) in matchers.enumerated() {
            for first in matchers[..<index] {
                for component in second.matcher.components.prefix(200) where !component.excludes {
                    guard let text = second.matcher.sample(of: component)?.text(host: sampleHost),
                        let address = URLParts(text), second.matcher.decide(address).outcome == .match,
                        first.matcher.decide(address).outcome == .match
                    else { continue }
                    list.add(
                        .note, "shared-claim", component.pointer,
                        "both '\(first.app)' and '\(second.app)' claim '\(text)', and the system chooses",
                        fix: "Exclude it from one of the two.")
                    break
                }
            }
        }
    }
}

extension AppleComponent {
    /// Whether the component has any pattern; one without is reported by another rule.
    fileprivate var constrains: Bool {
        !path.elements.isEmpty || !query.isAnything || !fragment.isAnything || !items.isEmpty
    }

    /// Whether the component names a path literally instead of matching it by a wildcard.
    fileprivate func names(_ probe: String, _ variables: [PatternVariable]) -> Bool {
        let literal = PatternSample.text(of: path.elements.prefix { $0 != .star && $0 != .any }, variables) ?? ""
        return literal.hasPrefix(probe.prefix { $0 != "?" })
    }
}
