import CommonMark
import Diagnostics
internal import TextEncoding

// Labels for the runs of buttons that are written as text.
extension PageBlockReader {
    /// The button of a paragraph that has the label for its run after the link, and not in its brackets, which it reports; nil
    /// for any other paragraph.
    mutating func labelled(_ nodes: [MarkdownNode]) -> [Action]? {
        guard let link = nodes.first, case .link(let address, "") = link.kind, address.hasPrefix("run:"),
            let text = nodes.dropFirst().first(where: { !$0.plainText.allSatisfy(\.isWhitespace) }),
            nodes.dropFirst().allSatisfy({ $0.location == text.location || $0.plainText.allSatisfy(\.isWhitespace) }),
            text.links.isEmpty, let label = ButtonLabel(text), label.isMarked || label.isUnfinished
        else { return nil }
        report(label, of: link, as: .error)
        return action(link).map { [$0] }
    }

    /// Warns of the label for a button's run in a paragraph of its own below the button.
    func warnOfLabel(_ paragraph: MarkdownNode, below above: MarkdownNode, isLast: Bool) {
        guard paragraph.kind == .paragraph, paragraph.children.count == 1, above.kind == .paragraph,
            let link = above.children.last, case .link(let address, "") = link.kind, address.hasPrefix("run:"),
            let label = ButtonLabel(paragraph.children[0]), label.isUnfinished, label.isMarked || isLast,
            label.text.split(separator: " ").count <= 2
        else { return }
        report(label, of: link, as: .warning)
    }

    private func report(_ label: ButtonLabel, of link: MarkdownNode, as severity: Diagnostic.Severity) {
        collector.report(
            "button-in-text", as: severity, at: label.location,
            "'\(label.words)' after a button is text, and not its label while it runs",
            fix: "Write [\(link.plainText)](\(link.destination) \"\(label.text)\")")
    }
}

/// A text that may be meant as a button's label while its operation runs.
private struct ButtonLabel {
    let words: Substring
    /// The words without what encloses them.
    let text: Substring
    let location: SourceLocation
    let isMarked: Bool
    var isUnfinished: Bool { text.hasSuffix("…") || text.hasSuffix("...") }

    init?(_ node: MarkdownNode) {
        words = node.plainText.drop(while: \.isWhitespace)
        text = words.trimming { $0.isWhitespace || "()[]{}<>\"'“”„«»|,:–—-".contains($0) }
        isMarked = words.first.map { "([{\"'“„«|".contains($0) } ?? false
        location = node.location(atByte: node.plainText.utf8.count - words.utf8.count)
        if text.isEmpty || text.count >= 40 { return nil }
    }
}
