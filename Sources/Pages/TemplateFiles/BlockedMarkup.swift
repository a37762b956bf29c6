import Diagnostics
import Mustache
import TextEncoding

/// Finds markup in a page's template that the page's Content-Security-Policy would block, which only a browser would
/// show.
enum BlockedMarkup {
    static func problems(in source: SourceText) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        let bytes = source.bytes
        var tokenizer = HTMLTokenizer()
        var tag = Tag()
        var value: [UInt8] = []
        var index = 0
        while index < bytes.count {
            // A value of the template, which may be a part of an attribute's.
            if bytes[index...].starts(with: "{{".utf8) {
                value += "{{".utf8
                index = bytes[(index + 2)...].firstIndex(ofBytes: "}}".utf8).map { $0 + 2 } ?? bytes.count
                continue
            }
            for token in tokenizer.read(bytes[index]) {
                switch token {
                case .character: value.append(bytes[index])
                case .tagName(let name, _):
                    tag = Tag(name: name, start: index - name.utf8.count - 1)
                    value = []
                case .attribute(let name):
                    tag.attributes.append((name, String(decoding: value, as: UTF8.self)))
                    value = []
                case .tagEnd(_, isEnd: false):
                    let rest = bytes[(index + 1)...].drop { $0.isASCIIWhitespace }
                    tag.hasOwnText = !rest.isEmpty && !["{{", "</"].contains { rest.starts(with: $0.utf8) }
                    guard let (message, fix) = problem(of: tag) else { continue }
                    problems.append(source.diagnostic(code: "blocked-markup", at: tag.start, message, fix: fix))
                case .strayOpening, .textEnd, .unquotedValue, .tagEnd, .declaration: continue
                }
            }
            index += 1
        }
        return problems
    }

    private struct Tag {
        var name = ""
        var start = 0
        var attributes: [(name: String, value: String)] = []
        /// Whether the template's own text follows, as opposed to a value that the build inserts.
        var hasOwnText = false
    }

    private static let loading: Set = ["stylesheet", "icon", "preload", "prefetch", "modulepreload", "manifest"]

    /// Whether a browser executes or interprets a script of this type; any other is a data block (HTML, section
    /// 4.12.1).
    private static func isRun(_ type: String) -> Bool {
        let type = type.lowercased()
        return ["", "module", "importmap", "speculationrules"].contains(type)
            || ["javascript", "ecmascript"].contains(where: type.hasSuffix)
    }

    private static let policy = "the Content-Security-Policy blocks"

    private static func problem(of tag: Tag) -> (message: String, fix: String)? {
        let values = Dictionary(tag.attributes, uniquingKeysWith: { first, _ in first })
        if let handler = tag.attributes.first(where: { $0.name.hasPrefix("on") && $0.name.count > 2 }) {
            return ("\(policy) '\(handler.name)'", "Remove it: pages run no script but Latchkey's.")
        }
        if values["style"] != nil {
            return ("\(policy) 'style'", "Write a class, and its rules into Templates/pages/custom.css.")
        }
        let element = "\(policy) '<\(tag.name)>'"
        let loads = "\(element): a page loads no further files"
        if values["href"]?.lowercased().hasPrefix("javascript:") == true {
            return ("\(policy) 'javascript:' URLs", "Remove it: pages run no script but Latchkey's.")
        }
        switch tag.name {
        case "script" where values["src"] != nil || isRun(values["type"] ?? "") && tag.hasOwnText:
            return (element, "Remove it: pages run no script but Latchkey's.")
        case "form" where values["action"] != nil:
            return ("\(policy) 'action'", "Remove 'action': forms are submitted by a script.")
        case _ where values["formaction"] != nil:
            return ("\(policy) 'formaction'", "Remove 'formaction': forms are submitted by a script.")
        case "style" where tag.hasOwnText: return (element, "Write the rules into Templates/pages/custom.css.")
        case "link"
        where !(values["rel"] ?? "").lowercased().split(separator: " ").allSatisfy { !loading.contains(String($0)) }
            && !isInside(values["href"] ?? ""):
            return (loads, "Write its content into the template.")
        case "img", "source", "image", "use", "input":
            let isDrawing = tag.name == "image" || tag.name == "use"
            let sources = ["src", "srcset", isDrawing ? "href" : ""].compactMap { values[$0] }
            let hasNoSource = sources.isEmpty && (tag.name == "img" || tag.name == "source")
            return hasNoSource || !sources.allSatisfy(isInside)
                ? (loads, "Write a small picture as an <svg> here.") : nil
        case "video", "audio", "track": return (loads, "Link to it instead.")
        case "iframe", "object", "embed", "frame": return (element, "Link to it instead.")
        case "base": return (element, "Remove it.")
        default: return nil
        }
    }

    /// Whether a URL is inside the page, or a value that the build inserts.
    private static func isInside(_ address: String) -> Bool {
        ["data:", "#", "{{"].contains { address.hasPrefix($0) }
    }
}
