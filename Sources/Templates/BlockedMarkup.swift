import Diagnostics

/// Finds markup in a page's template that the page's Content-Security-Policy would block, which only a browser would
/// show.
struct BlockedMarkup {
    private(set) var problems: [Diagnostic] = []

    init(in source: SourceText) {
        let bytes = source.bytes
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            let tag = Self.tag(in: bytes, from: index)
            guard !tag.name.isEmpty else { continue }
            if let (message, fix) = Self.problem(of: tag) {
                problems.append(source.diagnostic(code: "blocked-markup", at: start, message, fix: fix))
            }
        }
    }

    private struct Tag {
        var name = ""
        var attributes: [(name: String, value: String)] = []
        /// Whether the template's own text follows, as opposed to a value that the build inserts.
        var hasOwnText = false
    }

    private static func tag(in bytes: [UInt8], from start: Int) -> Tag {
        let text = String(decoding: bytes[start...].prefix(4_096), as: UTF8.self)
        var rest = text[...]
        var tag = Tag()
        tag.name = rest.prefix { $0.isASCII && $0.isLetter }.lowercased()
        rest = rest.dropFirst(tag.name.count)
        while let character = rest.first, character != ">" {
            if rest.hasPrefix("{{") {
                rest = rest.dropFirst(
                    rest.firstRange(of: "}}").map { rest.distance(from: rest.startIndex, to: $0.upperBound) } ?? 2)
            } else if character.isLetter {
                let name = rest.prefix { $0.isLetter || $0 == "-" }
                rest = rest.dropFirst(name.count)
                var value = Substring()
                if rest.hasPrefix("=\"") || rest.hasPrefix("='") {
                    let quote = rest[rest.index(after: rest.startIndex)]
                    value = rest.dropFirst(2).prefix { $0 != quote }
                    rest = rest.dropFirst(value.count + 3)
                }
                tag.attributes.append((name.lowercased(), String(value)))
            } else {
                rest = rest.dropFirst()
            }
        }
        let after = rest.dropFirst().drop(while: \.isWhitespace)
        tag.hasOwnText = !after.isEmpty && !after.hasPrefix("{{") && !after.hasPrefix("</")
        return tag
    }

    private static let loading: Set = ["stylesheet", "icon", "preload", "prefetch", "modulepreload", "manifest"]

    /// Whether a browser executes or interprets a script of this type; any other is a data block (HTML, section
    /// 4.12.1).
    private static func isRun(_ type: String) -> Bool {
        let type = type.lowercased()
        return ["", "module", "importmap", "speculationrules"].contains(type)
            || ["javascript", "ecmascript"].contains(where: type.hasSuffix)
    }

    private static func problem(of tag: Tag) -> (message: String, fix: String)? {
        let values = Dictionary(tag.attributes, uniquingKeysWith: { first, _ in first })
        if let handler = tag.attributes.first(where: { $0.name.hasPrefix("on") && $0.name.count > 2 }) {
            return ("the page's policy blocks '\(handler.name)'", "Remove it: pages run no script but Latchkey's.")
        }
        if values["style"] != nil {
            return (
                "the page's policy blocks 'style'", "Write a class, and its rules into Templates/pages/style/core.css."
            )
        }
        let policy = "the page's policy blocks this"
        let nothing = "a page loads nothing, and its policy blocks this"
        if values["href"]?.lowercased().hasPrefix("javascript:") == true {
            return (policy, "Remove it: pages run no script but Latchkey's.")
        }
        switch tag.name {
        case "script" where values["src"] != nil || isRun(values["type"] ?? "") && tag.hasOwnText:
            return (policy, "Remove it: pages run no script but Latchkey's.")
        case "form" where values["action"] != nil:
            return (policy, "Remove 'action': forms are submitted by a script.")
        case _ where values["formaction"] != nil:
            return (policy, "Remove 'formaction': forms are submitted by a script.")
        case "style" where tag.hasOwnText: return (policy, "Write the rules into Templates/pages/style/core.css.")
        case "link"
        where !(values["rel"] ?? "").lowercased().split(separator: " ").allSatisfy { !loading.contains(String($0)) }
            && !isInside(values["href"] ?? ""):
            return (nothing, "Write what it holds into the template.")
        case "img", "source", "image", "use", "input":
            let isDrawing = tag.name == "image" || tag.name == "use"
            let sources = ["src", "srcset", isDrawing ? "href" : ""].compactMap { values[$0] }
            let hasNoSource = sources.isEmpty && (tag.name == "img" || tag.name == "source")
            return hasNoSource || !sources.allSatisfy(isInside)
                ? (nothing, "Write a small picture as an <svg> here.") : nil
        case "video", "audio", "track": return (nothing, "Link to it instead.")
        case "iframe", "object", "embed", "frame": return (policy, "Link to it instead.")
        case "base": return (policy, "Remove it.")
        default: return nil
        }
    }

    /// Whether a URL is inside the page, or a value that the build inserts.
    private static func isInside(_ address: String) -> Bool {
        ["data:", "#", "{{"].contains { address.hasPrefix($0) }
    }
}
