import AppLinks
import Configuration
import Diagnostics
import LinkDefinitions
import YAML

/// What opens an app on phones: its custom schemes, and the apps that its links open.
struct PhoneClaim: Sendable {
    private let file: AppFile
    private let schemes: [(scheme: String, path: String)]
    private let appIDs: [String]
    private let packages: [String]

    init(_ app: App) {
        file = app.file
        let set = app.linkSet
        appIDs = set.ios?.appIDs ?? []
        packages = set.android?.packages.map(\.name) ?? []
        let own = set.ios?.scheme.map { [($0.lowercased(), "ios.scheme")] } ?? []
        let others = set.appAddresses.compactMap { name, template in
            template.scheme.map { ($0, set.links.contains { $0.name == name } ? "links.\(name).app" : "login.app") }
        }
        var seen = Set<String>()
        // A scheme besides the app's own is an error already.
        schemes = (own.isEmpty ? others : own).filter { seen.insert($0.0).inserted }.map { (scheme: $0.0, path: $0.1) }
    }

    /// The warnings of each app against those before it, except for copies of another, which are told at their hosts.
    static func warnings(_ claims: [PhoneClaim?], besides hosts: [HostClaim]) -> [Diagnostic] {
        let copies = Set(hosts.filter(\.isOfCopy).map(\.app))
        let claims = claims.enumerated().compactMap { copies.contains($0.offset) ? nil : $0.element }
        return sharedSchemes(claims)
            + claims.indices.flatMap { index in claims[index].copiedApps(from: claims[..<index]) }
    }

    /// A warning for each app with the scheme of another one: a phone with both opens either.
    private static func sharedSchemes(_ claims: [PhoneClaim]) -> [Diagnostic] {
        var owners: [String: String] = [:]
        var warnings: [Diagnostic] = []
        for claim in claims {
            for (scheme, path) in claim.schemes {
                guard let owner = owners[scheme] else {
                    owners[scheme] = claim.file.name
                    continue
                }
                warnings.append(
                    claim.file.diagnostic(
                        .warning, code: "shared-scheme", at: path,
                        "the scheme '\(scheme)' is also that of the app '\(known: owner)', and a phone with both opens either",
                        fix: "Give each app a scheme of its own, such as its bundle identifier."))
            }
        }
        return warnings
    }

    /// Warnings of the iOS or the Android app of another app of the site, where the two differ on the other system or in their
    /// schemes: it opens the links of both.
    private func copiedApps(from others: ArraySlice<PhoneClaim>) -> [Diagnostic] {
        func differ(_ first: [String], _ second: [String]) -> Bool {
            !first.isEmpty && !second.isEmpty && Set(first).isDisjoint(with: second)
        }
        return others.flatMap { other in
            // One app on both systems may have a scheme for each of two products.
            let isOne =
                other.appIDs.contains(where: appIDs.contains) && other.packages.contains(where: packages.contains)
            let hasOwnScheme = !isOne && differ(schemes.map(\.scheme), other.schemes.map(\.scheme))
            let isApart = (ios: differ(appIDs, other.appIDs), android: differ(packages, other.packages))
            let appIDs = isApart.android || hasOwnScheme ? appIDs.filter(other.appIDs.contains) : []
            let packages = isApart.ios || hasOwnScheme ? packages.filter(other.packages.contains) : []
            return (appIDs.map { ($0, "ios") } + packages.map { ($0, "android") }).map { identifier, system in
                let own =
                    system == "ios" && isApart.android ? "Android apps" : isApart.ios ? "iOS apps" : "schemes"
                return
                    file.diagnostic(
                        .warning, code: "shared-app", at: place(of: identifier, in: system),
                        "'\(identifier)' is also that of the app '\(known: other.file.name)', and opens the links of both",
                        fix:
                            "One of the two has the other's, since they have \(known: own) of their own: write that of '\(known: file.name)' here, or that of '\(known: other.file.name)' in its app.yml."
                    )
            }
        }
    }

    private func place(of identifier: String, in system: String) -> String {
        let keys = system == "ios" ? ["app-id", "app-ids"] : ["package", "packages"]
        let paths = keys.flatMap { key in
            ["\(system).\(key)"]
                + (0..<(appIDs.count + packages.count)).flatMap { index in
                    ["\(system).\(key)[\(index)]", "\(system).\(key)[\(index)].package"]
                }
        }
        return paths.first { file.document.root?.node(at: $0)?.text == identifier } ?? system
    }
}
