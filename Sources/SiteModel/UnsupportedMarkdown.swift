import CommonMark
import Diagnostics

/// Finds Markdown that pages and emails cannot show: HTML, code, pictures, and what CommonMark itself does not have.
///
/// Without this check a table, a task list or `~~struck~~` would be literal characters in front of a visitor, since
/// CommonMark reads them as text.
struct UnsupportedMarkdown {
    private let source: SourceText
    private let wording: Wording
    private(set) var diagnostics: [Diagnostic] = []

    /// How the diagnostics name what contains the Markdown.
    struct Wording: Sendable {
        fileprivate let container: String
        fileprivate let picture: (message: String, fix: String)

        static let page = Wording(
            container: "a page",
            picture: (
                "a page loads no pictures", "Choose one of the built-in pictures with 'icon:' in the front matter."
            ))
        static let email = Wording(
            container: "an email",
            picture: (
                "an email loads no pictures: many readers block them, and they tell who reads", "Say it in words."
            )
        )
    }

    /// Checks a document and everything in it.
    init(in document: MarkdownNode, of source: SourceText, _ wording: Wording) {
        self.source = source
        self.wording = wording
        check(document)
    }

    private mutating func check(_ node: MarkdownNode) {
        switch node.kind {
        case .codeBlock:
            report(
                node.location, "\(wording.container) has no place for a block of code",
                fix: "Write it as a paragraph; a line that is indented by four spaces is code in Markdown.")
        case .htmlBlock(let literal), .html(let literal): checkHTML(literal, at: node.location)
        case .image: report(node.location, wording.picture.message, fix: wording.picture.fix)
        case .paragraph: checkParagraph(node)
        case .item: checkItem(node)
        case .text(let text): checkText(text, of: node)
        default: break
        }
        for child in node.children { check(child) }
    }

    private mutating func checkHTML(_ literal: String, at location: SourceLocation) {
        if literal.hasPrefix("<!--") {
            report(
                location, "\(wording.container) has no comments",
                fix: "Write it into the front matter, behind a '#'.")
        } else {
            report(
                location, "\(wording.container)'s words are never HTML",
                fix: "Use Markdown, such as **bold**, or write \\< for the sign itself.")
        }
    }

    private mutating func checkParagraph(_ node: MarkdownNode) {
        let line = text(at: node.location)
        let signs = line.prefix { $0 == "#" }.count
        if let next = line.dropFirst(signs).first, (2...6).contains(signs) || signs == 1 && next.isLetter {
            let heading = String(repeating: "#", count: signs)
            report(
                node.location, "a heading needs a space after '\(heading)'",
                fix: "Write '\(heading) \(line.dropFirst(signs))', or \\# for the sign itself.")
        }
        if isTable(node.location) {
            report(
                node.location, "\(wording.container) has no tables", fix: "Write it as a list or as sentences.")
        }
    }

    /// Whether a paragraph's first two lines are a table of GitHub's: a row, and the row of dashes below it.
    private func isTable(_ location: SourceLocation) -> Bool {
        guard text(at: location).utf8.contains(UInt8(ascii: "|")), let below = source.line(location.line + 1) else {
            return false
        }
        return below.contains("-") && below.contains("|") && below.allSatisfy { "|-: \t>".contains($0) }
    }

    private mutating func checkItem(_ node: MarkdownNode) {
        guard let first = node.children.first, first.kind == .paragraph else { return }
        let words = text(at: first.location)
        guard ["[ ] ", "[x] ", "[X] "].contains(where: words.hasPrefix) else { return }
        report(
            first.location, "\(wording.container) has no boxes to tick in a list",
            fix: "Remove '\(words.prefix(3))'; a box that a visitor ticks is a field with 'rule: consent'.")
    }

    private mutating func checkText(_ text: String, of node: MarkdownNode) {
        guard text.utf8.contains(UInt8(ascii: "~")) else { return }
        let bytes = Array(text.utf8)
        let tildes = [UInt8](repeating: UInt8(ascii: "~"), count: 2)
        let places = bytes.indices.dropLast().filter { index in
            // An escaped sign is one of the text's and not of the markup.
            bytes[index...].starts(with: tildes) && self.text(at: node.location(atByte: index)).hasPrefix("~~")
        }
        guard let first = places.first, places.contains(where: { $0 > first + 2 }) else { return }
        report(
            node.location(atByte: first), "\(wording.container) has no words that are struck through",
            fix: "Remove the words, or write \\~ for the sign itself.")
    }

    /// The rest of a line of the file.
    private func text(at location: SourceLocation) -> String {
        let offset = source.offset(ofLine: location.line) + location.column - 1
        let line = source.bytes[min(offset, source.bytes.count)...].prefix { $0 != 0x0A && $0 != 0x0D }
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func report(_ location: SourceLocation, _ message: String, fix: String) {
        diagnostics.append(source.diagnostic(code: "unsupported-markdown", at: location, message, fix: fix))
    }
}
