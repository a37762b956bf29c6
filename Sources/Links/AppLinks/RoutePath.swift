internal import TextEncoding

/// The path of a route: `/verify/{token}`, where `{token}` matches any one non-empty segment.
package struct RoutePath: Hashable, Sendable {
    /// The path as written: it starts with a slash and is percent-encoded as in a request.
    package let text: String
    /// The segments; literals are canonical (`CanonicalPath`), so that they can be compared.
    package let segments: [URLTemplate.Part]

    package init(_ text: String) {
        self.text = text
        segments = CanonicalPath.of(text).split(separator: "/").map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    package var hasParameters: Bool { segments.contains(where: \.isParameter) }

    /// The canonical path, with `{name}` for a parameter.
    package var canonical: String { text(literal: \.self) { "{\($0)}" } }

    /// Returns the path with each canonical literal and each parameter's name converted.
    package func text(literal: (String) -> String, parameter: (String) -> String) -> String {
        "/" + segments.map { $0.text(literal: literal, parameter: parameter) }.joined(separator: "/")
    }

    package func matches(_ path: String) -> Bool { matches(canonical: CanonicalPath.of(path).split(separator: "/")) }

    /// Whether a path matches, split into its canonical segments.
    package func matches(canonical path: [Substring]) -> Bool {
        segments.count == path.count
            && zip(segments, path).allSatisfy { segment, text in
                if case .literal(let literal) = segment { literal.isIdentical(text) } else { true }
            }
    }

    /// Whether the path matches every request that another one matches.
    package func covers(_ other: RoutePath) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0.isParameter || $0 == $1 }
    }

    /// Whether a request exists that both paths match.
    package func overlaps(_ other: RoutePath) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0.isParameter || $1.isParameter || $0 == $1 }
    }

    /// Whether two paths match the same requests.
    package func isSame(as other: RoutePath) -> Bool { covers(other) && other.covers(self) }

    /// Whether the path is that of a link's page, where a redirect to the page would be a loop.
    package func isPage(of web: URLTemplate) -> Bool { isSame(as: RoutePath(web.routePath)) }
}

extension RoutePath: CustomStringConvertible {
    package var description: String { text }
}
