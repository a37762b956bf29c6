public import AuthContracts
public import SiteModel

/// Words for the outcomes that any operation may have, whatever the backend, where a page has none of its own.
enum DefaultMessages {
    static let words: [(outcome: OutcomeName, words: [Inline])] = [
        (.rateLimited, [.text("Too many attempts. Please wait a little and try again.")]),
        (.notAllowed, [.text("This cannot be done here at the moment. Please try the app, or write to us.")]),
        (.network, [.text("The server cannot be reached. Check your connection and try again.")]),
        (.timeout, [.text("This is taking too long. Check your connection and try again.")]),
        (.server, [.text("Something went wrong on our side. Please try again later.")]),
    ]
}

extension Page {
    /// Whether anything on the page talks to a backend.
    var runsOperations: Bool { states.contains { !$0.moves.isEmpty || $0.onLoad != nil } }

    /// The page's own words for outcomes, and the default ones for those that it leaves out.
    public var allMessages: [(outcome: OutcomeName, words: [Inline])] {
        let own = messages.filter { !$0.isUnreachable }.map { ($0.outcome, $0.words) }
        guard runsOperations else { return own }
        return own + DefaultMessages.words.filter { message(for: $0.outcome) == nil }
    }

    /// Words by the names that the script asks for: outcomes, and a server out of reach while the device has a connection,
    /// where the page's own words for the network may say that it has none. What the app's contract never comes to needs
    /// no words, and every byte counts.
    func scriptMessages(for contract: Contract?) -> [(name: String, words: [Inline])] {
        let run = Set(states.flatMap(\.operations))
        let possible = contract?.operations.filter { run.contains($0.name) }.flatMap(\.outcomes)
        let needed = allMessages.filter { message in
            message.outcome != .notAllowed || possible?.contains(message.outcome) ?? true
        }
        let fallback = DefaultMessages.words.first { $0.outcome == .network && message(for: .network) != nil }?.words
        let unreachable = messages.first(where: \.isUnreachable)?.words ?? fallback
        return needed.map { ($0.outcome.rawValue, $0.words) } + (unreachable.map { [("unreachable", $0)] } ?? [])
    }
}
