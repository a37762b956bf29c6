import JSON
import Problems
internal import TextEncoding

enum ApplePatternLint {
    /// The number of stars above which a warning is given; Apple's systems are said to give up at some number above it.
    private static let maximumStars = 20

    /// Whether a question mark begins a query item, as in `/a?x=1`; in `/?*/x=1` it is a wildcard.
    private static func holdsQuery(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false).dropFirst().contains { rest in
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")), equals > rest.startIndex else { return false }
            return !rest[..<equals].contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") }
        }
    }

    static func checkPath(_ text: String, at pointer: JSONPointer, percentEncoded: Bool, _ list: inout FindingList) {
        check(text, at: pointer, percentEncoded: percentEncoded, &list)
        let lowered = text.lowercased()
        if lowered.hasPrefix("http:") || lowered.hasPrefix("https:") || lowered.contains("://") {
            list.add(
                .error, "url-in-path", pointer, "the pattern '\(text)' contains a scheme or a host",
                fix: "Begin at the slash after the host.")
        } else if text.contains("#") {
            list.add(
                .error, "url-in-path", pointer, "the pattern '\(text)' contains a number sign",
                fix: "Put the text after it under '#'.")
        } else if holdsQuery(text) {
            list.add(
                .error, "url-in-path", pointer,
                "the question mark in '\(text)' matches one character and does not begin a query",
                fix: "Put the text after it under '?'.")
        }
    }

    static func check(_ text: String, at pointer: JSONPointer, percentEncoded: Bool, _ list: inout FindingList) {
        let outside = withoutVariables(text)
        if text.contains("\\") {
            list.add(
                .warning, "backslash", pointer,
                "a backslash escapes nothing: '*' and '?' cannot be written as themselves",
                fix: "Write '?' for any one character.")
        }
        if outside.count(where: { $0 == "*" }) > maximumStars {
            list.add(
                .warning, "many-stars", pointer,
                "the pattern has more than \(maximumStars) stars, and Apple may reject it",
                fix: "Write fewer, or a component for each case.")
        }
        checkEncoding(outside, at: pointer, percentEncoded: percentEncoded, &list)
    }

    private static func checkEncoding(
        _ text: String, at pointer: JSONPointer, percentEncoded: Bool, _ list: inout FindingList
    ) {
        let encoded = PercentEncoding.encode(text, keeping: .url)
        if percentEncoded {
            if !encoded.isIdentical(text) {
                list.add(
                    .warning, "unencoded-character", pointer,
                    "'\(text)' can never match, since addresses are compared encoded",
                    fix: "Write '\(encoded)', or add \"percentEncoded\": false.")
            }
            if let lower = lowerCaseEscape(text) {
                list.add(
                    .warning, "lowercase-escape", pointer,
                    "'\(lower)' does not match '\(lower.uppercased())', which browsers send",
                    fix: "Write '\(lower.uppercased())'.")
            }
        } else if hasEscape(text) {
            list.add(
                .warning, "encoded-pattern", pointer,
                "under \"percentEncoded\": false addresses are decoded and '\(text)' is not, so it rarely matches",
                fix: PercentEncoding.decode(text).map { "Write '\($0)'." })
        }
    }

    private static func hasEscape(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { PercentEncoding.decodedByte(in: bytes, at: $0) != nil }
    }

    private static func lowerCaseEscape(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        let index = bytes.indices.first { index in
            PercentEncoding.decodedByte(in: bytes, at: index) != nil
                && bytes[(index + 1)...(index + 2)].contains(where: \.isASCIILowercase)
        }
        return index.map { String(decoding: bytes[$0...($0 + 2)], as: UTF8.self) }
    }

    /// The pattern without references to variables.
    private static func withoutVariables(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            let after = rest.index(after: dollar)
            guard after < rest.endIndex, rest[after] == "(", let closing = rest[after...].firstIndex(of: ")") else {
                result += rest[...dollar]
                rest = rest[after...]
                continue
            }
            result += rest[..<dollar]
            rest = rest[rest.index(after: closing)...]
        }
        return result + rest
    }
}
