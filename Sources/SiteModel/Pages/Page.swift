import AppLinks
public import AuthContracts
import CommonMark
public import Configuration
public import Diagnostics
public import LinkDefinitions

/// A page spec: its states, their content, and the transitions between them.
public struct Page: Sendable {
    /// The file's name without its extension.
    public let name: String
    /// The path of the page, percent-encoded as in a request.
    public internal(set) var path: String
    /// The document's title.
    public let title: String
    /// The links' names in the page spec.
    let linkNames: [Located<String>]
    /// The links whose parameters the page receives; a URL belongs to the first link with a matching template.
    public internal(set) var links: [LinkDefinition] = []
    /// The state that is shown first.
    public let start: Start
    /// The states in the order of their headings.
    public let states: [State]
    /// Whether every heading of the page spec was read as a state.
    let hasAllStates: Bool
    /// The messages for outcomes that do not lead to another state.
    public let messages: [Message]
    /// The values that the messages use.
    let messageValues: [Located<String>]
    /// The text of the page spec, for diagnostics.
    public let source: SourceText

    /// The names of the links' parameters, each once, in order of appearance.
    public var parameters: [String] {
        var seen = Set<String>()
        return links.flatMap(\.web).flatMap(\.parameters).filter { seen.insert($0).inserted }
    }

    /// The name of the state that the document shows until its script has parsed the URL.
    public var initialState: String { start.name(for: links.first?.name) }

    /// The state with a name.
    public func state(named name: String) -> State? {
        states.first { $0.name == name }
    }

    /// The keyword in a state's `forgets` for all fields of the page.
    static let allFields = "fields"

    /// The names of all fields, each once, in order of appearance.
    package var fieldNames: [String] {
        var seen = Set<String>()
        return states.flatMap { $0.fields.map(\.name) }.filter { seen.insert($0).inserted }
    }

    /// The names of the values that are discarded when a state is entered: fields of any state of the page, and values
    /// kept from responses.
    public func forgotten(by state: State) -> [String] {
        let names = state.forgets.map(\.value)
        return names.flatMap { $0 == Self.allFields ? fieldNames : [$0] }
    }

    /// The message for an outcome, if the page has one.
    public func message(for outcome: OutcomeName) -> Message? {
        messages.first { $0.name == outcome.rawValue }
    }
}

/// The state that is shown first, depending on the link that was opened.
public struct Start: Sendable {
    /// The key of the state for visits without a link.
    static let noLink = "none"
    /// The key of the state for visits with a part of a link.
    static let damagedLink = "damaged"

    /// The names of states by link name, by `none` for visits without a link and by `damaged` for those with a part of
    /// one.
    let states: OrderedMap<Located<String>>
    /// Whether the page spec names a single state for all visits.
    let isOne: Bool

    /// The name of the state that is shown first.
    ///
    /// - Parameter link: the name of the link that was opened; nil for none.
    /// - Returns: the name in the page spec; empty if there is none.
    public func name(for link: String?) -> String {
        (link.flatMap { states[$0] } ?? states[Self.noLink])?.value ?? ""
    }

    /// The name of the state that is shown first if the address has a query or a fragment, but no link's; nil for that
    /// of visits without a link.
    package var damaged: String? { states[Self.damagedLink]?.value }

    /// Descriptions of the visits that begin with a state: `the start`, `no link`, `a damaged link` or
    /// `the link 'reset-password'`.
    ///
    /// - Parameter state: the state's name.
    /// - Returns: the descriptions; empty if no visit begins with the state.
    public func descriptions(to state: String) -> [String] {
        let names = states.filter { $0.value.value == state }.map(\.key.value)
        return (names.contains(Self.noLink) ? [dependsOnLink ? "no link" : "the start"] : [])
            + (names.contains(Self.damagedLink) ? ["a damaged link"] : [])
            + names.filter { !Self.withoutLink.contains($0) }.sorted().map { "the link '\($0)'" }
    }

    /// Whether the first state depends on the link.
    public var dependsOnLink: Bool { states.contains { !Self.withoutLink.contains($0.key.value) } }

    /// The keys that are no names of links.
    private static let withoutLink: Set = [noLink, damagedLink]
}

/// A state of a page: what it shows, and the operations that it can run.
public struct State: Sendable {
    /// The name from the state's heading: kebab case, unique on its page.
    public let name: String
    /// The location of the state's heading.
    public internal(set) var location: SourceLocation
    /// The picture above the text, the name of a file in the templates.
    public internal(set) var icon: Located<String>?
    /// The meaning that the front matter gives the state; nil for that of its picture.
    var statedTone: Tone?
    /// The operation that runs when the state is shown; never one that consumes a link or a code.
    public internal(set) var onLoad: Located<String>?
    /// The operation that runs repeatedly while the state is shown, to detect changes made elsewhere; never one that
    /// consumes a link or a code.
    public internal(set) var refresh: Located<String>?
    /// The input fields, in order.
    public internal(set) var fields: [Field] = []
    /// The transitions by operation.
    public internal(set) var moves: [OperationMoves] = []
    /// The blocks of the content, in order.
    public internal(set) var blocks: [Block] = []
    /// The name of the state for the browser's Back button; nil for the default history.
    public internal(set) var back: Located<String>?
    /// The names of the values to discard on entry, as in the page spec; see `Page.forgotten(by:)`.
    var forgets: [Located<String>] = []
    /// The names of the values that responses must have supplied for the state to be shown again after a reload or by
    /// Forward.
    public internal(set) var needs: [Located<String>] = []
    /// When the operations' buttons are enabled; nil for always.
    var submit: Located<String>?
    /// The values that the content uses.
    var values: [Located<String>] = []
    /// The destinations of all links.
    var destinations: [Located<LinkDestination>] = []

    init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }

    /// The meaning of a state, which the colours of its picture show.
    public enum Tone: String, Hashable, Sendable, CaseIterable {
        case neutral, success, error
    }

    /// The meaning: as in the front matter, otherwise that of the picture.
    public var tone: Tone { statedTone ?? icon.flatMap { Self.tones[$0.value] } ?? .neutral }

    private static let tones: [String: Tone] = ["check": .success, "clock": .error, "error": .error, "warning": .error]

    /// Whether the operations' buttons are disabled until every field is valid.
    public var submitsWhenValid: Bool { submit != nil }

    /// The buttons, in order.
    public var actions: [Action] {
        blocks.flatMap { block -> [Action] in
            guard case .actions(let row) = block else { return [] }
            return row
        }
    }

    /// The operations that the visitor starts from this state.
    public var submitted: [String] {
        actions.compactMap { action in
            guard case .operation(let name) = action.destination else { return nil }
            return name
        }
    }

    /// Whether the operation on load runs in the background: all of its transitions lead back to this state, so no
    /// progress or result is shown.
    public var loadsInBackground: Bool {
        let targets = moves.first { $0.operation.value == onLoad?.value }?.moves.map(\.state.value) ?? []
        return !targets.isEmpty && targets.allSatisfy { $0 == name }
    }

    /// The actions above the headline.
    public var leading: [Action] {
        guard let headline = blocks.firstIndex(where: { if case .heading = $0 { true } else { false } }) else {
            return []
        }
        return blocks[..<headline].flatMap { block -> [Action] in
            guard case .actions(let row) = block else { return [] }
            return row
        }
    }

    /// Every operation that this state may run.
    public var operations: [String] { submitted + [onLoad, refresh].compactMap { $0?.value } }
}

/// The transitions of one operation.
public struct OperationMoves: Hashable, Sendable {
    /// The operation's name in the contract.
    public let operation: Located<String>
    /// The transitions; the first that matches is used.
    public let moves: [Move]
}

extension OperationMoves {
    /// The state that an outcome leads to; nil if the current state remains.
    public func state(for outcome: OutcomeName) -> String? {
        moves.first { $0.outcomes.matches(outcome) }?.state.value
    }

    /// Whether an outcome leads to a state.
    package func leads(_ outcome: OutcomeName) -> Bool { state(for: outcome) != nil }
}

/// A transition: one outcome, or a family of outcomes, and the next state.
public struct Move: Hashable, Sendable {
    /// The outcomes that it applies to.
    public let outcomes: OutcomePattern
    /// The location of the outcomes in the page spec.
    let location: SourceLocation
    /// The name of the next state.
    public let state: Located<String>
}

/// The message for an outcome.
public struct Message: Sendable {
    /// The outcome.
    public let outcome: OutcomeName
    /// The special case of the outcome; nil for the outcome in general.
    public let special: Special?
    /// The text, which may contain values.
    public let words: [Inline]
    /// The location of the message in the page spec.
    public let location: SourceLocation

    /// A case of an outcome with its own message; the raw value is its name in page specs.
    public enum Special: String, Hashable, Sendable, CaseIterable {
        /// `network` on a device that is online.
        case unreachable
        /// `ok` of an operation that makes the backend send an email.
        case emailSent = "email-sent"
        /// As `emailSent`, when the page has asked for the same email before.
        case emailSentAgain = "email-sent-again"
        /// The same email was requested within the backend's `resend-after`, and is not requested again.
        case alreadySent = "already-sent"

        /// The backend refuses an operation for now; said beside the button that waits.
        case tryAgainIn = "try-again-in"

        /// The outcome that this is a case of.
        var outcome: OutcomeName {
            switch self {
            case .unreachable: .network
            case .tryAgainIn: .rateLimited
            case .emailSent, .emailSentAgain, .alreadySent: .ok
            }
        }
    }

    /// The name in the page spec.
    public var name: String { special?.rawValue ?? outcome.rawValue }
}
