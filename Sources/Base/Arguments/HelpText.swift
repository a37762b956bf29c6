/// The text that `--help` shows for a command.
struct HelpText {
    let path: [Command]
    let context: UsageContext

    private static let width = 80
    /// The column at which the explanations start.
    private static let indent = 26

    var text: String {
        let command = path[path.count - 1]
        var sections = [wrapped("OVERVIEW: " + command.summary)]
        for paragraph in command.discussion.map(paragraphs) ?? [] { sections.append(wrapped(paragraph)) }
        sections.append(usage)
        sections += list("ARGUMENTS", command.arguments.map { ("<\($0.name)>", $0.help) })
        sections += list("OPTIONS", context.options.map { ($0.label, $0.help) })
        sections += list("SUBCOMMANDS", command.subcommands.map { ($0.name, $0.summary) })
        if !command.subcommands.isEmpty {
            let below = path.dropFirst().map { $0.name + " " }.joined()
            sections.append("  See '\(path[0].name) help \(below)<subcommand>' for detailed help.\n")
        }
        return sections.joined(separator: "\n")
    }

    /// The usage line, wrapped; an option and its value stay on one line.
    private var usage: String {
        var parts: [String] = []
        for word in context.usage.split(separator: " ") {
            if let last = parts.last, last.count(where: { $0 == "[" }) > last.count(where: { $0 == "]" }) {
                parts[parts.count - 1] += " " + word
            } else {
                parts.append(String(word))
            }
        }
        let head = "USAGE: " + parts.prefix(path.count).joined(separator: " ")
        let margin = String(repeating: " ", count: head.count)
        let lines = lines(of: parts.dropFirst(path.count), width: Self.width - head.count - 1)
        if lines.isEmpty { return head + "\n" }
        return zip([head] + lines.dropFirst().map { _ in margin }, lines).map { "\($0) \($1)\n" }.joined()
    }

    private func list(_ title: String, _ rows: [(label: String, help: String)]) -> [String] {
        guard !rows.isEmpty else { return [] }
        var text = title + ":\n"
        for row in rows {
            let label = "  " + row.label
            let help = lines(of: row.help, width: Self.width - Self.indent)
            let margin = String(repeating: " ", count: Self.indent)
            var rest = help[...]
            if label.count < Self.indent, let first = rest.popFirst() {
                text += label + margin.dropFirst(label.count) + first + "\n"
            } else {
                text += label + "\n"
            }
            for line in rest { text += margin + line + "\n" }
        }
        return [text]
    }

    private func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map {
            $0.joined(separator: " ")
        }
    }

    private func wrapped(_ text: String) -> String {
        lines(of: text, width: Self.width).map { $0 + "\n" }.joined()
    }

    private func lines(of text: String, width: Int) -> [String] {
        lines(of: text.split(separator: " "), width: width)
    }

    private func lines(of words: some Sequence<some StringProtocol>, width: Int) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
