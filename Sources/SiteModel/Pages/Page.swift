import AppLinks
public import AppSiteAssociation
public import AuthContracts
import CommonMark
public import Configuration
public import Diagnostics

/// One page spec: its states, the words in them, and what they lead to.
public struct Page: Sendable {
    /// The file's name without its ending.
    public let name: String
    /// The site path that the page answers, percent-encoded as in a request.
    public internal(set) var path: String
    /// The document's title.
    public let title: String
    /// The links' names, as the page spec has them.
    let linkNames: [Located<String>]
    /// The links whose parameters this page receives; the first whose template an address has is the one.
    public internal(set) var links: [LinkDefinition] = []
    /// The state that a person sees first.
    public let start: Start
    /// In the order of their headings.
    public let states: [State]
    /// Whether every heading of the page spec became a state.
    let hasAllStates: Bool
    /// The words for outcomes that keep a person where they are.
    public let messages: [Message]
    /// The values that the messages need.
    let messageValues: [Located<String>]
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

    /// What stands for every field of the page in a state's `forgets`.
    static let allFields = "fields"

    /// The names of all fields, each once, in order of appearance.
    var fieldNames: [String] {
        var seen = Set<String>()
        return states.flatMap { $0.fields.map(\.name) }.filter { seen.insert($0).inserted }
    }

    /// The names of what is dropped on arriving at a state: fields, wherever on the page they stand, and values that answers
    /// brought.
    public func forgotten(by state: State) -> [String] {
        let names = state.forgets.map(\.value)
        return names.flatMap { $0 == Self.allFields ? fieldNames : [$0] }
    }

    /// The words for an outcome, if the page has some.
    public func message(for outcome: OutcomeName) -> Message? {
        messages.first { $0.name == outcome.rawValue }
    }
}

/// The state that a person sees first, by how the page was opened.
public struct Start: Sendable {
    /// What stands for no link.
    static let noLink = "none"

    /// States by the links' names, and by `none` for those who come without any of the links.
    let states: OrderedMap<Located<String>>
    /// Whether the page spec names one state for all.
    let isOne: Bool

    /// The name of the state that a person sees first.
    ///
    /// - Parameter link: the name of the link that was opened; nil for none.
    /// - Returns: the name that the page spec gives.
    public func name(for link: String?) -> String {
        (link.flatMap { states[$0] } ?? states[Self.noLink])?.value ?? ""
    }

    /// How a person comes to begin with a state: `the start`, or the links that do, `the link 'reset-password'`.
    ///
    /// - Parameter state: the state's name.
    /// - Returns: nothing where nobody begins with it.
    public func ways(to state: String) -> [String] {
        let names = states.filter { $0.value.value == state }.map(\.key.value)
        return (names.contains(Self.noLink) ? [dependsOnLink ? "no link" : "the start"] : [])
            + names.filter { $0 != Self.noLink }.sorted().map { "the link '\($0)'" }
    }

    /// Whether the link decides.
    public var dependsOnLink: Bool { states.contains { $0.key.value != Self.noLink } }
}

/// What a person sees at one moment of a page.
public struct State: Sendable {
    /// The name that the state's heading gives: kebab case, unique on its page.
    public let name: String
    /// Where the state's heading stands.
    public internal(set) var location: SourceLocation
    /// The picture above the words, of the templates' closed set.
    public internal(set) var icon: Located<String>?
    /// The operation that runs when the state appears; never one that consumes.
    public internal(set) var onLoad: Located<String>?
    /// The operation that runs again while the state is shown, to see what has changed elsewhere; never one that consumes.
    public internal(set) var refresh: Located<String>?
    /// What a person types here, in order.
    public internal(set) var fields: [Field] = []
    /// Where the outcomes of each operation lead.
    public internal(set) var moves: [OperationMoves] = []
    /// What stands under the state's heading, in order.
    public internal(set) var blocks: [Block] = []
    /// The name of the state that the browser's Back leads to; nil leaves that to how a person came here.
    public internal(set) var back: Located<String>?
    /// The names of what is dropped on arriving here, as the page spec has them; see `Page.forgotten(by:)`.
    var forgets: [Located<String>] = []
    /// The names of what answers have to have brought, so that the state may be shown again after a reload or by Forward.
    public internal(set) var needs: [Located<String>] = []
    /// When the operations' buttons can be used, where that is not always.
    var submit: Located<String>?
    /// The values that the words under the heading need.
    var values: [Located<String>] = []
    /// Every place that a person can go to from here.
    var destinations: [Located<LinkDestination>] = []

    init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }

    /// Whether the operations' buttons wait until every field holds.
    public var submitsWhenValid: Bool { submit != nil }

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
        let targets = moves.first { $0.operation.value == onLoad?.value }?.moves.map(\.state.value) ?? []
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
    public var operations: [String] { submitted + [onLoad, refresh].compactMap { $0?.value } }
}

/// Where the outcomes of one operation lead.
public struct OperationMoves: Hashable, Sendable {
    /// The operation's name, as the contract has it.
    public let operation: Located<String>
    /// Tried in order.
    public let moves: [Move]
}

extension OperationMoves {
    /// The state that an outcome leads to; nil where the person stays.
    public func state(for outcome: OutcomeName) -> String? {
        moves.first { $0.outcomes.matches(outcome) }?.state.value
    }

    /// Whether an outcome leads somewhere.
    func leads(_ outcome: OutcomeName) -> Bool { state(for: outcome) != nil }
}

/// One outcome, or several of a family, and the state they lead to.
public struct Move: Hashable, Sendable {
    /// The outcomes that the move is for.
    public let outcomes: OutcomePattern
    /// Where the page spec names them.
    let location: SourceLocation
    /// The name of the state that follows.
    public let state: Located<String>
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
