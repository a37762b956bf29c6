import AppLinks
import AuthContracts
import CommonMark
import Diagnostics
import YAML

/// Reads one page spec; what it needs to know of the app is asked of `PageChecks` afterwards.
package struct PageReader {
    let name: String
    let source: SourceText
    private(set) var diagnostics: [Diagnostic] = []

    init(name: String, source: SourceText) {
        self.name = name
        self.source = source
    }

    /// Everything that a page spec says, before it is joined with its app.
    struct Draft: Sendable {
        let header: PageHeader
        let states: [StateDraft]
        /// Whether every heading became a state; a state that could not be read is missing only in name.
        let hasAllStates: Bool
        let messages: [Message]
        /// The values that words outside of states need.
        let messageValues: [(name: String, location: SourceLocation)]
        let source: SourceText
        let name: String
    }

    struct StateDraft: Sendable {
        let state: State
        let header: StateHeader?
        let values: [(name: String, location: SourceLocation)]
        let destinations: [(destination: LinkDestination, location: SourceLocation)]
    }

    /// - Throws: when the front matter or the Markdown as a whole cannot be read; single mistakes are collected in
    ///   `diagnostics`.
    mutating func read() throws(DiagnosticReport) -> Draft {
        let parts = try FrontMatter(of: source)
        let header = try YAMLDocument(parsing: source, in: parts.yaml).decode(PageHeader.self)
        let body = try Markdown.parse(source, from: parts.body)
        diagnostics += UnsupportedMarkdown(in: body, of: source, .page).diagnostics
        var states: [StateDraft] = []
        var messages: [Message] = []
        var messageValues: [(name: String, location: SourceLocation)] = []
        let headers = Dictionary((header.states ?? OrderedMap()).map { ($0.key.value, $0.value) }) { first, _ in first }
        let mistakes = diagnostics.count
        let sections = sections(of: body)
        let hasAllStates = diagnostics.count == mistakes
        for section in sections {
            if section.name == "messages" {
                var reader = BlockReader(source: source)
                messages = readMessages(section, with: &reader)
                messageValues = reader.values
                diagnostics += reader.diagnostics
            } else {
                states.append(readState(section, header: headers[section.name]))
            }
        }
        checkHeaders(header, against: states.map(\.state.name))
        return Draft(
            header: header, states: states, hasAllStates: hasAllStates, messages: messages,
            messageValues: messageValues, source: source, name: name
        )
    }

    private struct Section {
        let name: String
        let heading: MarkdownNode
        var nodes: [MarkdownNode] = []
    }

    /// The Markdown cut at its level-one headings.
    private mutating func sections(of body: MarkdownNode) -> [Section] {
        var sections: [Section] = []
        for node in body.children {
            guard case .heading(level: 1) = node.kind else {
                if sections.isEmpty {
                    report(
                        "text-before-state", node.location, "this stands before the first state",
                        fix: "Begin with a level-one heading that names a state: # form")
                    return []
                }
                sections[sections.count - 1].nodes.append(node)
                continue
            }
            let name = node.plainText
            if !Self.isName(name) {
                report(
                    "bad-state-name", node.location, "'\(name)' is not a name for a state",
                    fix: "Use lower-case letters, digits and hyphens; the headline that people read is a '##' below it."
                )
            } else if sections.contains(where: { $0.name == name }) {
                report(
                    "duplicate-state", node.location, "there are two states '\(name)'", fix: "Rename one, or join them."
                )
            } else {
                sections.append(Section(name: name, heading: node))
                continue
            }
            // What stands under a refused heading must not slip into the state before it.
            sections.append(Section(name: "", heading: node))
        }
        if sections.isEmpty, body.children.isEmpty {
            report(
                "no-states", source.location(at: source.bytes.count), "the page has no states",
                fix: "Add a level-one heading that names one, and under it what people see: # form")
        }
        return sections.filter { !$0.name.isEmpty }
    }

    private mutating func readState(_ section: Section, header: StateHeader?) -> StateDraft {
        var reader = BlockReader(source: source)
        let blocks = reader.blocks(section.nodes)
        diagnostics += reader.diagnostics
        checkHeadlines(section)
        let fields = (header?.fields ?? []).compactMap { readField($0, among: header?.fields ?? []) }
        let moves = (header?.operations ?? []).map { operation in
            OperationMoves(operation: operation.name.value, moves: operation.moves.compactMap { readMove($0) })
        }
        let state = State(
            name: section.name, location: section.heading.location, icon: header?.icon, onLoad: header?.onLoad?.value,
            refresh: header?.refresh?.value, fields: fields, moves: moves, blocks: blocks, back: header?.back?.value,
            forgets: header?.forgets?.values.map(\.value) ?? [], needs: header?.needs?.values.map(\.value) ?? [],
            submitsWhenValid: header?.submit != nil)
        return StateDraft(
            state: state, header: header, values: reader.values,
            destinations: reader.destinations + labelDestinations(header))
    }

    private mutating func checkHeadlines(_ section: Section) {
        let headlines = section.nodes.filter { $0.kind == .heading(level: 2) }
        for extra in headlines.dropFirst() {
            report(
                "second-headline", extra.location, "state '\(section.name)' has a headline already",
                fix: "Use '###' for a smaller heading below it.")
        }
    }

    private mutating func readMove(_ move: StateHeader.OutcomeMove) -> Move? {
        guard let pattern = OutcomePattern(move.outcomes.value) else {
            report(
                "unknown-outcome", move.outcomes.location, "'\(move.outcomes.value)' is not an outcome",
                fix: Suggestion.question(for: move.outcomes.value, in: OutcomeName.allCases.map(\.rawValue))
                    ?? "The outcomes are \(OutcomeName.allCases.map(\.rawValue).joined(separator: ", ")).")
            return nil
        }
        return Move(outcomes: pattern, state: move.state.value)
    }

    private mutating func readField(_ field: Located<FieldHeader>, among all: [Located<FieldHeader>]) -> Field? {
        let header = field.value
        if !Self.isName(header.name.value) {
            report(
                "bad-field-name", header.name.location, "'\(header.name.value)' is not a name for a field",
                fix: "Use lower-case letters, digits and hyphens.")
            return nil
        }
        if let first = all.first(where: { $0.value.name.value == header.name.value }),
            first.value.name.location != header.name.location
        {
            report(
                "duplicate-field", header.name.location, "there are two fields '\(header.name.value)'",
                fix: "Rename one.")
        }
        guard let rule = readRule(header.rule, names: all.map(\.value.name.value)) else { return nil }
        return Field(
            name: header.name.value, rule: rule, label: header.label, links: readLinks(header),
            placeholder: header.placeholder,
            icon: header.icon?.value, error: header.error,
            requirements: header.requirements.map { readRequirements($0) }, isFocused: header.focus ?? false,
            strength: header.strength.flatMap { readStrength($0, of: rule) }, location: header.name.location)
    }

    /// The links inside a label.
    private mutating func readLinks(_ header: FieldHeader) -> [LabelLink] {
        (header.links ?? OrderedMap()).compactMap { words, address in
            if header.label.ranges(of: words.value).isEmpty {
                report(
                    "unknown-words", words.location,
                    "the label of '\(header.name.value)' does not contain '\(words.value)'",
                    fix: "Write the words as the label has them.")
                return nil
            }
            guard let destination = try? LinkDestination(parsing: address.value) else { return nil }
            switch destination {
            case .sitePath, .web: return LabelLink(words: words.value, destination: destination)
            case .state, .operation, .app, .mail: return nil
            }
        }
    }

    /// Where the links inside the labels of a state lead.
    private mutating func labelDestinations(_ header: StateHeader?) -> [(LinkDestination, SourceLocation)] {
        (header?.fields ?? []).flatMap { $0.value.links ?? OrderedMap() }.compactMap { _, address in
            if let destination = try? LinkDestination(parsing: address.value) {
                switch destination {
                case .sitePath, .web: return (destination, address.location)
                case .state, .operation, .app, .mail: break
                }
            }
            report(
                "bad-label-link", address.location, "a label cannot lead to '\(address.value)'",
                fix: "Write a path of the site, such as /terms, or an https address.")
            return nil
        }
    }

    private mutating func readStrength(_ header: StrengthHeader, of rule: FieldRule) -> StrengthMeter? {
        if rule != .password {
            report(
                "bad-strength", header.label.location, "only a new password has a strength",
                fix: "Remove 'strength:', or write 'rule: password'.")
        } else if !(2...6).contains(header.words.count) {
            report(
                "bad-strength", header.label.location,
                "a strength has 2 to 6 words, and here it has \(header.words.count)",
                fix: "Write them from the weakest to the strongest: words: [Weak, Fair, Good, Strong]")
        } else {
            return StrengthMeter(label: header.label.value, words: header.words)
        }
        return nil
    }

    private mutating func readRule(_ rule: Located<String>, names: [String]) -> FieldRule? {
        let text = rule.value
        if let rule = FieldRule.named[text] { return rule }
        if text.hasPrefix("same-as ") {
            let other = String(text.dropFirst("same-as ".count))
            if names.contains(other) { return .same(as: other) }
            report(
                "unknown-field", rule.location, "there is no field '\(other)' in this state",
                fix: Suggestion.question(for: other, in: names))
            return nil
        }
        let known = FieldRule.named.keys.sorted()
        report(
            "unknown-rule", rule.location, "'\(text)' is not a rule",
            fix: Suggestion.question(for: text, in: known)
                ?? "The rules are \(known.joined(separator: ", ")) and 'same-as' with a field's name.")
        return nil
    }

    private mutating func readRequirements(_ header: RequirementsHeader) -> Requirements {
        Requirements(title: header.title, rules: header.rules.compactMap { readRequirement($0) })
    }

    private mutating func readRequirement(_ header: RequirementHeader) -> Requirement? {
        let text = header.rule.value
        if let rule = PasswordRequirement(text) { return Requirement(rule: rule, words: header.words) }
        let known = ["digit", "lower", "same", "special", "upper"]
        report(
            "unknown-requirement", header.rule.location, "'\(text)' is not a requirement",
            fix: Suggestion.question(for: text, in: known)
                ?? "The requirements are \(known.joined(separator: ", ")), 'at-least' and 'at-most' with a number.")
        return nil
    }

    /// `- **outcome** words`
    private mutating func readMessages(_ section: Section, with reader: inout BlockReader) -> [Message] {
        var messages: [Message] = []
        for node in section.nodes {
            guard case .list = node.kind else {
                report(
                    "bad-message", node.location, "messages are a list",
                    fix: "Write each as '- **rate-limited** Too many attempts.'")
                continue
            }
            for item in node.children {
                if let message = readMessage(item, with: &reader) {
                    if messages.contains(where: { $0.name == message.name }) {
                        report(
                            "duplicate-message", message.location,
                            "there are two messages for '\(message.name)'",
                            fix: "Remove one.")
                    }
                    messages.append(message)
                }
            }
        }
        return messages
    }

    private mutating func readMessage(_ item: MarkdownNode, with reader: inout BlockReader) -> Message? {
        guard item.children.count == 1, let paragraph = item.children.first, paragraph.kind == .paragraph,
            let first = paragraph.children.first, first.kind == .strong
        else {
            report(
                "bad-message", item.location, "a message begins with its outcome in bold, and is one paragraph",
                fix: "Write it as '- **rate-limited** Too many attempts.'")
            return nil
        }
        let name = first.plainText
        let special = Message.Special(rawValue: name)
        guard let outcome = special?.outcome ?? OutcomeName(rawValue: name) else {
            report(
                "unknown-outcome", first.location, "'\(name)' is not an outcome",
                fix: Suggestion.question(for: name, in: OutcomeName.allCases.map(\.rawValue))
                    ?? "The outcomes are \(OutcomeName.allCases.map(\.rawValue).joined(separator: ", ")).")
            return nil
        }
        var words = reader.inlines(Array(paragraph.children.dropFirst()))
        if case .text(let text) = words.first { words[0] = .text(String(text.drop(while: \.isWhitespace))) }
        if Inline.plainText(words).allSatisfy(\.isWhitespace) {
            report(
                "empty-message", first.location, "'\(name)' has no words", fix: "Say what happened and what to do.")
            return nil
        }
        return Message(outcome: outcome, special: special, words: words, location: first.location)
    }

    private mutating func checkHeaders(_ header: PageHeader, against names: [String]) {
        for (name, _) in header.states ?? OrderedMap() where !names.contains(name.value) {
            report(
                "unknown-state", name.location, "there is no state '\(name.value)' below",
                fix: Suggestion.question(for: name.value, in: names)
                    ?? "Add a heading '# \(name.value)' with what people see, or remove this key.")
        }
    }

    private mutating func report(_ code: String, _ location: SourceLocation, _ message: String, fix: String?) {
        diagnostics.append(source.diagnostic(code: code, at: location, message, fix: fix))
    }

    /// Lower-case letters, digits and hyphens, beginning with a letter: what names of states, fields, pages and apps are.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return text.utf8.count <= 64
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
