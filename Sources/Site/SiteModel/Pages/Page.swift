import AppLinks
package import AuthContracts
import Configuration
package import Diagnostics
package import LinkDefinitions
import YAML

/// A page spec: its states, their content, and the transitions between them.
package struct Page: Sendable {
    /// The file's name without its extension.
    package let name: String
    /// The path of the page, percent-encoded as in a request.
    package internal(set) var path: String
    package let title: String
    /// The language of a translation; nil for a page in the app's own.
    package internal(set) var language: LanguageTag?
    let linkNames: [Located<String>]
    /// The links whose parameters the page receives; a URL belongs to the first link with a matching template.
    package internal(set) var links: [LinkDefinition] = []
    package let start: Start
    /// The states in the order of their headings.
    package internal(set) var states: [State]
    let hasAllStates: Bool
    /// The names below `states:` in the front matter, and in that of its kind.
    var stateKeys: [Located<String>] = []
    /// The messages for outcomes that do not lead to another state.
    package internal(set) var messages: [Message]
    let messageValues: [Located<String>]
    package let source: SourceText
    package var deletion: AccountDeletion?
    /// The spec of a page that names its kind, with what the kind supplies; nil for any other page.
    var spec: PageSpec?

    /// The spec as a file of the author's own, which has every state.
    package var text: String { spec?.text ?? source.text }

    package var isOfKind: Bool { spec != nil }

    /// The names of the links' parameters, each once, in order of appearance.
    package var parameters: [String] {
        var seen = Set<String>()
        return links.flatMap(\.web).flatMap(\.parameters).filter { seen.insert($0).inserted }
    }

    /// The name of the state that the document shows until its script has parsed the URL.
    package var initialState: String { start.name(for: links.first?.name) }

    /// The line of the page's file that a state comes from: its heading, or the key `kind`.
    package func line(of state: State) -> Int {
        (isOwn(state) ? state.location : spec?.document.root?["kind"]?.location ?? state.location).line
    }

    /// Whether a state's text is in the page's file, and not in that of its kind.
    func isOwn(_ state: State) -> Bool { !source.others.contains { $0.file == state.location.file } }

    package func state(named name: String) -> State? {
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
    package func forgotten(by state: State) -> [String] {
        let names = state.forgets.map(\.value)
        return names.flatMap { $0 == Self.allFields ? fieldNames : [$0] }
    }

    /// The links of a state to a path or to a state that there is not, with the name of an operation that the state
    /// describes and nothing runs, such as `/reset-password`.
    func unmarkedOperations(of state: State) -> [Located<String>] {
        let used = state.operations + state.linkedOperations.map(\.value)
        let unused = state.moves.map(\.operation.value).filter { !used.contains($0) }
        return unused.isEmpty
            ? []
            : state.destinations.compactMap { entry in
                switch entry.value {
                case .sitePath, .state:
                    let name = String(entry.value.text.dropFirst())
                    let isState = entry.value == .state(name) && self.state(named: name) != nil
                    return unused.contains(name) && !isState ? Located(name, at: entry.location) : nil
                case .operation, .app, .mail, .web: return nil
                }
            }
    }

    package func message(for outcome: OutcomeName) -> Message? {
        messages.first { $0.name == outcome.rawValue }
    }
}

package struct Message: Sendable {
    package let outcome: OutcomeName
    /// The special case of the outcome; nil for the outcome in general.
    package let special: Special?
    /// The text, which may contain values.
    package let words: [Inline]
    package let location: SourceLocation
    /// The language of the text, where a translation lacks it; nil for that of the page.
    package var language: LanguageTag?

    /// A case of an outcome with its own message; the raw value is its name in page specs.
    package enum Special: String, Hashable, Sendable, CaseIterable {
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
        /// The session of a page that signs in has ended, as by a reload.
        case sessionEnded = "session-ended"

        var outcome: OutcomeName {
            switch self {
            case .unreachable: .network
            case .tryAgainIn: .rateLimited
            case .emailSent, .emailSentAgain, .alreadySent, .sessionEnded: .ok
            }
        }
    }

    /// The name in the page spec.
    package var name: String { special?.rawValue ?? outcome.rawValue }
}
