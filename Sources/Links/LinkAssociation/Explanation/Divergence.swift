package import JSON
package import LinkDefinitions
internal import TextEncoding

/// A URL that Apple's systems and Android treat differently, with the reason.
package struct Divergence: Hashable, Sendable {
    /// The aspect of a URL in which the platforms differ.
    package enum Topic: String, Hashable, Sendable, CaseIterable {
        case plain, trailingSlash = "trailing-slash", doubledSlash = "doubled-slash", deeperPath = "deeper-path"
        case parentPath = "parent-path", missingItem = "missing-item", emptyItem = "empty-item"
        case repeatedItem = "repeated-item", furtherItem = "further-item", encodedPath = "encoded-path"
        case upperCase = "upper-case", missingFragment = "missing-fragment", furtherFragment = "further-fragment"
        case movedFragment = "moved-fragment"

        package var reason: String {
            switch self {
            case .plain: "The rules of the two files differ."
            case .trailingSlash: "Apple ignores a trailing slash, Android does not."
            case .doubledSlash: "Apple treats doubled slashes as one, Android does not."
            case .deeperPath: "The two files differ for deeper paths."
            case .parentPath: "On Apple's systems '/a/*' matches '/a' too, on Android it does not."
            case .missingItem: "To Apple an item that is not there is empty, to Android it never matches."
            case .emptyItem: "The two files differ for empty items."
            case .repeatedItem: "Apple requires every occurrence of an item to match, Android only one."
            case .furtherItem: "Apple compares a query written as one pattern whole, Android item by item."
            case .encodedPath: "Apple compares addresses as they are written, Android decodes them first."
            case .upperCase: "Apple can ignore upper and lower case, Android cannot."
            case .missingFragment: "To Apple a missing fragment is empty, to Android it never matches."
            case .furtherFragment: "The two files differ for fragments."
            case .movedFragment: "On Android the star stops at the next character and does not go back."
            }
        }
    }

    package let topic: Topic
    /// A minimal URL that demonstrates the difference.
    package let address: String
    package let apple: AppleDecision
    package let android: AndroidDecision

    /// Finds URLs of a host on which the two platforms differ, by trying short ones made from the patterns of Apple's
    /// file and of Android's dynamic rules, `dynamic_app_link_components`; the shortest for each topic, in the order of
    /// the topics.
    package static func find(
        between file: AppleAssociationFile, appID: String, and rules: JSONValue, host: String
    ) -> [Divergence] {
        let matcher = AppleLinkMatcher(file, domain: host, appID: appID)
        let compiled = AndroidRules(rules)
        var samples: [SampleAddress] = []
        for component in matcher.components.prefix(500) {
            if let sample = component.sample(matcher.variables) { samples.append(sample) }
        }
        for rule in (rules.array ?? []).prefix(500) { samples.append(SampleAddress(androidRule: rule)) }
        var found: [Topic: Divergence] = [:]
        for sample in samples {
            for (topic, variant) in sample.variants {
                let text = variant.text(host: host)
                guard let address = URLParts(text) else { continue }
                let (apple, android) = (matcher.decide(address), compiled.decide(address))
                guard (apple.outcome == .match) != (android.outcome == .match) else { continue }
                if let known = found[topic], known.address.utf8.count <= text.utf8.count {
                    if topic == .plain { break }
                    continue
                }
                found[topic] = Divergence(topic: topic, address: text, apple: apple, android: android)
                // Variants of a URL that differs itself differ for the same reason.
                if topic == .plain { break }
            }
        }
        return Topic.allCases.compactMap { found[$0] }
    }

    /// Finds URLs of an app's links on which the two platforms differ; empty unless there are apps for both.
    package static func find(in set: AppLinkSet) -> [Divergence] {
        guard let host = set.hosts.first, let ios = set.ios,
            let file = AssociationFiles.apple(set).flatMap(AppleAssociationFile.init),
            let rules = set.androidRules
        else { return [] }
        return find(between: file, appID: ios.appID, and: rules, host: host)
    }
}

extension AppLinkSet {
    /// The dynamic rules of the generated `assetlinks.json`.
    var androidRules: JSONValue? {
        let path = ["0", "relation_extensions", Relation.handleAllURLs, "dynamic_app_link_components"]
        return AssociationFiles.android(self)?[JSONPointer(path)]
    }
}

extension SampleAddress {
    /// A minimal URL that one of Android's rules matches.
    init(androidRule rule: JSONValue) {
        self.init(path: "/")
        if let path = rule["/"]?.string {
            let text = PercentEncoding.encode(Self.sample(path), keeping: .urlPart)
            self.path = text.hasPrefix("/") ? text : "/" + text
        }
        for (name, value) in rule["?"]?.object ?? [:] {
            items.append(
                Item(name: PercentEncoding.encode(name), value: PercentEncoding.encode(Self.sample(value.string ?? "")))
            )
        }
        fragment = rule["#"]?.string.map { PercentEncoding.encode(Self.sample($0), keeping: .urlPart) }
    }

    private static func sample(_ pattern: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in pattern.unicodeScalars where scalar != "*" { scalars.append(scalar == "?" ? "x" : scalar) }
        return String(scalars)
    }

    /// The URL itself and variants of it, each with one change that the platforms may treat differently.
    var variants: [(topic: Divergence.Topic, address: SampleAddress)] {
        var variants: [(Divergence.Topic, SampleAddress)] = [(.plain, self)]
        func add(_ topic: Divergence.Topic, _ change: (inout SampleAddress) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { variants.append((topic, copy)) }
        }
        add(.trailingSlash) { $0.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path + "/" }
        add(.doubledSlash) { $0.path = "/" + path }
        add(.deeperPath) { $0.path = (path.hasSuffix("/") ? path : path + "/") + "x" }
        add(.parentPath) { copy in
            let segments = path.split(separator: "/").dropLast()
            if !segments.isEmpty { copy.path = "/" + segments.joined(separator: "/") }
        }
        add(.encodedPath) { copy in
            let segment = path.drop { $0 == "/" }
            guard let letter = segment.utf8.first, segment.utf8.count > 1, ASCIISet.unreserved.contains(letter) else {
                return
            }
            copy.path = "/%" + letter.hexadecimal(digits: 2) + segment.dropFirst()
        }
        add(.upperCase) { $0.path = path.uppercased() }
        for index in items.indices {
            let item = items[index]
            add(.missingItem) { $0.items.remove(at: index) }
            add(.emptyItem) { $0.items[index].value = "" }
            add(.emptyItem) { $0.items[index].value = nil }
            add(.repeatedItem) { $0.items.append(Item(name: item.name, value: "")) }
            add(.repeatedItem) { $0.items.insert(Item(name: item.name, value: "other"), at: 0) }
        }
        add(.furtherItem) { $0.items.append(Item(name: "utm_source", value: "mail")) }
        if let fragment {
            add(.missingFragment) { $0.fragment = nil }
            add(.furtherFragment) { $0.fragment = "" }
            add(.movedFragment) { $0.fragment = "x&" + fragment }
        } else {
            add(.furtherFragment) { $0.fragment = "x" }
        }
        return variants
    }
}
