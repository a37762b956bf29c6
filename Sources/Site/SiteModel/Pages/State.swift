package import AuthContracts
package import Configuration
package import Diagnostics

/// A state of a page: what it shows, and the operations that it can run.
package struct State: Sendable {
    /// The name from the state's heading: kebab case, unique on its page.
    package let name: String
    package internal(set) var location: SourceLocation
    /// The language of all of its texts, where a translation lacks them; nil for that of the page.
    package internal(set) var language: LanguageTag?
    /// The picture above the text, the name of a file in the templates.
    package internal(set) var icon: Located<String>?
    /// The meaning that the front matter gives the state; nil for that of its picture.
    var statedTone: Located<Tone>?
    /// The operation that runs when the state is shown; never one that consumes a link or a code.
    package internal(set) var onLoad: Located<String>?
    /// The operation that runs repeatedly while the state is shown, to detect changes made elsewhere; never one that
    /// consumes a link or a code.
    package internal(set) var refresh: Located<String>?
    package internal(set) var fields: [Field] = []
    package internal(set) var moves: [OperationMoves] = []
    package internal(set) var blocks: [Block] = []
    /// The name of the state for the browser's Back button; nil for the default history.
    package internal(set) var back: Located<String>?
    /// The names of the values to discard on entry, as in the page spec; see `Page.forgotten(by:)`.
    var forgets: [Located<String>] = []
    /// The names of the values that responses must have supplied for the state to be shown again after a reload or by
    /// Forward.
    package internal(set) var needs: [Located<String>] = []
    /// When the operations' buttons are enabled; nil for always.
    var submit: Located<String>?
    var values: [Located<String>] = []
    package internal(set) var destinations: [Located<LinkDestination>] = []

    init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }

    /// The meaning of a state, which the colours of its picture show.
    package enum Tone: String, Hashable, Sendable, CaseIterable {
        case neutral, success, error
    }

    /// The meaning: as in the front matter, otherwise that of the picture.
    package var tone: Tone { statedTone?.value ?? pictureTone }

    /// The meaning of its picture.
    var pictureTone: Tone { icon.flatMap { Self.tones[$0.value] } ?? .neutral }

    private static let tones: [String: Tone] = ["check": .success, "clock": .error, "error": .error, "warning": .error]

    /// Whether the operations' buttons are disabled until every field is valid.
    package var submitsWhenValid: Bool { submit != nil }

    /// The texts that a person reads in the state, one for each: those of its blocks, then those of its fields.
    package var texts: [String] { blocks.flatMap(\.texts) + fields.flatMap(\.texts) }

    package var actions: [Action] { Self.actions(in: blocks[...]) }

    /// The operations that the visitor starts from this state.
    package var submitted: [String] {
        actions.compactMap { if case .operation(let name) = $0.destination { name } else { nil } }
    }

    /// Whether the operation on load runs in the background: all of its transitions lead back to this state, so no
    /// progress or result is shown.
    package var loadsInBackground: Bool {
        let targets = moves.first { $0.operation.value == onLoad?.value }?.moves.map(\.state.value) ?? []
        return !targets.isEmpty && targets.allSatisfy { $0 == name }
    }

    /// The actions above the headline.
    package var leading: [Action] {
        let headline = blocks.firstIndex { if case .heading = $0 { true } else { false } }
        return headline.map { Self.actions(in: blocks[..<$0]) } ?? []
    }

    private static func actions(in blocks: ArraySlice<Block>) -> [Action] {
        blocks.flatMap { block -> [Action] in if case .actions(let row) = block { row } else { [] } }
    }

    /// The operations that its links name, those too that are no buttons yet.
    var linkedOperations: [Located<String>] {
        destinations.compactMap { entry in
            if case .operation(let name) = entry.value { Located(name, at: entry.location) } else { nil }
        }
    }

    /// Every operation that this state may run.
    package var operations: [String] { submitted + [onLoad, refresh].compactMap { $0?.value } }
}

package struct OperationMoves: Hashable, Sendable {
    package let operation: Located<String>
    /// The transitions; the first that matches is used.
    package let moves: [Move]
}

extension OperationMoves {
    /// The state that an outcome leads to; nil if the current state remains.
    package func state(for outcome: OutcomeName) -> String? {
        moves.first { $0.outcomes.matches(outcome) }?.state.value
    }

    package func leads(_ outcome: OutcomeName) -> Bool { state(for: outcome) != nil }
}

/// A transition: one outcome, or a family of outcomes, and the next state.
package struct Move: Hashable, Sendable {
    package let outcomes: OutcomePattern
    let location: SourceLocation
    package let state: Located<String>
}

/// An outcome's name, or a prefix followed by `*`, such as `link-*`.
package struct OutcomePattern: Hashable, Sendable {
    /// The text as written.
    package let text: String

    /// Creates a pattern from a name, or from a prefix followed by `*`.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether the pattern matches a name; `link-*` also matches every declared one whose meaning is a dead link.
    package func matches(_ name: OutcomeName) -> Bool {
        guard text.utf8.last == UInt8(ascii: "*") else { return text == name.rawValue }
        return name.rawValue.hasPrefix(text.dropLast()) || (text == "link-*" && name.meaning == .linkDead)
    }
}
