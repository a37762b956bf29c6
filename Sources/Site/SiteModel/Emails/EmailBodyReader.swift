import CommonMark
import Configuration
import Diagnostics

/// Converts the Markdown of an email spec to blocks. Markdown that emails do not support is skipped;
/// `UnsupportedMarkdown` reports it.
struct EmailBodyReader {
    let collector: DiagnosticCollector
    /// The variables that the email may use.
    let variables: Set<TemplateVariable>
    private(set) var paths: [Located<String>] = []
    private var hasHeadline = false

    init(collector: DiagnosticCollector, variables: Set<TemplateVariable>) {
        self.collector = collector
        self.variables = variables
    }

    mutating func blocks(_ nodes: [MarkdownNode]) -> [EmailBlock] {
        var nesting = EmailNesting<EmailBlock>(collector) { variable, blocks, location in
            EmailBlock(kind: .section(variable, blocks), location: location)
        }
        return nesting.elements(of: nodes.flatMap { tokens($0) })
    }

    private mutating func tokens(_ node: MarkdownNode) -> [EmailToken<EmailBlock>] {
        switch node.kind {
        case .heading(level: 1):
            if hasHeadline {
                collector.report(
                    "second-headline", at: node.location, "the email has a headline already",
                    fix: "Use '##' for a smaller heading.")
            }
            hasHeadline = true
            return [block(.heading(inlines(node.children)), node)]
        case .heading: return [block(.subheading(inlines(node.children)), node)]
        case .paragraph: return paragraph(node)
        case .list(let ordered, _, _):
            return [block(.list(ordered: ordered, items: node.children.map { blocks($0.children) }), node)]
        case .blockQuote: return [block(.panel(blocks(node.children)), node)]
        case .thematicBreak: return [block(.rule, node)]
        default: return []
        }
    }

    private func block(_ kind: EmailBlock.Kind, _ node: MarkdownNode) -> EmailToken<EmailBlock> {
        .element(EmailBlock(kind: kind, location: node.location))
    }

    /// Converts a paragraph. Tags at its start may open sections that end in a later one, and tags at its end may close
    /// sections that began earlier.
    private mutating func paragraph(_ node: MarkdownNode) -> [EmailToken<EmailBlock>] {
        let tokens = inlineTokens(node.children)
        let matched = Self.matched(tokens)
        let first = tokens.firstIndex { !$0.isBlank && !$0.isOpen } ?? tokens.endIndex
        let last = tokens.lastIndex { !$0.isBlank && !$0.isClose } ?? tokens.startIndex - 1
        var before: [EmailToken<EmailBlock>] = []
        var after: [EmailToken<EmailBlock>] = []
        var inside: [EmailToken<EmailInline>] = []
        for (index, token) in tokens.enumerated() {
            switch token {
            case .open(let variable, let location) where index < first && !matched.contains(index):
                before.append(.open(variable, location))
            case .close(let variable, let location) where index > last && !matched.contains(index):
                if inside.allSatisfy(\.isBlank) {
                    before.append(.close(variable, location))
                } else {
                    after.append(.close(variable, location))
                }
            default: inside.append(token)
            }
        }
        let text = nested(Self.trimmed(inside))
        if text.isEmpty { return before + after }
        return before + [.element(Self.block(text, at: node.location))] + after
    }

    /// Converts a paragraph's text. A section that comprises all of it becomes a section around the paragraph, so that
    /// no empty paragraph remains without the value.
    private static func block(_ text: [EmailInline], at location: SourceLocation) -> EmailBlock {
        let kind: EmailBlock.Kind =
            switch text.count == 1 ? text.first : nil {
            case .section(let variable, let inside)?: .section(variable, [block(inside, at: location)])
            case .link(let label, let destination)?: .button(label, destination)
            case .code(let code)?: .code(code)
            default: .paragraph(text)
            }
        return EmailBlock(kind: kind, location: location)
    }

    /// The indices of the tags whose counterpart is in the same text.
    private static func matched(_ tokens: [EmailToken<EmailInline>]) -> Set<Int> {
        var matched = Set<Int>()
        var open: [(variable: TemplateVariable, index: Int)] = []
        for (index, token) in tokens.enumerated() {
            switch token {
            case .open(let variable, _): open.append((variable, index))
            case .close(let variable, _):
                guard let last = open.last, last.variable == variable else { continue }
                matched.formUnion([last.index, index])
                open.removeLast()
            case .element: continue
            }
        }
        return matched
    }

    /// The tokens without the blanks that tags left at either end.
    private static func trimmed(_ tokens: [EmailToken<EmailInline>]) -> [EmailToken<EmailInline>] {
        var tokens = tokens[...]
        while tokens.first?.isBlank == true { tokens.removeFirst() }
        while tokens.last?.isBlank == true { tokens.removeLast() }
        return Array(tokens)
    }

    // MARK: - Texts

    mutating func inlines(_ nodes: [MarkdownNode]) -> [EmailInline] {
        nested(inlineTokens(nodes))
    }

    private mutating func nested(_ tokens: [EmailToken<EmailInline>]) -> [EmailInline] {
        var nesting = EmailNesting<EmailInline>(collector) { variable, text, _ in .section(variable, text) }
        return nesting.elements(of: tokens)
    }

    private mutating func inlineTokens(_ nodes: [MarkdownNode]) -> [EmailToken<EmailInline>] {
        nodes.flatMap { inlineTokens($0) }
    }

    private mutating func inlineTokens(_ node: MarkdownNode) -> [EmailToken<EmailInline>] {
        switch node.kind {
        case .text(let text):
            return EmailTokens(text, variables: variables, in: collector) { node.location(atByte: $0) }.tokens
        case .code(let text):
            let tokens = EmailTokens(text, variables: variables, in: collector) { _ in node.location }.tokens
            return [.element(.code(nested(tokens)))]
        case .softBreak: return [.element(.softBreak)]
        case .lineBreak: return [.element(.lineBreak)]
        case .emphasis: return [.element(.emphasis(inlines(node.children)))]
        case .strong: return [.element(.strong(inlines(node.children)))]
        case .link: return link(node)
        case .html, .image: return []
        default: return inlineTokens(node.children)
        }
    }

    // MARK: - Links

    private mutating func link(_ node: MarkdownNode) -> [EmailToken<EmailInline>] {
        let words = inlines(node.children)
        guard case .link(let text, _) = node.kind, !node.isFootnote,
            let destination = destination(text, at: node.destinationLocation ?? node.location)
        else { return words.map { .element($0) } }
        if words.isEmpty {
            collector.report(
                "empty-link", at: node.location, "this link has no text",
                fix: "Write a text for it: [Reset Password]({{link}})")
        }
        return [.element(.link(words, destination))]
    }

    private mutating func destination(_ text: String, at location: SourceLocation) -> EmailDestination? {
        if text == "{{link}}" { return .link(at: location) }
        if text == "mailto:{{support}}" { return .support(at: location) }
        if text.contains("{{") {
            collector.report(
                "composed-link", at: location, "the URL of a link in an email cannot contain variables",
                fix: text.hasPrefix("mailto:")
                    ? "Write (mailto:{{support}}), or a whole address."
                    : Substring(text.lowercased()).firstRange(of: "unsubscribe") != nil
                        ? "Remove it: nobody unsubscribes from such emails, and senders have no link for it."
                        : "Write ({{link}}), whose URL template is in app.yml, or a whole address.")
            return nil
        }
        paths.append(Located(text, at: location))
        return switch try? LinkDestination(parsing: text) {
        case .web(let address): .web(address)
        case .mail(let address): .mail(address)
        case .sitePath(let path): .path(path)
        // Reported with the addresses of the app that it may mean.
        case .state, .operation, .app, nil: nil
        }
    }
}

extension EmailToken {
    fileprivate var isOpen: Bool { if case .open = self { true } else { false } }
    fileprivate var isClose: Bool { if case .close = self { true } else { false } }
}
