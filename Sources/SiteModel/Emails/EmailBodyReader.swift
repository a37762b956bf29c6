import CommonMark
import Diagnostics

/// Turns the Markdown of an email spec into blocks, and reports what a mail cannot carry.
struct EmailBodyReader {
    let source: SourceText
    /// The address that a path of the site begins with; nil where the app has no host.
    let origin: String?
    private(set) var diagnostics: [Diagnostic] = []
    /// The paths of the site that the mail leads to.
    private(set) var paths: [(path: String, location: SourceLocation)] = []
    private var hasHeadline = false

    init(source: SourceText, origin: String?) {
        self.source = source
        self.origin = origin
    }

    private enum Token {
        case block(EmailBlock)
        case open(EmailWord, SourceLocation)
        case close(EmailWord, SourceLocation)
    }

    mutating func blocks(_ nodes: [MarkdownNode]) -> [EmailBlock] {
        var nesting = EmailNesting<EmailBlock>(source: source) { .section($0, $1) }
        for token in nodes.flatMap({ tokens($0) }) {
            switch token {
            case .block(let block): nesting.append(block)
            case .open(let word, let location): nesting.open(word, at: location)
            case .close(let word, let location): nesting.close(word, at: location)
            }
        }
        let blocks = nesting.finish()
        diagnostics += nesting.diagnostics
        return blocks
    }

    private mutating func tokens(_ node: MarkdownNode) -> [Token] {
        switch node.kind {
        case .heading(level: 1):
            if hasHeadline {
                report(
                    "second-headline", node, "the email has a headline already", fix: "Use '##' for a smaller heading.")
            }
            hasHeadline = true
            return [.block(.heading(inlines(node.children)))]
        case .heading: return [.block(.subheading(inlines(node.children)))]
        case .paragraph: return paragraph(node)
        case .list(let ordered, _, _):
            return [.block(.list(ordered: ordered, items: node.children.map { blocks($0.children) }))]
        case .blockQuote: return [.block(.panel(blocks(node.children)))]
        case .thematicBreak: return [.block(.rule)]
        case .codeBlock:
            report(
                "unsupported-markdown", node, "an email has no place for a block of code",
                fix: "Write it as a paragraph; a line that is indented by four spaces is code in Markdown.")
            return []
        case .htmlBlock: return markup(node)
        default: return []
        }
    }

    /// A paragraph may begin with sections that end in a later one, and end with the end of sections.
    private mutating func paragraph(_ node: MarkdownNode) -> [Token] {
        let tokens = inlineTokens(node.children)
        let matched = Self.matched(tokens)
        let first = tokens.firstIndex { !$0.isBlank && !$0.isOpen } ?? tokens.endIndex
        let last = tokens.lastIndex { !$0.isBlank && !$0.isClose } ?? tokens.startIndex - 1
        var before: [Token] = []
        var after: [Token] = []
        var inside: [EmailTokens.Token] = []
        for (index, token) in tokens.enumerated() {
            switch token {
            case .open(let word, let location) where index < first && !matched.contains(index):
                before.append(.open(word, location))
            case .close(let word, let location) where index > last && !matched.contains(index):
                if inside.allSatisfy(\.isBlank) {
                    before.append(.close(word, location))
                } else {
                    after.append(.close(word, location))
                }
            default: inside.append(token)
            }
        }
        let words = nested(Self.trimmed(inside))
        if words.isEmpty { return before + after }
        return before + [.block(Self.block(words))] + after
    }

    /// A section that is all of a paragraph holds the paragraph, so that none is left where it goes.
    private static func block(_ words: [EmailInline]) -> EmailBlock {
        if words.count == 1, case .section(let word, let inside) = words[0] { return .section(word, [block(inside)]) }
        return button(words) ?? .paragraph(words)
    }

    /// The tags whose other half is in the same text.
    private static func matched(_ tokens: [EmailTokens.Token]) -> Set<Int> {
        var matched = Set<Int>()
        var open: [(word: EmailWord, index: Int)] = []
        for (index, token) in tokens.enumerated() {
            switch token {
            case .open(let word, _): open.append((word, index))
            case .close(let word, _):
                guard let last = open.last, last.word == word else { continue }
                matched.formUnion([last.index, index])
                open.removeLast()
            case .inline: continue
            }
        }
        return matched
    }

    /// Without the blanks that tags have left at either end.
    private static func trimmed(_ tokens: [EmailTokens.Token]) -> [EmailTokens.Token] {
        var tokens = tokens[...]
        while tokens.first?.isBlank == true { tokens.removeFirst() }
        while tokens.last?.isBlank == true { tokens.removeLast() }
        return Array(tokens)
    }

    private static func button(_ words: [EmailInline]) -> EmailBlock? {
        guard words.count == 1, case .link(let label, let destination) = words[0] else { return nil }
        return .button(label, destination)
    }

    // MARK: - Texts

    mutating func inlines(_ nodes: [MarkdownNode]) -> [EmailInline] {
        nested(inlineTokens(nodes))
    }

    private mutating func nested(_ tokens: [EmailTokens.Token]) -> [EmailInline] {
        var nesting = EmailNesting<EmailInline>(source: source) { .section($0, $1) }
        for token in tokens {
            switch token {
            case .inline(let inline): nesting.append(inline)
            case .open(let word, let location): nesting.open(word, at: location)
            case .close(let word, let location): nesting.close(word, at: location)
            }
        }
        let inlines = nesting.finish()
        diagnostics += nesting.diagnostics
        return inlines
    }

    private mutating func inlineTokens(_ nodes: [MarkdownNode]) -> [EmailTokens.Token] {
        nodes.flatMap { inlineTokens($0) }
    }

    private mutating func inlineTokens(_ node: MarkdownNode) -> [EmailTokens.Token] {
        switch node.kind {
        case .text(let text): return split(text, of: node)
        case .code(let text):
            let tokens = EmailTokens(text, in: source) { _ in node.location }
            diagnostics += tokens.diagnostics
            return [.inline(.code(nested(tokens.tokens)))]
        case .softBreak: return [.inline(.softBreak)]
        case .lineBreak: return [.inline(.lineBreak)]
        case .emphasis: return [.inline(.emphasis(inlines(node.children)))]
        case .strong: return [.inline(.strong(inlines(node.children)))]
        case .link: return link(node)
        case .html:
            _ = markup(node)
            return []
        case .image:
            report(
                "unsupported-markdown", node,
                "an email loads no pictures: many readers block them, and they tell who reads",
                fix: "Say it in words.")
            return []
        default: return inlineTokens(node.children)
        }
    }

    private mutating func split(_ text: String, of node: MarkdownNode) -> [EmailTokens.Token] {
        let tokens = EmailTokens(text, in: source) { node.location(atByte: $0) }
        diagnostics += tokens.diagnostics
        return tokens.tokens
    }

    private mutating func markup(_ node: MarkdownNode) -> [Token] {
        report(
            "unsupported-markdown", node, "an email's words are never HTML",
            fix: "Use Markdown, such as **bold**, or write \\< for the sign itself.")
        return []
    }

    // MARK: - Links

    private mutating func link(_ node: MarkdownNode) -> [EmailTokens.Token] {
        let words = inlines(node.children)
        guard case .link(let text, _) = node.kind,
            let destination = destination(text, at: node.destinationLocation ?? node.location)
        else { return words.map { .inline($0) } }
        if words.isEmpty {
            report(
                "empty-link", node, "this link has no words", fix: "Write what it does: [Reset Password]({{link}})")
        }
        return [.inline(.link(words, destination))]
    }

    private mutating func destination(_ text: String, at location: SourceLocation) -> EmailDestination? {
        if text == "{{link}}" { return .link(at: location) }
        if text == "mailto:{{support}}" { return .support(at: location) }
        if text.contains("{{") {
            report(
                "composed-link", at: location, "an address is never put together in an email",
                fix: "Write ({{link}}), whose URL template is in app.yml, or a whole address.")
            return nil
        }
        let parsed: LinkDestination
        do {
            parsed = try LinkDestination(parsing: text)
        } catch {
            report("bad-link", at: location, error.message, fix: Self.choices)
            return nil
        }
        switch parsed {
        case .web(let address): return .web(address)
        case .mail(let address): return .mail(address)
        case .sitePath(let path):
            guard let origin else { return nil }
            paths.append((path, location))
            return .web(origin + path)
        case .state, .operation, .app:
            report(
                "bad-link", at: location, "an email cannot lead to '\(text)': that is for pages", fix: Self.choices)
            return nil
        }
    }

    private static let choices = "Lead to {{link}}, a path of the site (/login), https: or mailto:."

    private mutating func report(_ code: String, _ node: MarkdownNode, _ message: String, fix: String) {
        report(code, at: node.location, message, fix: fix)
    }

    private mutating func report(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        diagnostics.append(source.diagnostic(code: code, at: location, message, fix: fix))
    }
}

extension EmailTokens.Token {
    fileprivate var isOpen: Bool { if case .open = self { true } else { false } }
    fileprivate var isClose: Bool { if case .close = self { true } else { false } }
}
