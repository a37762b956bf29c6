import Diagnostics

/// The name of a value of a contract as its words, so that `passwordConfirmation` and `confirm-password` are alike.
struct ValueName {
    private let text: String
    private let words: Set<String>

    init(_ text: String) {
        self.text = text
        var separated = ""
        for letter in text {
            if letter.isUppercase, separated.last?.isLowercase == true { separated.append("-") }
            separated.append(letter == "_" ? "-" : letter)
        }
        words = Set(
            separated.lowercased().split(separator: "-").compactMap { Self.synonyms[String($0), default: String($0)] })
    }

    /// What other systems write for a word here; nil for what has none.
    private static let synonyms: [String: String?] = [
        "repeat": "confirm", "repeated": "confirm", "retype": "confirm", "again": "confirm", "confirmation": "confirm",
        "current": nil, "old": nil, "mail": "email", "otp": "code", "totp": "code", "pin": "code", "passcode": "code",
    ]
    /// Words without which a name means another value.
    private static let telling: Set = ["new", "confirm"]

    /// The candidate that was probably meant: one with the same words, else a similar one, else the only one with the most
    /// of the words.
    func nearest(in candidates: [String]) -> String? {
        let others = candidates.map(ValueName.init)
        if let same = others.first(where: { $0.words == words && !words.isEmpty }) { return same.text }
        if let near = Suggestion.nearest(to: text, in: candidates) { return near }
        let parts = others.filter {
            $0.words.isSubset(of: words) && words.subtracting($0.words).isDisjoint(with: Self.telling)
        }
        let most = parts.map(\.words.count).max() ?? 0
        let best = parts.filter { $0.words.count == most && most > 0 }
        return best.count == 1 ? best[0].text : nil
    }

    /// The fix that names such a candidate in the app's own contract.
    func advice(on contract: String, in candidates: [String]) -> String? {
        nearest(in: candidates).map { "Did you mean '{{\($0)}}' in the contract '\(contract)'?" }
    }
}
