package import JSON
internal import TextEncoding

/// A URL that an app opens under one pair of association files and does not open under another.
package struct LinkChange: Hashable, Sendable {
    package enum Platform: String, Hashable, Sendable { case ios = "iOS", android = "Android" }

    /// The association files of a host; nil for one that it does not have.
    package struct Files: Hashable, Sendable {
        package var apple: JSONValue?
        package var android: JSONValue?

        package init(apple: JSONValue?, android: JSONValue?) {
            self.apple = apple
            self.android = android
        }
    }

    package let platform: Platform
    /// The iOS app's identifier, or the Android package.
    package let app: String
    package let address: String
    /// Whether the app opens it under the new files.
    package let opens: Bool

    /// Finds changes by trying short URLs made from the patterns of all four files: the URLs that the patterns
    /// themselves describe; variants of them only if none of those changed.
    package static func find(from old: Files, to new: Files, host: String) -> [LinkChange] {
        let (before, after) = (Deciders(old, host: host), Deciders(new, host: host))
        let samples = [SampleAddress(path: "/")] + before.samples + after.samples
        let plain = changes(of: samples, before, after, host: host)
        return plain.isEmpty
            ? changes(of: samples.flatMap { $0.variants.map(\.address) }, before, after, host: host) : plain
    }

    private static func changes(
        of samples: [SampleAddress], _ before: Deciders, _ after: Deciders, host: String
    ) -> [LinkChange] {
        var seen: Set<SampleAddress> = []
        return samples.filter { seen.insert($0).inserted }.flatMap { sample -> [LinkChange] in
            let text = sample.text(host: host)
            guard let address = URLParts(text) else { return [] }
            let (closed, opened) = (before.apps(opening: address), after.apps(opening: address))
            return closed.symmetricDifference(opened)
                .sorted { ($0.platform.rawValue, $0.name) < ($1.platform.rawValue, $1.name) }
                .map { app in
                    LinkChange(platform: app.platform, app: app.name, address: text, opens: opened.contains(app))
                }
        }
    }

    private struct App: Hashable {
        let platform: Platform
        let name: String
    }

    /// A pair of files, compiled.
    private struct Deciders {
        private var apple: [(app: String, matcher: AppleLinkMatcher)] = []
        /// The rules of the statements about links; nil for one without rules, by which the manifest alone decides.
        private var android: [(package: String, rules: AndroidRules?)] = []
        private(set) var samples: [SampleAddress] = []

        init(_ files: Files, host: String) {
            if let file = files.apple.flatMap(AppleAssociationFile.init) {
                apple = file.appIDs.map { ($0, AppleLinkMatcher(file, domain: host, appID: $0)) }
                for (_, matcher) in apple {
                    samples += matcher.components.prefix(500).compactMap { $0.sample(matcher.variables) }
                }
            }
            for (index, value) in (files.android?.array ?? []).enumerated() {
                guard let statement = try? AssetLinksStatement(value, at: JSONPointer([String(index)])),
                    statement.relations.contains(Relation.handleAllURLs),
                    case .androidApp(let package) = statement.target
                else { continue }
                android.append((package, statement.rules.map(AndroidRules.init)))
                samples += (statement.rules?.array ?? []).prefix(500).map(SampleAddress.init(androidRule:))
            }
        }

        func apps(opening address: URLParts) -> Set<App> {
            Set(
                apple.filter { $0.matcher.decide(address).outcome == .match }.map { App(platform: .ios, name: $0.app) }
                    + android.filter { $0.rules.map { $0.decide(address).outcome == .match } ?? true }
                    .map { App(platform: .android, name: $0.package) })
        }
    }
}
