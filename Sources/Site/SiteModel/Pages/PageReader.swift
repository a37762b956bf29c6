import AuthContracts
import CommonMark
import Configuration
import Diagnostics
internal import TextEncoding
import YAML

/// Reads one page spec; `PageChecks` checks it against its app afterwards.
package struct PageReader {
    let name: String
    let collector: DiagnosticCollector

    var source: SourceText { collector.source }

    /// Reads the page, except for its path and its links, which depend on the app; nil if the front matter or the
    /// Markdown cannot be parsed. Mistakes in single states still leave a page. Without `kinds`, no page that names its
    /// kind is read.
    func read(recalling specs: SpecLibrary = SpecLibrary(), from kinds: PageKinds? = nil) -> Page? {
        if let page = specs.page(named: name, in: source) { return page }
        do {
            let parts = try FrontMatter(of: source)
            var header: PageHeader?
            do {
                let document = try YAMLDocument(parsing: source, in: parts.yaml)
                if let mistake = document.emailAmongPages {
                    collector.diagnostics.append(mistake)
                    return nil
                }
                if document.root?["kind"] != nil { return try page(document, parts, from: kinds) }
                header = try document.read()
            } catch {
                // Continue, to report mistakes in the Markdown too.
                collector.diagnostics += error.diagnostics
            }
            let body = try Markdown.parse(source, from: parts.body)
            UnsupportedMarkdown.report(in: body, to: collector, .page)
            let before = collector.diagnostics.count
            let sections = sections(of: body)
            // A state whose heading was rejected exists, so missing states must not be reported.
            return page(header, sections, hasAllStates: collector.diagnostics.count == before)
        } catch {
            collector.diagnostics += error.diagnostics
            return nil
        }
    }

    func page(_ header: PageHeader?, _ sections: [PageSpec.Section], hasAllStates: Bool) -> Page? {
        let read = sections.map { self.read($0) }
        guard let header else {
            suggestStartStates(read.filter(\.isState).map(\.name))
            return nil
        }
        let page = Page(named: name, header, read, hasAllStates: hasAllStates, source: source)
        if hasAllStates { checkHeaders(header, against: page.states.map(\.name)) }
        return page
    }

    /// The section in a part of a spec; nil if there is not exactly one, or if there are diagnostics.
    static func section(in part: Range<Int>, of source: SourceText) -> PageSection? {
        guard let body = try? Markdown.parse(source, from: part.lowerBound, to: part.upperBound) else { return nil }
        let collector = DiagnosticCollector(source)
        let reader = PageReader(name: "", collector: collector)
        UnsupportedMarkdown.report(in: body, to: collector, .page)
        let sections = reader.sections(of: body)
        guard sections.count == 1 else { return nil }
        let section = reader.read(sections[0])
        return collector.diagnostics.isEmpty ? section : nil
    }

    private func read(_ section: PageSpec.Section) -> PageSection {
        var reader = PageBlockReader(collector: collector)
        var read = PageSection(name: section.name, location: section.heading.location)
        if read.isState {
            read.blocks = reader.blocks(section.blocks.map(\.node))
            read.destinations = reader.destinations
            checkHeadlines(section)
        } else {
            read.messages = readMessages(section, with: &reader)
        }
        read.values = reader.values
        return read
    }

    /// Adds the names of the states to the diagnostic about a missing `start`.
    private func suggestStartStates(_ names: [String]) {
        let place = collector.diagnostics.firstIndex { $0.code == "missing-key" && $0.name == "start" }
        guard let place, let first = names.first(where: Self.isName) else { return }
        collector.diagnostics[place].fix =
            names.count == 1
            ? "Add 'start: \(first)'."
            : "Add 'start: \(first)', or another of the states: \(names.dropFirst().joined(separator: ", "))."
    }

    /// The Markdown, split at its level-one headings.
    func sections(of body: MarkdownNode) -> [PageSpec.Section] {
        var sections: [PageSpec.Section] = []
        for (index, node) in body.children.enumerated() {
            if case .heading(level: 2) = node.kind, node.plainText == "messages", !sections.isEmpty {
                collector.report(
                    "bad-state-name", at: node.location, "'messages' is not below a state: it is a list of its own",
                    fix: "Write '# messages'.")
                sections.append(PageSpec.Section(name: "messages", heading: node))
                continue
            }
            guard case .heading(level: 1) = node.kind else {
                if sections.isEmpty {
                    collector.report(
                        "text-before-state", at: node.location, "this text is before the first state",
                        fix: "Begin with a level-one heading that names a state: # form")
                    return []
                }
                let isMessages = !sections[sections.count - 1].isState
                let next = index + 1 < body.children.count ? body.children[index + 1].location.line : nil
                sections[sections.count - 1].blocks += blocks(of: node, before: next, areMessages: isMessages)
                continue
            }
            let name = node.plainText
            if body.hasMessages(below: index) {
                collector.report(
                    "bad-state-name", at: node.location, "below '\(name)' are messages, which no state lists",
                    fix: "Write '# messages'.")
                sections.append(PageSpec.Section(name: "messages", heading: node))
                continue
            } else if !Self.isName(name) {
                collector.report(
                    "bad-state-name", at: node.location, "'\(name)' is not a name for a state",
                    fix: "\(Self.nameFix); the headline that people read is a '##' below it.")
            } else if sections.contains(where: { $0.name == name }) {
                collector.report(
                    "duplicate-state", at: node.location, "there are two states '\(name)'",
                    fix: "Rename one, or join them."
                )
            } else {
                sections.append(PageSpec.Section(name: name, heading: node))
                continue
            }
            // Content below a rejected heading must not be added to the state before it.
            sections.append(PageSpec.Section(name: "", heading: node))
        }
        if sections.isEmpty, body.children.isEmpty {
            collector.report(
                "no-states", at: source.location(at: source.bytes.count), "the page has no states",
                fix: "Add a level-one heading that names one, with its text below: # form")
        }
        return sections.filter { !$0.name.isEmpty }
    }

    private func checkHeadlines(_ section: PageSpec.Section) {
        let headlines = section.blocks.map(\.node).filter { $0.kind == .heading(level: 2) }
        for extra in headlines.dropFirst() {
            collector.report(
                "second-headline", at: extra.location, "state '\(section.name)' has a headline already",
                fix: "Use '###' for a smaller heading below it.")
        }
    }

    /// Reads a list of messages: `- **outcome** text`
    private func readMessages(_ section: PageSpec.Section, with reader: inout PageBlockReader) -> [Message] {
        var messages: [Message] = []
        for node in section.blocks.map(\.node) {
            guard case .list = node.kind else {
                collector.report(
                    "bad-message", at: node.location, "messages are a list",
                    fix: "Write each as '- **rate-limited** Too many attempts.'")
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
                }
            }
        }
        return messages
    }

    private func readMessage(_ item: MarkdownNode, with reader: inout PageBlockReader) -> Message? {
        guard item.children.count == 1, let paragraph = item.children.first, paragraph.kind == .paragraph,
            let first = paragraph.children.first, first.kind == .strong
        else {
            collector.report(
                "bad-message", at: item.location, "a message begins with its outcome in bold, and is one paragraph",
                fix: "Write it as '- **rate-limited** Too many attempts.'")
            return nil
        }
        let name = first.plainText
        let special = Message.Special(rawValue: name)
        // `PageChecks` decides whether the contract declares an outcome with this name.
        let outcome =
            special?.outcome ?? OutcomeName(rawValue: name) ?? OutcomeName(declared: name, meaning: .stays)
        for (line, next) in zip(paragraph.children, paragraph.children.dropFirst())
        where line.kind == .softBreak && next.kind == .strong && OutcomeName(rawValue: next.plainText) != nil {
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

    private func checkHeaders(_ header: PageHeader, against names: [String]) {
        // Of a page of a kind, the states of the kind are declared in another file.
        let declared = header.states.map(\.key).filter { $0.location.file == source.file }.map(\.value)
        let ofKind = source.others.isEmpty ? "" : "The states of the kind are \(names.joined(separator: ", ")). Or add"
        for (name, _) in header.states where !names.contains(name.value) {
            if name.value == "messages" {
                collector.report(
                    "unknown-state", at: name.location, "the list '# messages' is no state, and has no keys",
                    fix: "Remove this key.")
                continue
            }
            collector.report(
                "unknown-state", at: name.location, "there is no state '\(name.value)' below",
                fix: Suggestion.question(for: name.value, in: names.filter { !declared.contains($0) })
                    ?? (ofKind.isEmpty ? "Add" : ofKind)
                    + " a heading '# \(name.value)' with the state's text below it, or remove this key.")
        }
    }

    /// The fix for a text that is not a name.
    static let nameFix = "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter"

    /// Whether a text is a valid name of a state, field, page or app.
    package static func isName(_ text: String) -> Bool {
        text.utf8.first?.isASCIILowercase == true && text.utf8.count <= 64
            && text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
}
