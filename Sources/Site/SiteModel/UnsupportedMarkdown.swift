import CommonMark
import Diagnostics
internal import TextEncoding

/// Finds Markdown that pages and emails do not support: HTML, code, pictures, and syntax of other dialects.
///
/// CommonMark treats a table, a task list or `~~struck~~` as text, so that visitors would see its characters literally;
/// `ForeignMarkup` detects the inline ones.
struct UnsupportedMarkdown {
    private let collector: DiagnosticCollector
    private let source: SourceText
    private let wording: Wording

    /// The names of the container in diagnostics.
    struct Wording: Sendable {
        fileprivate let container: String
        /// The values that one may have without declaring them.
        fileprivate let values: Set<TemplateVariable>
        /// Whether code in a paragraph of its own is shown large.
        fileprivate var boxesCode = false
        fileprivate let picture: (message: String, fix: String)

        static let page = Wording(
            container: "a page", values: [.email, .name, .code],
            picture: (
                "a page contains no pictures in its text",
                "Choose one of the built-in pictures with 'icon:' in the front matter; the logo is 'logo' under 'theme:' in app.yml."
            ))
        static let email = Wording(
            container: "an email", values: Set(TemplateVariable.known), boxesCode: true,
            picture: (
                "emails load no pictures: many email programs block them, and senders can track readers by them",
                "Replace the picture with text; for a logo above it, write under 'theme:' in app.yml: logo: { light: logo.svg, email: logo.png }"
            )
        )
    }

    static func report(in document: MarkdownNode, to collector: DiagnosticCollector, _ wording: Wording) {
        UnsupportedMarkdown(collector: collector, source: collector.source, wording: wording)
            .check(document, isLinked: false)
    }

    /// Checks a node and its descendants; `next` is its next sibling.
    private func check(_ node: MarkdownNode, before next: MarkdownNode? = nil, isLinked: Bool) {
        switch node.kind {
        case .codeBlock(_, let literal):
            report(
                node.location, "\(wording.container) cannot contain blocks of code",
                fix: fix(forCode: String(literal.trimmed), isFenced: "`~".contains(text(at: node.location).prefix(1))))
        case .htmlBlock(let literal), .html(let literal): checkHTML(literal, at: node.location)
        case .image: report(node.location, wording.picture.message, fix: wording.picture.fix)
        case .paragraph: checkParagraph(node)
        case .item: checkItem(node)
        case .heading: checkHeading(node)
        case .link where node.isFootnote: report(ForeignMarkup.footnote, at: node.location)
        case .code(let text): checkCode(text, at: node.location)
        case .text(let text): checkText(text, of: node, before: next, isLinked: isLinked)
        default: break
        }
        var isLinked = isLinked
        if case .link = node.kind { isLinked = true }
        for (index, child) in node.children.enumerated() {
            check(child, before: node.children.dropFirst(index + 1).first, isLinked: isLinked)
        }
    }

    private func fix(forCode text: String, isFenced: Bool) -> String {
        let isValue = text.hasPrefix("{{") && text.hasSuffix("}}") && !text.contains { "# \n".contains($0) }
        return isValue && wording.boxesCode
            ? "Write `\(text)` as a paragraph of its own, between single backquotes: it is shown large, in a box."
            : isFenced
                ? "Write it as a paragraph, without the signs around it."
                : "Write it as a paragraph; a line that is indented by four spaces is code in Markdown."
    }

    private func checkHTML(_ literal: String, at location: SourceLocation) {
        if literal.hasPrefix("<!--") {
            report(
                location, "\(wording.container) has no comments",
                fix: "Write it into the front matter, after a '#'.")
        } else {
            report(
                location, "\(wording.container) cannot contain HTML",
                fix: literal.lowercased().hasPrefix("<br")
                    ? "Write a \\ in place of it and go on in the next line, or begin a paragraph."
                    : "Use Markdown, such as **bold**, or write \\< for the sign itself.")
        }
    }

    private func checkParagraph(_ node: MarkdownNode) {
        if node.isHeadingWithoutSpace(of: source) {
            let line = text(at: node.location)
            let signs = line.prefix { $0 == "#" }.count
            let heading = String(repeating: "#", count: signs)
            report(
                node.location, "a heading needs a space after '\(heading)'",
                fix: "Write '\(heading) \(line.dropFirst(signs))', or \\# for the sign itself.")
        }
        if isTable(node.location) {
            report(
                node.location, "\(wording.container) has no tables", fix: "Write it as a list or as sentences.")
        }
        for (end, words) in zip(node.children, node.children.dropFirst()) where end.kind == .softBreak {
            guard case .text = words.kind, text(at: words.location).hasPrefix(": ") else { continue }
            report(
                words.location, "\(wording.container) cannot contain definition lists",
                fix: "Write a paragraph for each: **Word** What it means.")
        }
    }

    /// Whether a paragraph's first two lines are a table of GitHub's dialect: a row, and the delimiter row below it.
    private func isTable(_ location: SourceLocation) -> Bool {
        guard text(at: location).utf8.contains(UInt8(ascii: "|")), let below = source.line(location.line + 1) else {
            return false
        }
        return below.contains("-") && below.contains("|") && below.allSatisfy { "|-: \t>".contains($0) }
    }

    private func checkItem(_ node: MarkdownNode) {
        guard let first = node.children.first, first.kind == .paragraph else { return }
        let words = text(at: first.location)
        guard ["[ ] ", "[x] ", "[X] "].contains(where: words.hasPrefix) else { return }
        report(
            first.location, "\(wording.container) cannot contain task lists",
            fix: "Remove '\(words.prefix(3))'; a box that a visitor ticks is a field with 'rule: consent'.")
    }

    private func checkHeading(_ node: MarkdownNode) {
        guard case .text(let text) = node.children.last?.kind, text.hasSuffix("}"), !text.hasSuffix("}}"),
            let brace = text.lastIndex(of: "{"), "#.".contains(text[text.index(after: brace)])
        else { return }
        report(
            node.location, "\(wording.container) cannot contain attributes after a heading",
            fix: "Remove '\(text[brace...])'.")
    }

    /// Reports a placeholder of another template language in `code`, where no sign can be escaped.
    private func checkCode(_ text: String, at location: SourceLocation) {
        for markup in ForeignMarkup.all(in: text, isFollowed: false, values: wording.values) {
            guard case .signs(let message, let fix) = markup.fault, "{<$%".contains(markup.sign.text) else { continue }
            report(location, message, fix: fix.prefix { $0 != "," } + ".")
        }
    }

    private func checkText(_ text: String, of node: MarkdownNode, before next: MarkdownNode?, isLinked: Bool) {
        if Placeholder.ofText(text) != nil {
            collector.report(
                "unfinished-text", as: .warning, at: node.location, "this text is still to be written",
                fix: "Write what people are to read, or remove it.")
        }
        if let star = unpairedStar(in: text, of: node, isFollowed: next != nil) {
            report(
                star, "'**' is paired with a single '*', so that one '*' is shown literally here",
                fix: "Write **words** or *words*, or \\* for the sign itself.")
        }
        let isFollowed = next.map { $0.kind != .softBreak && $0.kind != .lineBreak } ?? false
        for markup in ForeignMarkup.all(in: text, isFollowed: isFollowed, values: wording.values) {
            // An escaped character is text and not markup; a link's text may be its own URL.
            let sign = node.location(atByte: markup.sign.offset)
            guard source.bytes[offset(of: sign)...].starts(with: markup.sign.text.utf8),
                !(isLinked && markup.isAddress)
            else { continue }
            report(markup.fault, at: node.location(atByte: markup.offset))
        }
    }

    /// The `*` that is left as text of `**words*` or `*words**`, which CommonMark reads as `*words*` beside a `*`.
    private func unpairedStar(in text: String, of node: MarkdownNode, isFollowed: Bool) -> SourceLocation? {
        let star = UInt8(ascii: "*")
        if isFollowed, text.hasSuffix("*"), !text.hasSuffix("**") {
            let place = node.location(atByte: text.utf8.count - 1)
            if source.bytes[offset(of: place)...].starts(with: "**".utf8) { return place }
        }
        let start = offset(of: node.location)
        // In `**words***` the last one may stand for a note.
        guard start > 1, text.hasPrefix("*"), !text.hasPrefix("**"), source.bytes[start...].first == star,
            source.bytes[start - 1] == star, ![star, UInt8(ascii: "\\")].contains(source.bytes[start - 2])
        else { return nil }
        return node.location
    }

    private func report(_ fault: ForeignMarkup.Fault, at location: SourceLocation) {
        switch fault {
        case .missing(let what, let fix): report(location, "\(wording.container) has no \(what)", fix: fix)
        case .signs(let message, let fix), .address(let message, let fix): report(location, message, fix: fix)
        }
    }

    /// The rest of a line of the file, from a location.
    private func text(at location: SourceLocation) -> String {
        String(decoding: source.bytes[offset(of: location)...].prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    private func offset(of location: SourceLocation) -> Int {
        min(source.offset(ofLine: location.line) + location.column - 1, source.bytes.count)
    }

    private func report(_ location: SourceLocation, _ message: String, fix: String) {
        collector.report("unsupported-markdown", at: location, message, fix: fix)
    }
}

extension MarkdownNode {
    /// Whether the node is a paragraph that was to be a heading, such as `#done`.
    func isHeadingWithoutSpace(of source: SourceText) -> Bool {
        guard kind == .paragraph, let line = source.line(location.line)?.dropFirst(location.column - 1) else {
            return false
        }
        let signs = line.prefix { $0 == "#" }.count
        return (2...6).contains(signs) || signs == 1 && line.dropFirst().first?.isLetter == true
    }

    /// Whether the node is a footnote's reference whose definition is one word, which CommonMark parses as a link's
    /// URL.
    var isFootnote: Bool {
        guard case .link = kind, destinationLocation == nil, case .text(let words) = children.first?.kind else {
            return false
        }
        return words.hasPrefix("^")
    }
}
