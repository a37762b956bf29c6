import AuthContracts
import CommonMark
import Configuration
import Diagnostics
import LinkDefinitions
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
            var parsed: YAMLDocument?
            do {
                let document = try YAMLDocument(parsing: source, in: parts.yaml)
                parsed = document
                if let mistake = document.emailAmongPages
                    ?? kindUnderOtherKey(of: document, kinds?.library.kinds ?? [])
                {
                    collector.diagnostics.append(mistake)
                    return nil
                }
                if document.root?["kind"] != nil { return try page(document, parts, from: kinds) }
                header = try document.read()
            } catch {
                // Continue, to report mistakes in the Markdown too.
                collector.diagnostics += error.diagnostics.map { advised($0, in: parsed) }
            }
            let body = try Markdown.parse(source, from: parts.body)
            // The states of a page that names its kind are in another file.
            if header == nil, body.children.isEmpty { return nil }
            UnsupportedMarkdown.report(in: body, to: collector, .page)
            let before = collector.diagnostics.count
            let sections = sections(of: body)
            // A state whose heading was rejected exists, so missing states must not be reported.
            let hasAllStates =
                collector.diagnostics.count == before
                && !body.children.contains { $0.isHeadingWithoutSpace(of: source) }
            return page(header, sections, hasAllStates: hasAllStates)
        } catch {
            collector.diagnostics += error.diagnostics
            return nil
        }
    }

    func page(_ header: PageHeader?, _ sections: [PageSpec.Section], hasAllStates: Bool) -> Page? {
        let read = sections.map { section in
            self.read(section, running: header?.states[section.name]?.moves.map(\.operation.value) ?? [])
        }
        var hasAllStates = hasAllStates
        if hasAllStates {
            let missing =
                header?.states.map(\.key.value).filter { name in !sections.contains { $0.name == name } } ?? []
            hasAllStates = sections.filter { $0.isState && !checkHeadlines($0, without: missing) }.isEmpty
        }
        guard let header else {
            suggestStartStates(read.filter(\.isState).map(\.name))
            return nil
        }
        return Page(named: name, header, read, hasAllStates: hasAllStates, source: source)
    }

    /// The section in a part of a spec; nil if there is not exactly one, or if there are diagnostics.
    static func section(in part: Range<Int>, of source: SourceText) -> PageSection? {
        guard let body = try? Markdown.parse(source, from: part.lowerBound, to: part.upperBound) else { return nil }
        let collector = DiagnosticCollector(source)
        let reader = PageReader(name: "", collector: collector)
        UnsupportedMarkdown.report(in: body, to: collector, .page)
        let sections = reader.sections(of: body)
        guard sections.count == 1 else { return nil }
        let section = reader.read(sections[0], running: [])
        if section.isState { _ = reader.checkHeadlines(sections[0], without: []) }
        return collector.diagnostics.isEmpty ? section : nil
    }

    private func read(_ section: PageSpec.Section, running operations: [String]) -> PageSection {
        let unused = operations.filter { name in
            !section.blocks.contains { block in
                [")", " ", "\n"].contains { block.text.firstRange(of: "(run:\(name)\($0)") != nil }
            }
        }
        var reader = PageBlockReader(collector: collector, unusedOperations: unused)
        var read = PageSection(name: section.name, location: section.heading.location)
        if read.isState {
            read.blocks = reader.blocks(section.blocks.map(\.node))
            read.destinations = reader.destinations
        } else {
            read.messages = readMessages(section, with: &reader)
        }
        read.values = reader.values
        return read
    }

    /// The Markdown, split at its level-one headings.
    func sections(of body: MarkdownNode) -> [PageSpec.Section] {
        var sections: [PageSpec.Section] = []
        for (index, node) in body.children.enumerated() {
            if case .heading(level: 2...) = node.kind, node.plainText.lowercased() == "messages", !sections.isEmpty,
                node.plainText == "messages" || body.hasMessages(below: index)
            {
                collector.report(
                    "bad-state-name", at: node.location,
                    "the messages are not a part of a state, but a list of their own",
                    fix: "Write '# messages'.")
                sections.append(PageSpec.Section(name: "messages", heading: node))
                continue
            }
            guard case .heading(level: 1) = node.kind else {
                if sections.isEmpty {
                    // A heading without its space is reported as such.
                    if !node.isHeadingWithoutSpace(of: source) {
                        collector.report(
                            "text-before-state", at: node.location, "this text is before the first state",
                            fix: fix(forTextAboveStatesOf: body))
                    }
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
                // A longer one is the headline itself.
                let isShort = name.split(separator: " ").count < 3
                collector.report(
                    "bad-state-name", at: node.location, "'\(name)' is not a name for a state",
                    fix:
                        "\(Self.nameFix)\(isShort ? LinkDefinition.writtenName(name).map { ": '# \($0)'" } ?? "" : ""); the headline that people read is a '##' below it."
                )
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

    /// Where a text belongs that is above every state, as a fix.
    private func fix(forTextAboveStatesOf body: MarkdownNode) -> String {
        let states = body.children.filter { $0.kind == .heading(level: 1) && Self.isName($0.plainText) }
            .filter { $0.plainText != "messages" }
        guard let first = states.first else { return "Begin with a level-one heading that names a state: # form" }
        return "Move it below '# \(first.plainText)' in line \(first.location.line)"
            + (states.count == 1 ? "." : ", or below the heading of another state.")
    }

    /// Reports headlines after the first; returns false if one is or has lost the heading of a state, of which `missing`
    /// are the names.
    private func checkHeadlines(_ section: PageSpec.Section, without missing: [String]) -> Bool {
        let headlines = section.blocks.map(\.node).filter { $0.kind == .heading(level: 2) }
        if let state = headlines.first(where: { missing.contains($0.plainText) }) {
            collector.report(
                "bad-state-name", at: state.location, "the state '\(state.plainText)' begins with a level-one heading",
                fix: "Write '# \(state.plainText)'.")
            return false
        }
        let smaller = section.blocks.map(\.node).first { if case .heading = $0.kind { true } else { false } }
        if headlines.isEmpty, let smaller {
            collector.report(
                "no-headline", as: .warning, at: smaller.location,
                "the state '\(section.name)' has no headline above this",
                fix: "Write '##' in place of '###' if this is it.")
        }
        for extra in headlines.dropFirst() {
            collector.report(
                "second-headline", at: extra.location, "state '\(section.name)' has a headline already",
                fix: missing.first.map { "Write '# \($0)' above it, if the text of that state begins here." }
                    ?? "Use '###' for a smaller heading below it.")
        }
        return headlines.count < 2 || missing.isEmpty
    }

    /// The fix for a text that is not a name.
    static let nameFix = "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter"

    /// Whether a text is a valid name of a state, field, page or app.
    package static func isName(_ text: String) -> Bool {
        text.utf8.first?.isASCIILowercase == true && text.utf8.count <= 64
            && text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
}
