import AppLinks
public import AppSiteAssociation
public import AuthContracts
import CommonMark
public import Diagnostics
public import YAML

/// One page spec: its states, the words in them, and what they lead to.
public struct Page: Sendable {
    /// The file's name without its ending.
    public let name: String
    /// The site path that the page answers, percent-encoded as in a request.
    public let path: String
    /// The document's title.
    public let title: String
    /// The links whose parameters this page receives; the first whose template an address has is the one.
    public let links: [LinkDefinition]
    /// The state that a person sees first.
    public let start: Start
    /// In the order of their headings.
    public let states: [State]
    /// The words for outcomes that keep a person where they are.
    public let messages: [Message]
    /// The page spec's text, for diagnostics.
    public let source: SourceText

    /// The names of what the links bring, in order of appearance.
    public var parameters: [String] {
        var seen = Set<String>()
        return links.flatMap(\.web).flatMap(\.parameters).filter { seen.insert($0).inserted }
    }

    /// The name of the state that the document shows until its script has read the address.
    public var initialState: String { start.name(for: links.first?.name) }

    /// The state of a name.
    public func state(named name: String) -> State? {
        states.first { $0.name == name }
    }

    /// The words for an outcome, if the page has some.
    public func message(for outcome: OutcomeName) -> Message? {
        messages.first { $0.name == outcome.rawValue }
    }
}

/// The state that a person sees first, by how the page was opened.
public struct Start: Hashable, Sendable {
    /// The name of the state for those who come without any of the links.
    let none: String
    /// The names of states by the links' names, in the order of the page spec; empty where all begin alike.
    let byLink: [String: String]

    /// The name of the state that a person sees first.
    ///
    /// - Parameter link: the name of the link that was opened; nil for none.
    /// - Returns: the name that the page spec gives.
    public func name(for link: String?) -> String {
        link.flatMap { byLink[$0] } ?? none
    }

    /// How a person comes to begin with a state: `the start`, or the links that do, `the link 'reset-password'`.
    ///
    /// - Parameter state: the state's name.
    /// - Returns: nothing where nobody begins with it.
    public func ways(to state: String) -> [String] {
        let links = byLink.filter { $0.value == state }.keys.sorted().map { "the link '\($0)'" }
        return (none == state ? [dependsOnLink ? "no link" : "the start"] : []) + links
    }

    /// Whether the link decides.
    public var dependsOnLink: Bool { !byLink.isEmpty }
}

/// What a person sees at one moment of a page.
public struct State: Sendable {
    /// The name that the state's heading gives: kebab case, unique on its page.
    public let name: String
    /// Where the state's heading stands.
    public let location: SourceLocation
    /// The picture above the words, of the templates' closed set.
    public let icon: Located<String>?
    /// The operation that runs when the state appears; never one that consumes.
    public let onLoad: String?
    /// The operation that runs again while the state is shown, to see what has changed elsewhere; never one that consumes.
    public let refresh: String?
    /// What a person types here, in order.
    public let fields: [Field]
    /// Where the outcomes of each operation lead.
    public let moves: [OperationMoves]
    /// What stands under the state's heading, in order.
    public let blocks: [Block]
    /// The name of the state that the browser's Back leads to; nil leaves that to how a person came here.
    public let back: String?
    /// The names of what is dropped on arriving here: fields, wherever on the page they stand, and values that answers brought.
    public internal(set) var forgets: [String]
    /// The names of what answers have to have brought, so that the state may be shown again after a reload or by Forward.
    public let needs: [String]
    /// Whether the operations' buttons wait until every field holds.
    public let submitsWhenValid: Bool

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

    /// Whether what runs on load is done in passing: all that it can come to leads back here, so nobody waits for it or hears
    /// of it.
    public var runsInPassing: Bool {
        let targets = moves.first { $0.operation == onLoad }?.moves.map(\.state) ?? []
        return !targets.isEmpty && targets.allSatisfy { $0 == name }
    }

    /// The ways out that stand above the headline.
    public var leading: [Action] {
        guard let headline = blocks.firstIndex(where: { if case .heading = $0 { true } else { false } }) else {
            return []
        }
        return blocks[..<headline].flatMap { block -> [Action] in
            guard case .actions(let row) = block else { return [] }
            return row
        }
    }

    /// Every operation that may run here.
    public var operations: [String] { submitted + [onLoad, refresh].compactMap { $0 } }
}

/// Where the outcomes of one operation lead.
public struct OperationMoves: Hashable, Sendable {
    /// The operation's name, as the contract has it.
    public let operation: String
    /// Tried in order.
    public let moves: [Move]
}

/// One outcome, or several of a family, and the state they lead to.
public struct Move: Hashable, Sendable {
    /// The outcomes that the move is for.
    public let outcomes: OutcomePattern
    /// The name of the state that follows.
    public let state: String
}

/// The words for an outcome.
public struct Message: Sendable {
    /// The outcome that the words are for.
    public let outcome: OutcomeName
    /// The case of the outcome that the words are for; nil for the outcome as such.
    public let special: Special?
    /// The text, which may hold values.
    public let words: [Inline]
    /// Where the page spec has the message.
    public let location: SourceLocation

    /// A case of an outcome that has words of its own; the raw value is what a page spec calls it.
    public enum Special: String, Hashable, Sendable, CaseIterable {
        /// `network` on a device that has a connection.
        case unreachable
        /// `ok` of an operation that had the backend send an email.
        case emailSent = "email-sent"
        /// The same email was asked for less than the backend's `resend-after` ago, and is not asked for again.
        case alreadySent = "already-sent"

        /// The outcome that it is a case of.
        var outcome: OutcomeName { self == .unreachable ? .network : .ok }
    }

    /// As the page spec writes it.
    public var name: String { special?.rawValue ?? outcome.rawValue }
}
