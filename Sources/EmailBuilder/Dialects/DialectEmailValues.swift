import AppLinks
import AppSiteAssociation
import SiteModel

/// A dialect's words for one mail, on their way through the renderer.
///
/// The renderer has one text for a word, an engine may need another in each part: so what travels is a token that says
/// which word it stands for, and `DialectText` puts the words there.
struct DialectEmailValues: Sendable {
    /// What a piece of a rendered mail stands for.
    enum Token: Hashable, Sendable {
        case word(EmailWord)
        case open(EmailWord)
        case close(EmailWord)
        case parameter(String)

        var text: String {
            switch self {
            case .word(let word): "word \(word.rawValue)"
            case .open(let word): "open \(word.rawValue)"
            case .close(let word): "close \(word.rawValue)"
            case .parameter(let name): "parameter \(name)"
            }
        }

        init?(_ text: String) {
            guard let blank = text.firstIndex(of: " ") else { return nil }
            let name = String(text[text.index(after: blank)...])
            switch (text[..<blank], EmailWord(rawValue: name)) {
            case ("word", let word?): self = .word(word)
            case ("open", let word?): self = .open(word)
            case ("close", let word?): self = .close(word)
            case ("parameter", _): self = .parameter(name)
            default: return nil
            }
        }
    }

    let words: [EmailWord: DialectForm]
    let parameters: DialectParameters
    /// For the renderer.
    let emailWords: EmailWords

    init(_ email: Email, as mail: DialectEmail, dialect: Dialect) {
        let needed = Set(email.uses.filter { !$0.isOptional }.map(\.word))
        words = dialect.words.merging(mail.words) { $1 }
            .filter { $0.value.section != .dropped || needed.contains($0.key) }
        parameters = dialect.parameters.merging(mail.parameters)
        let names = (email.link?.web.first?.parameters ?? []).filter { [parameters] in parameters[$0] != nil }
        emailWords = EmailWords(
            Dictionary(
                uniqueKeysWithValues: words.map { word, form in
                    guard case .conditional = form.section else {
                        return (word, .verbatim(Token.word(word).text))
                    }
                    return (
                        word,
                        .conditional(
                            open: Token.open(word).text, word: Token.word(word).text, close: Token.close(word).text)
                    )
                }),
            parameters: Dictionary(
                names.map { ($0, .verbatim(Token.parameter($0).text)) }, uniquingKeysWith: { first, _ in first }),
            supplier: dialect.title)
    }
}
