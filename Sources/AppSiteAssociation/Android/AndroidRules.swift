package import AppLinks
public import JSON
internal import TextEncoding

/// What Android decides by dynamic rules, as far as the rules go.
public struct AndroidDecision: Hashable, Sendable {
    /// The two things that can be.
    public enum Outcome: String, Hashable, Sendable {
        /// The app opens, if its manifest lets it.
        case match
        /// The browser opens.
        case noMatch = "no_match"
    }

    /// Whether the app opens.
    public let outcome: Outcome
    /// Which rule decided, counted from 0; nil where none did.
    public let rule: Int?
}

/// The dynamic rules of an `assetlinks.json`: `dynamic_app_link_components`, on Android 15 and later.
///
/// They are gone through in order and the first that matches decides; where none does, the browser opens. They never
/// widen what the app's manifest allows. Source: Android's documentation of dynamic App Links, and the Javadoc of
/// `android.content.UriRelativeFilter`, onto which the rules are mapped.
public struct AndroidRules: Sendable {
    /// Why all rules of a site are dropped, so that the manifest alone decides; nil where they hold.
    public let fault: Fault?
    private let rules: [Rule]

    /// The first thing that Android does not accept.
    public struct Fault: Error, Hashable, Sendable {
        /// Where it stands, from the list of rules on.
        public let pointer: JSONPointer
        /// What is wrong, in lower case without a full stop.
        public let message: String
    }

    private struct Rule: Sendable {
        var path: AndroidPattern?
        var fragment: AndroidPattern?
        var query: [(name: String, value: AndroidPattern)]
        var excludes: Bool
        /// A rule without any pattern matches nothing.
        var isEmpty: Bool { path == nil && fragment == nil && query.isEmpty }
    }

    /// Compiles a list of rules. One that is malformed or empty anywhere drops them all.
    public init(_ components: JSONValue) {
        do throws(Fault) {
            rules = try Self.rules(components)
            fault = nil
        } catch {
            rules = []
            fault = error
        }
    }

    /// Decides one address, given a manifest that allows it.
    package func decide(_ address: LinkAddress) -> AndroidDecision {
        guard fault == nil else { return AndroidDecision(outcome: .match, rule: nil) }
        let parts = Parts(address)
        for (index, rule) in rules.enumerated() where Self.matches(rule, parts) {
            return AndroidDecision(outcome: rule.excludes ? .noMatch : .match, rule: index)
        }
        return AndroidDecision(outcome: .noMatch, rule: nil)
    }

    /// The parts of an address as Android compares them: decoded.
    private struct Parts {
        var path: [UInt32]
        var fragment: [UInt32]?
        var items: [(name: String, value: [UInt32])]

        init(_ address: LinkAddress) {
            path = Self.decoded(address.path)
            fragment = address.fragment.map { Self.decoded($0) }
            guard let query = address.query else {
                items = []
                return
            }
            // The whole query is decoded before it is split, so an encoded ampersand splits too.
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

        /// What cannot be decoded becomes U+FFFD, as `android.net.Uri` has it.
        private static func decoded(_ text: String) -> [UInt32] {
            guard text.utf8.contains(UInt8(ascii: "%")) else { return text.utf8.map(UInt32.init) }
            var bytes: [UInt8] = []
            let source = Array(text.utf8)
            var index = 0
            while index < source.count {
                let byte = source[index]
                index += 1
                guard byte == UInt8(ascii: "%") else {
                    bytes.append(byte)
                    continue
                }
                if index + 1 < source.count, let high = source[index].hexDigitValue,
                    let low = source[index + 1].hexDigitValue
                {
                    bytes.append(high << 4 | low)
                    index += 2
                } else {
                    bytes += [0xEF, 0xBF, 0xBD]
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
        // One occurrence that matches is enough.
        return rule.query.allSatisfy { wanted in
            parts.items.contains { $0.name.isIdentical(wanted.name) && wanted.value.matches($0.value) }
        }
    }

    private static func rules(_ components: JSONValue) throws(Fault) -> [Rule] {
        guard let elements = components.array else {
            throw Fault(pointer: JSONPointer(), message: "the rules are \(components.kindName) instead of an array")
        }
        guard !elements.isEmpty else { throw Fault(pointer: JSONPointer(), message: "the list of rules is empty") }
        var rules: [Rule] = []
        for (index, element) in elements.enumerated() {
            rules.append(try rule(element, at: JSONPointer().appending(index)))
        }
        return rules
    }

    private static func rule(_ element: JSONValue, at pointer: JSONPointer) throws(Fault) -> Rule {
        guard let object = element.object else {
            throw Fault(pointer: pointer, message: "a rule is \(element.kindName) instead of an object")
        }
        var rule = Rule(query: [], excludes: false)
        if let path = object["/"] { rule.path = try pattern(path, "/", at: pointer.appending("/")) }
        if let fragment = object["#"] { rule.fragment = try pattern(fragment, "#", at: pointer.appending("#")) }
        if let query = object["?"] {
            let place = pointer.appending("?")
            guard let items = query.object else {
                throw Fault(pointer: place, message: "'?' is \(query.kindName) instead of an object")
            }
            guard !items.isEmpty else { throw Fault(pointer: place, message: "'?' is empty") }
            for (name, value) in items {
                guard !name.isEmpty else {
                    throw Fault(pointer: place.appending(name), message: "an item of '?' has no name")
                }
                rule.query.append((name, try pattern(value, name, at: place.appending(name))))
            }
        }
        if let exclude = object["exclude"] {
            guard let bool = exclude.bool else {
                throw Fault(
                    pointer: pointer.appending("exclude"),
                    message: "'exclude' is \(exclude.kindName) instead of a boolean")
            }
            rule.excludes = bool
        }
        return rule
    }

    private static func pattern(_ value: JSONValue, _ key: String, at pointer: JSONPointer) throws(Fault)
        -> AndroidPattern
    {
        guard let text = value.string else {
            throw Fault(pointer: pointer, message: "'\(key)' is \(value.kindName) instead of a string")
        }
        guard !text.isEmpty else { throw Fault(pointer: pointer, message: "'\(key)' is empty") }
        return AndroidPattern(text)
    }
}
