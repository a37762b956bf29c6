package import AuthContracts
package import SiteModel

extension OutcomeName {
    /// The default text for an outcome that any operation can have, if a page has none.
    fileprivate var defaultWords: WordKey? {
        switch self {
        case .rateLimited: .rateLimited
        case .notAllowed: .notAllowed
        case .captchaFailed: .captchaFailed
        case .network: .network
        case .timeout: .timeout
        case .server: .server
        default: declaredWords
        }
    }

    /// The default text of the built-in outcome with the same meaning.
    private var declaredWords: WordKey? {
        switch meaning {
        case .waits: .rateLimited
        case .fails: .server
        case .succeeds, .stays, .linkDead: nil
        }
    }
}

package struct OutcomeMessage: Hashable, Sendable {
    /// The name of the outcome, or of a special case of it.
    package let name: String
    package let words: [Inline]
    /// The language of the text; nil for that of the page.
    var language: LanguageTag?
}

extension Page {
    /// The page's own messages for outcomes, in its order, and then default ones for the others that its operations can
    /// have, as far as the backend's contract is known.
    package func outcomeMessages(for contract: Contract?, words: Words) -> [OutcomeMessage] {
        // In place of a message that is not translated, the default text if there is one.
        let messages = messages.filter { $0.language == nil || $0.outcome.defaultWords == nil && $0.special == nil }
        let own = messages.filter { $0.special == nil }.map {
            (outcome: $0.outcome, words: $0.words, language: $0.language)
        }
        guard runsOperations else {
            return own.map {
                OutcomeMessage(name: $0.outcome.rawValue, words: $0.words, language: $0.language)
            }
        }
        let run = Set(states.flatMap(\.operations))
        let possible = contract?.operations.filter { run.contains($0.name) }.flatMap(\.outcomes)
        let technical = OutcomeName.allCases.filter {
            $0.isTechnical || possible?.contains($0) == true && $0 == .captchaFailed
        }
        let declared = (contract?.outcomes ?? []).filter { possible?.contains($0) ?? false }
        let defaults = (technical + declared).compactMap { outcome in
            outcome.defaultWords.map { (outcome: outcome, words: words.inlines(of: $0), language: LanguageTag?.none) }
        }
        let needed = (own + defaults.filter { fallback in !own.contains { $0.outcome == fallback.outcome } }).filter {
            message in
            message.outcome != .notAllowed || possible?.contains(.notAllowed) ?? true
        }
        let sends = contract?.operations.contains { run.contains($0.name) && $0.sendsRequestedEmail } ?? false
        let special: [(Message.Special, [Inline]?)] = [
            // A page's own words for the network may say that the device has no connection.
            (.unreachable, words.inlines(of: .network)),
            (.emailSent, sends ? words.inlines(of: .emailSent) : nil),
            (.emailSentAgain, sends ? words.inlines(of: .emailSentAgain) : nil),
            (.tryAgainIn, words.inlines(of: .tryAgainIn)),
            (.alreadySent, sends ? words.inlines(of: .alreadySent) : nil),
            (.sessionEnded, run.contains("sign-in") ? words.inlines(of: .sessionEnded) : nil),
        ]
        return needed.map { OutcomeMessage(name: $0.outcome.rawValue, words: $0.words, language: $0.language) }
            + special.compactMap { name, fallback in
                (messages.first { $0.special == name }?.words ?? fallback).map {
                    OutcomeMessage(name: name.rawValue, words: $0)
                }
            }
    }
}

extension Words {
    /// The text of a key, with values that only the browser knows.
    fileprivate func inlines(of key: WordKey) -> [Inline] {
        pieces(of: key).map { piece in
            switch piece {
            case .literal(let text): .text(text)
            case .value(let name): .value(name)
            }
        }
    }
}
