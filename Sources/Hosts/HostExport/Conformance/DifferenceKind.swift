package import Configuration
package import Problems

/// A kind of differences from the release, from `Templates/hosts/findings.yml`, which `latchkey doctor` reports as one
/// problem.
package struct DifferenceKind: KeyedReadable {
    package struct Found: Sendable {
        package let conformanceCase: ConformanceCase
        package let difference: ConformanceDifference
        let isPlain: Bool

        package init(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase, isPlain: Bool) {
            self.conformanceCase = conformanceCase
            self.difference = difference
            self.isPlain = isPlain
        }

        /// Whether the client accepts compressed files, or prefers some.
        var isCompressed: Bool {
            [.brotli, .gzip, .weights].contains(conformanceCase.aspect) || conformanceCase.expected.isCoded
        }
    }

    /// The consequence, which the message ends with; nil if the message says enough.
    package let reason: String?
    private let code: String
    package let severity: ProblemSeverity
    private let fix: String
    private let aspects: [ConformanceCase.Aspect]?
    private let parts: [String]?
    private let found: [String]?
    private let expected: [String]?
    private let method: String?
    private let isCompressed: Bool?
    private let isPlain: Bool?
    private let isPrivate: Bool?

    package static let keyTable = KeyTable.open

    package init(_ keys: KeyedReader) {
        code = keys["code"] ?? ""
        severity = keys.value("severity")?.word() ?? .error
        fix = keys["fix"] ?? ""
        reason = keys["reason"]
        aspects = keys.value("aspects")?.items?.compactMap { $0.word() }
        parts = keys["parts"]
        found = keys["found"]
        expected = keys["expected"]
        method = keys["method"]
        isCompressed = keys["compressed"]
        isPlain = keys["plain"]
        isPrivate = keys["private"]
    }

    package static func of(_ found: Found) -> DifferenceKind? { FindingText.differences.first { $0.matches(found) } }

    private func matches(_ found: Found) -> Bool {
        let (conformanceCase, difference) = (found.conformanceCase, found.difference)
        func begins(_ text: String, _ starts: [String]?) -> Bool { starts?.contains(where: text.hasPrefix) ?? true }
        return aspects?.contains(conformanceCase.aspect) ?? true && parts?.contains(difference.part) ?? true
            && begins(difference.found, self.found) && begins(difference.expected, expected)
            && method ?? conformanceCase.request.method == conformanceCase.request.method
            && isPrivate ?? conformanceCase.expected.isPrivate == conformanceCase.expected.isPrivate
            && isCompressed ?? found.isCompressed == found.isCompressed && isPlain ?? found.isPlain == found.isPlain
    }

    package func code(of found: Found) -> String {
        code.filled(["part": found.difference.part, "aspect": found.conformanceCase.aspect.rawValue])
    }

    /// Returns the problem of a difference of this kind.
    package func problem(_ found: Found, on host: Host?) -> Problem<String> {
        let (request, difference) = (found.conformanceCase.request, found.difference)
        let (seen, expected) = Self.shortened(difference.found, difference.expected)
        let isAnswered = difference.found != ConformanceDifference.noResponse
        let message =
            "\(found.conformanceCase.name): "
            + (isAnswered ? "\(difference.part) is \(seen) instead of \(expected)" : "there is no complete response")
        let name = Self.fieldName(difference.part)
        let own = HostFixes.Kind(rawValue: fix).map { kind in
            HostFixes(host: host, path: request.path)(
                kind, ["name": name, "value": difference.expected, "type": difference.expected])
        }
        return Problem(
            severity, code: code(of: found), at: request.path, message + (reason.map { ": \($0)" } ?? ""),
            fix: own ?? fix.filled(["path": request.path]))
    }

    /// Returns a field name in its usual case: `Content-Security-Policy` for `content-security-policy`.
    private static func fieldName(_ name: String) -> String {
        name == "nel"
            ? "NEL"
            : name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }

    /// Returns two texts, long ones from the word on in which they begin to differ.
    private static func shortened(_ first: String, _ second: String) -> (String, String) {
        let common = zip(first, second).prefix { $0 == $1 }.count
        let word = first.prefix(common).lastIndex(of: " ").map { first[...$0].count } ?? 0
        func shortened(_ text: String) -> String {
            guard text.utf8.count > 100 else { return text }
            let rest = text.dropFirst(min(word, common))
            return (word > 0 ? "…" : "") + (rest.count > 80 ? "\(rest.prefix(80))…" : String(rest))
        }
        return (shortened(first), shortened(second))
    }
}
