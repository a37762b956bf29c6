public import AppLinks
public import AuthFlow
import CommonMark
public import Diagnostics
public import YAML

/// One page spec: its states, the words in them, and what they lead to.
public struct Page: Sendable {
    /// The file's name without its ending.
    public let name: String
    /// The site path that the page answers, percent-encoded as in a request.
    public let path: String
    public let title: String
    /// The link whose parameters this page receives.
    public let link: LinkDefinition?
    /// The name of the state that a person sees first.
    public let start: String
    /// In the order of their headings.
    public let states: [State]
    /// The words for outcomes that keep a person where they are.
    public let messages: [Message]
    public let source: SourceText

    /// The names of what the link brings, in order of appearance.
    public var parameters: [String] {
        var seen = Set<String>()
        return (link?.web ?? []).flatMap(\.parameters).filter { seen.insert($0).inserted }
    }

    /// The state of a name.
    public func state(named name: String) -> State? {
        states.first { $0.name == name }
    }

    /// The words for an outcome, if the page has some.
    public func message(for outcome: OutcomeName) -> Message? {
        messages.first { $0.outcome == outcome }
    }
}

/// What a person sees at one moment of a page.
public struct State: Sendable {
    public let name: String
    public let location: SourceLocation
    /// The picture above the words, of the templates' closed set.
    public let icon: Located<String>?
    /// The operation that runs when the state appears; never one that consumes.
    public let onLoad: String?
    /// What a person types here, in order.
    public let fields: [Field]
    /// Where the outcomes of each operation lead.
    public let moves: [OperationMoves]
    public let blocks: [Block]

    /// The buttons, in order.
    public var actions: [Action] {
        blocks.flatMap { block -> [Action] in
            guard case .actions(let row) = block else { return [] }
            return row
        }
    }

    /// The operations that a person starts here.
    public var submitted: [String] {
        actions.compactMap { action in
            guard case .operation(let name) = action.destination else { return nil }
            return name
        }
    }

    /// Every operation that may run here.
    public var operations: [String] { submitted + [onLoad].compactMap { $0 } }
}

/// Where the outcomes of one operation lead.
public struct OperationMoves: Hashable, Sendable {
    public let operation: String
    /// Tried in order.
    public let moves: [Move]
}

/// One outcome, or several of a family, and the state they lead to.
public struct Move: Hashable, Sendable {
    public let outcomes: OutcomePattern
    public let state: String
}

/// The words for an outcome.
public struct Message: Sendable {
    public let outcome: OutcomeName
    public let words: [Inline]
    public let location: SourceLocation
}
