import AppLinks
import AppSiteAssociation
public import SiteModel

/// What stands for a word of an email when the mail is made.
public enum Word: Hashable, Sendable {
    /// A text as it is known now; escaped wherever it stands.
    case text(String)
    /// Words for somebody else's template engine, pasted as they are.
    case verbatim(String)
    /// Verbatim words, and what opens and closes a section that goes where the engine has nothing for them.
    case conditional(open: String, word: String, close: String)
}

/// What stands for each word in one rendering.
public struct EmailWords: Hashable, Sendable {
    /// A word that is not here is dropped with the section around it; outside of one it is a mistake.
    ///
    /// `app`, `support` and `expires` come from `app.yml` where they are not here, and `link` from the parameters.
    public var words: [EmailWord: Word]
    /// What stands for the link's parameters, by their names: `token`, `token_hash`, `oobCode`.
    public var parameters: [String: Word]
    /// Who fills the words in, for diagnostics: `supabase`; nil where nobody in particular does.
    public var supplier: String?

    public init(_ words: [EmailWord: Word], parameters: [String: Word] = [:], supplier: String? = nil) {
        self.words = words
        self.parameters = parameters
        self.supplier = supplier
    }

    /// Made-up values for every word and parameter, the same each time; nobody's mail and no real token.
    public static func sample(for email: Email, of app: App) -> EmailWords {
        let words: [EmailWord: String] = [.code: "123456", .email: "ada@example.com", .name: "Ada"]
        let parameters = (email.link?.web ?? []).flatMap(\.parameters).map { name in
            (name, Word.text(EmailWord(rawValue: name).flatMap { words[$0] } ?? "sample-\(name)"))
        }
        return EmailWords(
            words.mapValues { .text($0) }, parameters: Dictionary(parameters) { first, _ in first })
    }
}
