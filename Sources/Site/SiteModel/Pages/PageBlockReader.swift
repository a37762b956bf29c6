import CommonMark
import Configuration
import Diagnostics
internal import TextEncoding

/// Converts the Markdown below a state's heading to blocks. Markdown that pages do not support is skipped;
/// `UnsupportedMarkdown` reports it.
struct PageBlockReader {
    let collector: DiagnosticCollector
    /// The operations that the state's keys describe and none of its links runs.
    let unusedOperations: [String]
    private(set) var values: [Located<String>] = []
    private(set) var destinations: [Located<LinkDestination>] = []
    /// Whether the paragraph contains a link with a mistake, mended by which its others may be buttons.
    private(set) var hasBrokenLink = false

    mutating func blocks(_ nodes: [MarkdownNode]) -> [Block] {
        for (above, text) in zip(nodes, nodes.dropFirst()) {
            warnOfLabel(text, below: above, isLast: text == nodes.last)
        }
        return nodes.compactMap { block($0) }
    }

    private mutating func block(_ node: MarkdownNode) -> Block? {
        switch node.kind {
        case .heading(level: 2): return .heading(inlines(node.children))
        case .heading: return .subheading(inlines(node.children))
        case .paragraph:
            hasBrokenLink = node.children.contains { brokenLink(onLine: $0.location.line) != nil }
            defer { hasBrokenLink = false }
            let row = actions(node.children) ?? labelled(node.children)
            return row.map(Block.actions) ?? .paragraph(inlines(node.children))
        case .list(let ordered, _, _):
            return .list(ordered: ordered, items: node.children.map { blocks($0.children) })
        case .item, .document: return nil
        case .blockQuote: return .quote(blocks(node.children))
        case .thematicBreak: return .rule
        case .codeBlock, .htmlBlock: return nil
        default:
            return .paragraph(inlines([node]))
        }
    }

    /// The links of a paragraph that contains nothing else; nil for any other paragraph.
    private mutating func actions(_ nodes: [MarkdownNode]) -> [Action]? {
        var links: [MarkdownNode] = []
        for node in nodes {
            switch node.kind {
            case .link: links.append(node)
            case .softBreak, .lineBreak: continue
            case .text(let text) where text.allSatisfy(\.isWhitespace): continue
            default: return nil
            }
        }
        if links.isEmpty { return nil }
        return links.compactMap { action($0) }
    }

    mutating func action(_ node: MarkdownNode) -> Action? {
        guard case .link(_, let title) = node.kind, let destination = destination(of: node) else { return nil }
        if case .operation = destination {
        } else if !title.isEmpty {
            collector.report(
                "busy-label", at: node.location,
                "a title is a button's label while its operation runs, and this one runs none",
                fix: "Remove \"\(title)\".")
        }
        let label = inlines(node.children)
        if label.isEmpty {
            collector.report(
                "empty-link", at: node.location, "this link has no text",
                fix: "Write a text for it: [Continue](\(destination.text))")
        }
        let words = Inline.plainText(label)
        if words == destination.text, !words.hasPrefix("mailto:") {
            collector.report(
                "address-as-text", as: .warning, at: node.location, "this button shows visitors the address '\(words)'",
                fix: "Write what it does: [Continue](\(words))")
        }
        return Action(
            label: label, destination: destination, busyLabel: title.isEmpty ? nil : title,
            location: node.location)
    }

    private mutating func destination(of node: MarkdownNode) -> LinkDestination? {
        guard case .link(let text, _) = node.kind, !node.isFootnote else { return nil }
        let location = node.destinationLocation ?? node.location
        do {
            let marked = LinkDestination(marked: text)
            if marked != nil {
                collector.report(
                    "bad-link", at: location, "'\(text)' is not an address that a page can link to",
                    fix: "Write \(text.dropFirst())")
            }
            let destination = if let marked { marked } else { try LinkDestination(parsing: text) }
            destinations.append(Located(destination, at: location))
            readValues(in: destination, at: location)
            return destination
        } catch {
            // A link with a mistake in front of the operation is its button all the same.
            let words = text.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }
            guard let name = unusedOperations.first(where: { words.contains(Substring($0)) }) else {
                collector.report(error, at: location)
                return nil
            }
            let meant = LinkDestination.operation(name)
            if text.hasPrefix("run:") {
                collector.report(error, at: location)
            } else {
                collector.report(
                    "bad-link", at: location, "this link lacks 'run:'",
                    fix: "Write \(meant.text): it is an operation whose outcomes this state has.")
            }
            destinations.append(Located(meant, at: location))
            return meant
        }
    }

    /// Records the values in a URL. A value must not decide where the link goes, so only some positions are allowed.
    private mutating func readValues(in destination: LinkDestination, at location: SourceLocation) {
        do {
            values += try PageAddress(destination.text, takesValues: destination.isAddress).names.map {
                Located($0, at: location)
            }
        } catch {
            collector.report(error, at: location)
        }
    }

    mutating func inlines(_ nodes: [MarkdownNode]) -> [Inline] {
        nodes.flatMap { inline($0) }
    }

    private mutating func inline(_ node: MarkdownNode) -> [Inline] {
        switch node.kind {
        case .text(let text): return split(text, of: node)
        case .code(let text): return [.code(text)]
        case .softBreak: return [.softBreak]
        case .lineBreak: return [.lineBreak]
        case .emphasis: return [.emphasis(inlines(node.children))]
        case .strong: return [.strong(inlines(node.children))]
        case .link:
            guard let destination = destination(of: node) else { return inlines(node.children) }
            let button: String? =
                switch destination {
                case .operation(let name): "run:\(name)"
                case .state(let name): "#\(name)"
                case .sitePath, .app, .mail, .web: nil
                }
            if let button, !hasBrokenLink {
                collector.report(
                    "button-in-text", at: node.location, "'\(button)' is a button and cannot be inside a sentence",
                    fix: "Put the link into a paragraph of its own.")
            }
            return [.link(inlines(node.children), destination)]
        case .image, .html: return []
        default: return inlines(node.children)
        }
    }

    /// The link that was meant where `UnsupportedMarkdown` found one with a mistake.
    private func brokenLink(onLine line: Int) -> Substring? {
        let fixes = collector.diagnostics.lazy.filter { $0.code == "unsupported-markdown" && $0.line == line }
            .compactMap(\.fix)
        return fixes.compactMap { fix in fix.firstRange(of: "](").map { fix[$0.upperBound...] } }.first
    }

    /// Splits a text at its `{{name}}`.
    private mutating func split(_ text: String, of node: MarkdownNode) -> [Inline] {
        // The operation of a button with a mistake is the state's all the same.
        if text.utf8.contains(UInt8(ascii: "(")) || text.utf8.contains(UInt8(ascii: "[")),
            let meant = brokenLink(onLine: node.location.line),
            let button = try? LinkDestination(parsing: String(meant.prefix { $0 != " " && $0 != ")" })),
            case .operation = button
        {
            destinations.append(Located(button, at: node.location))
        }
        // Few texts contain a value, and the search by characters is slow.
        if !text.utf8.contains(UInt8(ascii: "{")) { return text.isEmpty ? [] : [.text(text)] }
        var result: [Inline] = []
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
                collector.report(
                    "unclosed-value", at: place(of: open, in: text, node), "'{{' is never closed",
                    fix: "Write a value as {{email}}.")
                break
            }
            if open.lowerBound > rest.startIndex { result.append(.text(String(rest[..<open.lowerBound]))) }
            let name = rest[open.upperBound..<close.lowerBound].trimmed
            values.append(Located(String(name), at: place(of: open, in: text, node)))
            result.append(.value(String(name)))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { result.append(.text(String(rest))) }
        return result
    }

    private func place(of piece: Range<Substring.Index>, in text: String, _ node: MarkdownNode) -> SourceLocation {
        node.location(atByte: text.utf8.distance(from: text.startIndex, to: piece.lowerBound))
    }
}
