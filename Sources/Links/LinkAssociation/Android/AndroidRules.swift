package import JSON
package import Problems
package import TextEncoding

/// The decision of Android's dynamic rules about a URL.
package struct AndroidDecision: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable {
        /// The app opens, if its manifest allows the URL.
        case match
        /// The browser opens.
        case noMatch = "no_match"
    }

    package let outcome: Outcome
    /// The index of the rule that decided; nil if none matched.
    package let rule: Int?
}

/// The dynamic rules of an `assetlinks.json`: `dynamic_app_link_components`, applied by Android 15 and later.
///
/// The first rule that matches decides; if none does, the browser opens. Rules never extend what the app's manifest
/// allows. Source: Android's documentation of dynamic App Links, and the Javadoc of
/// `android.content.UriRelativeFilter`, to which the rules are mapped.
package struct AndroidRules: Sendable {
    /// The first error, because of which Android ignores all rules, so that the manifest alone decides; nil if the rules
    /// are valid. Its place is relative to the list.
    package let problem: Problem<JSONPointer>?
    private let rules: [Rule]

    private struct Rule: Sendable {
        var path: AndroidPattern?
        var fragment: AndroidPattern?
        var query: [(name: String, value: AndroidPattern)]
        var excludes: Bool
        /// Whether the rule has no pattern; such a rule matches nothing.
        var isEmpty: Bool { path == nil && fragment == nil && query.isEmpty }
    }

    /// Compiles a list of rules. One malformed rule or empty pattern invalidates all of them.
    package init(_ components: JSONValue) {
        do throws(Problem<JSONPointer>) {
            rules = try Self.rules(components)
            problem = nil
        } catch {
            rules = []
            problem = error
        }
    }

    /// Decides about a URL that the manifest allows.
    package func decide(_ address: URLParts) -> AndroidDecision {
        guard problem == nil else { return AndroidDecision(outcome: .match, rule: nil) }
        let parts = Parts(address)
        for (index, rule) in rules.enumerated() where Self.matches(rule, parts) {
            return AndroidDecision(outcome: rule.excludes ? .noMatch : .match, rule: index)
        }
        return AndroidDecision(outcome: .noMatch, rule: nil)
    }

    /// The parts of a URL, decoded as Android compares them.
    private struct Parts {
        var path: [UInt32]
        var fragment: [UInt32]?
        var items: [(name: String, value: [UInt32])]

        init(_ address: URLParts) {
            path = Self.decoded(address.path)
            fragment = address.fragment.map { Self.decoded($0) }
            guard let query = address.query else {
                items = []
                return
            }
            // Android decodes the whole query before it splits it, so an encoded ampersand separates items too.
            let text = String(String.UnicodeScalarView(Self.decoded(query).compactMap(Unicode.Scalar.init)))
            var pieces = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            if pieces.count == 1 {
                pieces = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            }
            items = pieces.compactMap { piece in
                guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                let value = Substring(piece[piece.index(after: equals)...])
                return (String(Substring(piece[..<equals])), value.unicodeScalars.map(\.value))
            }
        }

        /// Percent-decodes a text. Bytes that are not UTF-8 become U+FFFD, as in `android.net.Uri`.
        private static func decoded(_ text: String) -> [UInt32] {
            guard text.utf8.contains(UInt8(ascii: "%")) else { return text.utf8.map(UInt32.init) }
            var bytes: [UInt8] = []
            let source = Array(text.utf8)
            var index = 0
            while index < source.count {
                if let byte = PercentEncoding.decodedByte(in: source, at: index) {
                    bytes.append(byte)
                    index += 3
                } else {
                    bytes += source[index] == UInt8(ascii: "%") ? [0xEF, 0xBF, 0xBD] : [source[index]]
                    index += 1
                }
            }
            return String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
        }
    }

    private static func matches(_ rule: Rule, _ parts: Parts) -> Bool {
        guard !rule.isEmpty else { return false }
        if let path = rule.path, !path.matches(parts.path) { return false }
        if let fragment = rule.fragment {
            guard let text = parts.fragment, fragment.matches(text) else { return false }
        }
        // One matching occurrence suffices.
        return rule.query.allSatisfy { wanted in
            parts.items.contains { $0.name.isIdentical(wanted.name) && wanted.value.matches($0.value) }
        }
    }

    private static func rules(_ components: JSONValue) throws(Problem<JSONPointer>) -> [Rule] {
        guard let elements = components.array else {
            throw dropped(JSONPointer(), "the rules are \(components.kindName) instead of an array")
        }
        guard !elements.isEmpty else { throw dropped(JSONPointer(), "the list of rules is empty") }
        var rules: [Rule] = []
        for (index, element) in elements.enumerated() {
            rules.append(try rule(element, at: JSONPointer().appending(index)))
        }
        return rules
    }

    private static func rule(_ element: JSONValue, at pointer: JSONPointer) throws(Problem<JSONPointer>) -> Rule {
        guard let object = element.object else {
            throw dropped(pointer, "a rule is \(element.kindName) instead of an object")
        }
        var rule = Rule(query: [], excludes: false)
        if let path = object["/"] { rule.path = try pattern(path, "/", at: pointer.appending("/")) }
        if let fragment = object["#"] { rule.fragment = try pattern(fragment, "#", at: pointer.appending("#")) }
        if let query = object["?"] {
            let place = pointer.appending("?")
            guard let items = query.object else {
                throw dropped(place, "'?' is \(query.kindName) instead of an object")
            }
            guard !items.isEmpty else { throw dropped(place, "'?' is empty") }
            for (name, value) in items {
                guard !name.isEmpty else {
                    throw dropped(place.appending(name), "an item of '?' has no name")
                }
                rule.query.append((name, try pattern(value, name, at: place.appending(name))))
            }
        }
        if let exclude = object["exclude"] {
            guard let bool = exclude.bool else {
                throw dropped(
                    pointer.appending("exclude"),
                    "'exclude' is \(exclude.kindName) instead of a boolean")
            }
            rule.excludes = bool
        }
        return rule
    }

    private static func dropped(_ pointer: JSONPointer, _ message: String) -> Problem<JSONPointer> {
        Problem(code: "rules-dropped", at: pointer, message)
    }

    private static func pattern(_ value: JSONValue, _ key: String, at pointer: JSONPointer) throws(Problem<JSONPointer>)
        -> AndroidPattern
    {
        guard let text = value.string else {
            throw dropped(pointer, "'\(key)' is \(value.kindName) instead of a string")
        }
        guard !text.isEmpty else { throw dropped(pointer, "'\(key)' is empty") }
        return AndroidPattern(text)
    }
}
