import AuthContracts
import CommonMark
import Configuration
import Diagnostics

// The texts for outcomes that do not change the state.
extension PageReader {
    /// Reads a list of messages: `- **outcome** text`
    func readMessages(_ section: PageSpec.Section, with reader: inout PageBlockReader) -> [Message] {
        var messages: [Message] = []
        for node in section.blocks.map(\.node) {
            guard case .list = node.kind else {
                collector.report(
                    "bad-message", at: node.location, "messages are a list",
                    fix: "Write each as '- **rate-limited** Too many attempts.'")
                messages += meant(by: node)
                continue
            }
            for item in node.children {
                if let message = readMessage(item, with: &reader) {
                    if messages.contains(where: { $0.name == message.name }) {
                        collector.report(
                            "duplicate-message", at: message.location,
                            "there are two messages for '\(message.name)'",
                            fix: "Remove one.")
                    }
                    messages.append(message)
                } else {
                    messages += meant(by: item)
                }
                messages += item.joinedMessages.flatMap { meant(by: $0) }
            }
        }
        return messages
    }

    /// The messages for the outcome that a rejected text begins with, so that they are not reported as missing too.
    private func meant(by node: MarkdownNode) -> [Message] {
        let words = node.plainText.drop { $0 == "-" || $0 == "*" || $0 == " " }
        let name = String(words.prefix { !" *:".contains($0) })
        return OutcomeName(rawValue: name).map {
            [Message(outcome: $0, special: nil, words: [.text(node.plainText)], location: node.location)]
        } ?? []
    }

    private func readMessage(_ item: MarkdownNode, with reader: inout PageBlockReader) -> Message? {
        guard item.children.count == 1, let paragraph = item.children.first, paragraph.kind == .paragraph,
            let first = paragraph.children.first, first.kind == .strong
        else {
            let own = meant(by: item).first.map { "\($0.outcome.rawValue)** …" }
            collector.report(
                "bad-message", at: item.location, "a message begins with its outcome in bold, and is one paragraph",
                fix: "Write it as '- **\(own ?? "rate-limited** Too many attempts.")'")
            return nil
        }
        let name = first.plainText
        let special = Message.Special(rawValue: name)
        // `PageChecks` decides whether the contract declares an outcome with this name.
        let outcome =
            special?.outcome ?? OutcomeName(rawValue: name) ?? OutcomeName(declared: name, meaning: .stays)
        for next in item.joinedMessages {
            collector.report(
                "bad-message", at: next.location,
                "the message for '\(next.plainText)' is a part of the one for '\(name)'",
                fix: "Begin the line with '- '.")
        }
        var words = reader.inlines(Array(paragraph.children.dropFirst()))
        if Inline.plainText(words).drop(while: \.isWhitespace).hasPrefix(":") {
            collector.report(
                "bad-message", at: first.location, "the text of a message cannot begin with ':'",
                fix: "Write '- **\(name)** …' without it.")
        }
        if case .text(let text) = words.first { words[0] = .text(String(text.drop(while: \.isWhitespace))) }
        if Inline.plainText(words).allSatisfy(\.isWhitespace) {
            collector.report(
                "empty-message", at: first.location, "'\(name)' has no text", fix: "Say what happened and what to do.")
            return nil
        }
        return Message(outcome: outcome, special: special, words: words, location: first.location)
    }
}

extension MarkdownNode {
    /// The outcomes in bold that begin a line of a message for another one, with or without a '-' before them.
    fileprivate var joinedMessages: [MarkdownNode] {
        let nodes = children.first?.children ?? []
        return nodes.indices.dropFirst().compactMap { index in
            let isFirst =
                nodes[index - 1].kind == .softBreak
                || nodes[index - 1].kind == .text("-") && index > 1 && nodes[index - 2].kind == .softBreak
            let name = nodes[index].plainText
            let isOutcome = OutcomeName(rawValue: name) != nil || Message.Special(rawValue: name) != nil
            return isFirst && nodes[index].kind == .strong && isOutcome ? nodes[index] : nil
        }
    }
}
