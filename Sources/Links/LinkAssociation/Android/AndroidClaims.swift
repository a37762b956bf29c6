import AppLinks
import JSON
import TextEncoding

/// The dynamic rules that claim a link's URL template on Android.
///
/// Android compares decoded text, so literals are written decoded. It does not normalise slashes, so a path is written
/// with and without a trailing slash. Its star stops at the next character of the pattern, which after a whole segment
/// is the slash.
enum AndroidClaims {
    static func components(for template: URLTemplate) -> [JSONValue] {
        let path = pattern(template.path)
        var excludes: [JSONValue] = []
        var paths = [path]
        if template.path.last?.isParameter == true {
            // A star at the end matches the rest of the path, including deeper segments.
            excludes.append(["/": .string(path + "/?*"), "exclude": true])
        } else if path != "/" {
            paths.append(path + "/")
        }
        let query = JSONObject(
            template.query.map { (PercentEncoding.decodeIfPossible($0.name), .string(pattern($0.value))) })
        let claims = paths.flatMap { path -> [JSONValue] in
            var claim: JSONObject = ["/": .string(path)]
            if !query.isEmpty { claim["?"] = .object(query) }
            guard !template.fragment.isEmpty else { return [.object(claim)] }
            return fragmentPatterns(template.fragment).map { fragment in
                var claim = claim
                claim["#"] = .string(fragment)
                return .object(claim)
            }
        }
        return excludes + claims
    }

    private static func pattern(_ path: [URLTemplate.Part]) -> String {
        "/" + path.map(pattern).joined(separator: "/")
    }

    private static func pattern(_ part: URLTemplate.Part) -> String {
        part.text(literal: PercentEncoding.decodeIfPossible) { _ in "?*" }
    }

    /// Stars are possible at the end only, so there is one pattern for each item that may come first.
    private static func fragmentPatterns(_ items: [URLTemplate.Item]) -> [String] {
        items.map { item in
            "\(PercentEncoding.decodeIfPossible(item.name))=\(pattern(item.value))"
                + (item.value.isParameter ? "" : "*")
        }
    }
}
