import SiteModel

/// Converts an email's body to plain text: one paragraph per line, URLs after the text of their links.
///
/// Lines are not wrapped here, since email programs wrap them, and a wrapped URL is broken.
struct PlainBody: Sendable {
    let resolver: VariableResolver

    var lines: (subject: EmailText, preheader: EmailText) {
        (line(resolver.email.subject.text), line(resolver.email.preheader.text))
    }

    func blocks(_ blocks: [EmailBlock], separator: EmailText = "\n\n") -> EmailText {
        let shown = blocks.filter { !block($0).isEmpty }
        // An omitted section takes a separator with it: the one after it, or the one before it if only sections follow.
        let last = shown.lastIndex { if case .section = $0.kind { false } else { true } } ?? 0
        return shown.enumerated().map { index, block in
            let before = index > last ? separator : EmailText()
            let after = index < last ? separator : EmailText()
            guard case .section(let variable, let inside) = block.kind, let section = resolver.section(variable) else {
                return before + self.block(block) + after
            }
            return section.open + before + self.blocks(inside) + after + section.close
        }.joined()
    }

    private func block(_ block: EmailBlock) -> EmailText {
        switch block.kind {
        case .heading(let text), .subheading(let text), .paragraph(let text), .code(let text): line(text)
        case .button(let text, let destination): line(text) + ":\n" + resolver.address(of: destination)
        case .panel(let blocks): indented(self.blocks(blocks), first: "  ", rest: "  ")
        case .list(let ordered, let items):
            items.enumerated().map { index, item in
                let bullet = ordered ? "\(index + 1). " : "- "
                return indented(
                    self.blocks(item, separator: "\n"), first: bullet,
                    rest: String(repeating: " ", count: bullet.count))
            }.joined(separator: "\n")
        case .rule: "----"
        case .section(let variable, let blocks):
            resolver.section(variable).map { $0.open + self.blocks(blocks) + $0.close } ?? EmailText()
        }
    }

    func line(_ inlines: [EmailInline]) -> EmailText { inlines.map(inline).joined().trimmed }

    private func inline(_ inline: EmailInline) -> EmailText {
        switch inline {
        case .text(let text): EmailText(EmailText.cleaned(text))
        case .variable(let variable, _): resolver.text(of: variable) ?? EmailText()
        case .section(let variable, let children):
            resolver.section(variable).map { $0.open + children.map(self.inline).joined() + $0.close } ?? EmailText()
        case .code(let children), .emphasis(let children), .strong(let children):
            children.map(self.inline).joined()
        case .link(let children, let destination): link(children.map(self.inline).joined(), destination)
        case .lineBreak: "\n"
        case .softBreak: " "
        }
    }

    /// The link's text and its URL, or the URL only if both are the same.
    private func link(_ words: EmailText, _ destination: EmailDestination) -> EmailText {
        let address: EmailText =
            switch destination {
            case .support: resolver.text(of: .support) ?? EmailText()
            case .mail(let address): EmailText(address)
            case .link, .web, .path: resolver.address(of: destination)
            }
        return words == address ? address : words + " (" + address + ")"
    }

    private func indented(_ text: EmailText, first: String, rest: String) -> EmailText {
        text.lines.enumerated()
            .map { $0.element.isEmpty ? $0.element : EmailText($0.offset == 0 ? first : rest) + $0.element }
            .joined(separator: "\n")
    }
}
