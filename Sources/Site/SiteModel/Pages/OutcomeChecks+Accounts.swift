import AuthContracts
import Configuration
import Diagnostics
internal import TextEncoding

extension OutcomeChecks {
    /// Warns of words that say whether an address has an account, where anybody may write any address.
    func checkAccountWords() {
        guard let contract, page.language == nil else { return }
        func asks(_ operation: String) -> Bool { contract.operation(named: operation)?.asksForUnknownAddress == true }
        var read: Set<String> = []
        for state in page.states {
            for moves in state.moves where asks(moves.operation.value) {
                for (move, outcomes) in taken(moves) where move.state.value != state.name {
                    guard let next = page.state(named: move.state.value), read.insert(next.name).inserted else {
                        continue
                    }
                    let isSent = outcomes.contains { $0.meaning == .succeeds }
                    for text in next.blocks.flatMap(\.texts) { checkWords(text, isSent: isSent, at: next.location) }
                }
            }
        }
        guard page.states.flatMap(\.moves).contains(where: { asks($0.operation.value) }) else { return }
        for message in page.messages {
            let isSent = message.special?.outcome == .ok
            guard isSent || message.outcome == .emailRefused || message.outcome == .invalidEmail else { continue }
            checkWords(Inline.plainText(message.words), isSent: isSent, at: message.location)
        }
    }

    private func checkWords(_ text: String, isSent: Bool, at location: SourceLocation) {
        let words = text.lowercased().replacing("’", with: "'").replacing("can't", with: "cannot")
            .replacing("n't", with: " not")
        let isOpen = words.split { !$0.isLetter }.contains { ["if", "whether", "may", "might"].contains($0) }
        func has(_ phrases: [String]) -> Bool { phrases.contains { Substring(words).firstRange(of: $0) != nil } }
        if isOpen { return }
        if isSent, has(Self.knownAccount) {
            warn(
                "reveals-accounts", at: location,
                "this says that the address has an account, and the page says it of every address",
                fix: "Write what holds for every address: If an account exists for {{email}}, we have sent an email.")
        } else if !isSent, has(Self.unknownAccount) || has(["account", "user"]) && has(Self.unknown) {
            warn(
                "reveals-accounts", at: location,
                "this tells visitors that an address has no account, and so who has one",
                fix: "Write what holds for every address, such as: We cannot send an email to this address.")
        }
    }

    private static let knownAccount =
        [
            "found your", "found an account", "found the account", "account was found", "account exists",
            "registered email", "registered address",
        ]
        + ["mail", "message", "link", "code", "instructions"].map { "\($0) to your account" }
    private static let unknownAccount = [
        "no account", "no user", "not registered", "not find", "not found", "not have an account", "not signed up",
        "not in our",
    ]
    /// What says it of an account, and may be said of an address that is none.
    private static let unknown = ["not exist", "not recogni", "not know", "not associated", "unknown", "no such"]
}
