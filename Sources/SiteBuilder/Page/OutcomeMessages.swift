package import AuthContracts
package import SiteModel

extension OutcomeName {
    /// Words for an outcome that any operation may have, whatever the backend, where a page has none of its own.
    fileprivate var defaultWords: WordKey? {
        switch self {
        case .rateLimited: .rateLimited
        case .notAllowed: .notAllowed
        case .network: .network
        case .timeout: .timeout
        case .server: .server
        default: declaredWords
        }
    }

    /// Those of the built-in outcome of the same meaning.
    private var declaredWords: WordKey? {
        switch meaning {
        case .waits: .rateLimited
        case .fails: .server
        case .succeeds, .stays, .linkDead: nil
        }
    }
}

/// The words of a page for an outcome.
package struct OutcomeMessage: Hashable, Sendable {
    /// The outcome's name, or that of a special case of it.
    package let name: String
    let words: [Inline]
}

extension Page {
    /// The page's own words for outcomes, and the default ones for those that it leaves out and that its contract can come to.
    ///
    /// - Parameters:
    ///   - contract: the backend's; nil where it is not known.
    ///   - words: the default ones.
    /// - Returns: the words by outcome; the page's own first, in its order.
    package func outcomeMessages(for contract: Contract?, words: Words) -> [OutcomeMessage] {
        let own = messages.filter { $0.special == nil }.map { (outcome: $0.outcome, words: $0.words) }
        guard runsOperations else { return own.map { OutcomeMessage(name: $0.outcome.rawValue, words: $0.words) } }
        let run = Set(states.flatMap(\.operations))
        let possible = contract?.operations.filter { run.contains($0.name) }.flatMap(\.outcomes)
        let technical = OutcomeName.allCases.filter(\.isTechnical)
        let declared = (contract?.outcomes ?? []).filter { possible?.contains($0) ?? false }
        let defaults = (technical + declared).compactMap { outcome in
            outcome.defaultWords.map { (outcome: outcome, words: [Inline.text(words.text($0))]) }
        }
        let needed = (own + defaults.filter { message(for: $0.outcome) == nil }).filter { message in
            message.outcome != .notAllowed || possible?.contains(.notAllowed) ?? true
        }
        // A page's own words for the network may say that the device has no connection.
        let fallback = message(for: .network) == nil ? nil : [Inline.text(words.text(.network))]
        let sends = contract?.operations.contains { run.contains($0.name) && $0.sends == .email } ?? false
        let special: [(Message.Special, [Inline]?)] = [
            (.unreachable, fallback),
            (.emailSent, sends ? [.text(words.text(.emailSent))] : nil),
            (.alreadySent, sends ? [.text(words.text(.alreadySent))] : nil),
        ]
        return needed.map { OutcomeMessage(name: $0.outcome.rawValue, words: $0.words) }
            + special.compactMap { name, fallback in
                (messages.first { $0.special == name }?.words ?? fallback).map {
                    OutcomeMessage(name: name.rawValue, words: $0)
                }
            }
    }
}
