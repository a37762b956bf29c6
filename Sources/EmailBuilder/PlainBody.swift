import SiteModel

/// A mail's body as plain text: a paragraph a line, addresses behind their words.
///
/// Lines are not wrapped: readers do that, and a wrapped address is a broken one.
struct PlainBody: Sendable {
    let wording: Wording

    func blocks(_ blocks: [EmailBlock], separator: String = "\n\n") -> String {
        let shown = blocks.filter { !block($0).isEmpty }
        return shown.enumerated().map { index, block in
            let separator = index < shown.count - 1 ? separator : ""
            // A section takes the lines behind it along when it goes.
            guard case .section(let word, let inside) = block, let section = wording.section(word) else {
                return self.block(block) + separator
            }
            return section.open + self.blocks(inside) + separator + section.close
        }.joined()
    }

    private func block(_ block: EmailBlock) -> String {
        switch block {
        case .heading(let words), .subheading(let words), .paragraph(let words): line(words)
        case .button(let words, let destination): "\(line(words)):\n\(wording.address(of: destination))"
        case .panel(let blocks): indented(self.blocks(blocks), first: "  ", rest: "  ")
        case .list(let ordered, let items):
            items.enumerated().map { index, item in
                let mark = ordered ? "\(index + 1). " : "- "
                return indented(
                    self.blocks(item, separator: "\n"), first: mark, rest: String(repeating: " ", count: mark.count))
            }.joined(separator: "\n")
        case .rule: "----"
        case .section(let word, let blocks):
            wording.section(word).map { $0.open + self.blocks(blocks) + $0.close } ?? ""
        }
    }

    func line(_ inlines: [EmailInline]) -> String {
        var text = inlines.map(inline).joined()[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    private func inline(_ inline: EmailInline) -> String {
        switch inline {
        case .text(let text): Marks.cleaned(text)
        case .word(let word, _): wording.text(of: word) ?? ""
        case .section(let word, let children):
            wording.section(word).map { $0.open + children.map(self.inline).joined() + $0.close } ?? ""
        case .code(let children), .emphasis(let children), .strong(let children):
            children.map(self.inline).joined()
        case .link(let children, let destination): link(children.map(self.inline).joined(), destination)
        case .lineBreak: "\n"
        case .softBreak: " "
        }
    }

    /// The words and the address, once where they are the same.
    private func link(_ words: String, _ destination: EmailDestination) -> String {
        let address = wording.address(of: destination)
        let shown = address.hasPrefix("mailto:") ? String(address.dropFirst("mailto:".count)) : address
        return words == shown ? shown : "\(words) (\(shown))"
    }

    private func indented(_ text: String, first: String, rest: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { $0.element.isEmpty ? "" : ($0.offset == 0 ? first : rest) + $0.element }
            .joined(separator: "\n")
    }
}
