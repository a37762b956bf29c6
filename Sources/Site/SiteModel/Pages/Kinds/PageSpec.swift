import AuthContracts
import CommonMark
import Configuration
import Diagnostics
import YAML

/// A page spec in its parts, before they are read: the front matter, and the Markdown under each level-one heading.
struct PageSpec: Sendable {
    /// The file; its `others` are those that its parts come from besides.
    var source: SourceText
    var document: YAMLDocument
    var sections: [Section]
    /// The languages of the texts that come from translations: by `title`, the names of states, and those of messages
    /// after `messages.`.
    var languages: [String: LanguageTag] = [:]

    /// The fields of a kind's states in whose place the author's file has others, with the key of those, by state.
    var replacedFields: [String: (place: SourceLocation, fields: [ConfigurationNode])] = [:]

    /// The Markdown under a level-one heading.
    struct Section: Sendable {
        let name: String
        let heading: MarkdownNode
        var blocks: [Block] = []

        var isState: Bool { name != "messages" }
    }

    /// A block of a section, or one message of the section `messages`.
    struct Block: Sendable {
        var node: MarkdownNode
        /// Its lines in the file, with the blank ones below it.
        var text: String
    }

    /// The names of the states in the front matter's `start`.
    var starts: [String] { document.root?["start"]?.texts ?? [] }

    /// The spec with the values and the texts of another one in place of its own.
    ///
    /// Keys are merged as those of environments. A section replaces the one of the same name; without links it keeps
    /// those paragraphs of it that consist of links. Messages are replaced one by one.
    func overridden(by other: PageSpec) -> PageSpec {
        var spec = self
        spec.document = document.overridden(by: other.document)
        for (name, state) in states {
            let key = other.states.first { $0.name == name }?.value.members.first { $0.key.text == "fields" }?.key
            if let place = key?.location, let fields = state["fields"]?.items {
                spec.replacedFields[name] = (place, fields)
            }
        }
        spec.source = other.source
        spec.source.others = [source] + source.others
        spec.sections = sections.map { own in
            guard let section = other.sections.first(where: { $0.name == own.name }) else { return own }
            return section.completed(by: own)
        }
        let added = other.sections.filter { section in !sections.contains { $0.name == section.name } }
        spec.sections.insert(contentsOf: added, at: spec.sections.firstIndex { !$0.isState } ?? spec.sections.endIndex)
        return spec
    }
}

extension PageSpec {
    /// Warns of states without fields whose own links, all of which lead away from the page, take the place of the kind's to
    /// another link, or back to the form of an address.
    func warnOfLostWays(in own: PageSpec, to collector: DiagnosticCollector) {
        let forms = states.filter { $0.value.fieldNames.contains("email") }
        for section in sections where states.first(where: { $0.name == section.name })?.value.fieldNames.isEmpty == true
        {
            func follows(_ state: ConfigurationNode) -> Bool {
                state.operations.contains { $0.moves["ok"]?.text == section.name }
            }
            let links = own.sections.first { $0.name == section.name }?.blocks.flatMap(\.node.links) ?? []
            let kept = links.map(\.node.destination)
            let ways = section.blocks.filter(\.node.isActions).flatMap(\.node.links).map(\.node)
            let isSuccess = states.contains { follows($0.value) }
            let lost = ways.first { way in
                guard !kept.contains(where: { $0.hasSuffix(way.destination) }) else { return false }
                if way.destination.hasPrefix("/") { return !isSuccess }
                return forms.contains { "#\($0.name)" == way.destination && (!isSuccess || follows($0.value)) }
            }
            guard let lost, kept.allSatisfy({ $0.hasPrefix("/") || $0.hasPrefix("https:") || $0.hasPrefix("app:") }),
                let first = links.map(\.node).first(where: { own in
                    !ways.contains { $0.destination == own.destination }
                })
            else { continue }
            collector.report(
                "lost-way", as: .warning, at: first.location,
                isSuccess
                    ? "this takes the place of the link back to the form, where a mistyped address is corrected"
                    : "this takes the place of the link to '\(lost.destination)', where visitors get a link that works",
                fix:
                    "Write both: [\(lost.plainText)](\(lost.destination)) [\(first.plainText)](\(first.destination))"
            )
        }
    }

    /// Diagnostics about what the kind supplies at the author's `kind`, since the catalogue's file is none of the site's.
    func located(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        guard let place = document.root?["kind"]?.location else { return diagnostics }
        // Two states of the kind may run one operation, which is one mistake.
        var seen: Set<[String]> = []
        return diagnostics.filter { seen.insert(["\($0.code)", $0.message, $0.file ?? ""]).inserted }.map {
            diagnostic in
            guard let file = diagnostic.file, source.others.contains(where: { $0.file == file }) else {
                return diagnostic
            }
            var located = diagnostic
            // A value of the author's own that the catalogue's line has.
            if let line = source.others.first(where: { $0.file == file })?.line(diagnostic.line ?? 0),
                let value = filled.first(where: { $0.text.map(line.contains) == true }), let own = value.location
            {
                located.place = source.place(at: own)
                located.fix = diagnostic.fix.map { fix in
                    fix.contains("{{") ? fix.prefix { $0 != "#" } + "." : fix
                }
                return located
            }
            located.place = source.place(at: place)
            located.message += " (\(file)\(diagnostic.line.map { ":\($0)" } ?? ""))"
            return located
        }
    }
}

extension PageSpec {
    /// The texts that the author's file has for the kind's page.
    private var filled: [ConfigurationNode] {
        func texts(_ node: ConfigurationNode?) -> [ConfigurationNode] {
            guard let node else { return [] }
            let inner = node.items + node.members.map(\.value)
            return inner.isEmpty ? [node].filter { ($0.text?.utf8.count ?? 0) > 2 } : inner.flatMap(texts)
        }
        return texts(document.root?["session"]) + texts(document.root?["data"])
    }
}

extension PageSpec.Section {
    fileprivate func completed(by base: PageSpec.Section) -> PageSpec.Section {
        var section = self
        if isState {
            if !blocks.contains(where: { !$0.node.links.isEmpty }) {
                section.endWithBlankLine()
                section.blocks += base.blocks.filter(\.node.isActions)
            }
        } else {
            let names = blocks.compactMap(\.messageName)
            let kept = base.blocks.filter { !names.contains($0.messageName ?? "") }
            section.blocks = kept + blocks
        }
        return section
    }

    private mutating func endWithBlankLine() {
        guard let last = blocks.indices.last else { return }
        blocks[last].text = blocks[last].text.trimmedAtEnd + "\n\n"
    }

    var operations: [String] {
        blocks.flatMap(\.node.links).compactMap {
            if case .operation(let name) = $0.target { name } else { nil }
        }
    }
}

extension PageSpec.Block {
    /// The outcome that the block is the message for; nil for other blocks.
    var messageName: String? {
        guard case .list = node.kind, let text = node.children.first?.children.first?.children.first,
            text.kind == .strong
        else { return nil }
        return text.plainText
    }

    /// Removes the links with the given targets from a paragraph of links; nil if the block has to go with them.
    func without(_ isRemoved: (LinkDestination) -> Bool) -> PageSpec.Block? {
        without(node.links.filter { $0.target.map(isRemoved) == true })
    }

    /// Removes the links with the words of an earlier one, for which they stand in where an app cannot have that one.
    func withoutRepeatedWords() -> PageSpec.Block? {
        var words: Set<String> = []
        return without(node.links.filter { !words.insert($0.node.plainText).inserted })
    }

    private func without(_ removed: [(node: MarkdownNode, target: LinkDestination?)]) -> PageSpec.Block? {
        if removed.isEmpty { return self }
        guard node.isActions, removed.count < node.links.count else { return nil }
        var block = self
        let lines = Set(removed.map { $0.node.location.line - node.location.line })
        block.node.children.removeAll { child in removed.contains { $0.node.location == child.location } }
        block.text = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { !lines.contains($0.offset) }.map(\.element).joined(separator: "\n")
        return block
    }
}

extension MarkdownNode {
    /// The links in the node, with their targets as far as these can be parsed.
    var links: [(node: MarkdownNode, target: LinkDestination?)] {
        if case .link(let text, _) = kind { return [(self, try? LinkDestination(parsing: text))] }
        return children.flatMap(\.links)
    }

    var targets: [LinkDestination] { links.compactMap(\.target) }

    /// Whether the node is a paragraph that consists of links.
    fileprivate var isActions: Bool {
        guard kind == .paragraph else { return false }
        return children.allSatisfy { child in
            switch child.kind {
            case .link, .softBreak, .lineBreak: true
            case .text(let text): text.allSatisfy(\.isWhitespace)
            default: false
            }
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension PageSpec {
    /// The spec as a file: what a page of a kind comes to, written out.
    var text: String {
        var text = "---\n" + comment + (document.root?.removing("kind").removing("session").blockYAML ?? "") + "---\n"
        for section in sections {
            text += "\n# \(section.name)\n" + section.blocks.map(\.text).joined().trimmedAtEnd + "\n"
        }
        return text
    }

    /// The comment at the beginning of the catalogue's front matter, which says what the page is for.
    private var comment: String {
        var comment = ""
        var line = 2
        while let text = document.source.line(line), text.hasPrefix("#") {
            comment += text + "\n"
            line += 1
        }
        return comment
    }
}

extension SourceText {
    /// The text of some lines, counted from 1, each with LF at its end.
    func lines(_ numbers: Range<Int>) -> String { numbers.compactMap { line($0) }.map { $0 + "\n" }.joined() }
}

extension MarkdownNode {
    /// Whether the child at an index is the heading of a page's messages under another name: only a list of outcomes in bold
    /// is below it, and no other heading has their name.
    func hasMessages(below index: Int) -> Bool {
        let headings = children.filter { $0.kind == .heading(level: 1) }
        let below = children[(index + 1)...].prefix { $0.kind != .heading(level: 1) }
        guard below.count == 1, let list = below.first, case .list = list.kind,
            !headings.contains(where: { $0.plainText == "messages" })
        else { return false }
        let outcomes = list.children.map { item in
            let first = item.children.first?.children.first
            return first?.kind == .strong ? first?.plainText : nil
        }
        return !outcomes.contains(nil) && outcomes.contains { $0.flatMap(OutcomeName.init(rawValue:)) != nil }
    }
}
