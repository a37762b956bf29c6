public import Diagnostics
import SiteModel

/// How one system takes its mails: the words of its template engine, the mails that it sends, and the files that it reads.
///
/// A dialect is data, a file in `Templates/dialects/`; what each of its keys means is in `Documentation/Dialects.md`.
public struct Dialect: Sendable {
    /// The file's name without its ending: `supabase`.
    public let name: String
    /// What people call the system: `Supabase`.
    public let title: String
    /// The contracts of the backends whose mails these are.
    public let backends: [String]
    public let source: SourceText
    /// The parts of a mail that the system has a place for.
    let parts: Set<RenderedEmail.Part>
    let words: [EmailWord: DialectForm]
    /// The words that a subject can say.
    let subjectWords: Set<EmailWord>
    /// Whether a section knows no word but its own.
    let isScoped: Bool
    let parameters: DialectParameters
    let literals: DialectLiterals
    /// By the name of the email, the ways in which the system sends it, the best first; nil where it sends any.
    let mails: [String: [DialectEmail]]?
    let files: [DialectFile]
}

/// What stands for one word.
struct DialectForm: Hashable, Sendable {
    let html: String
    let text: String
    var section: Section = .none

    /// What a section of the word becomes.
    enum Section: Hashable, Sendable {
        /// There is always something for the word, so it is kept.
        case none
        /// The engine can ask whether there is something.
        case conditional(open: String, inside: Inside?, close: String)
        /// There may be nothing and the engine cannot ask, so it goes.
        case dropped
    }

    /// What stands for the word inside of its own section.
    struct Inside: Hashable, Sendable {
        let html: String
        let text: String
    }

    /// A form with something for the word in every mail.
    init(html: String, text: String, section: Section = .none) {
        self.html = html
        self.text = text
        self.section = section
    }

    func text(in part: RenderedEmail.Part, insideOwnSection isInside: Bool = false) -> String {
        if isInside, case .conditional(_, let inside?, _) = section { return part == .html ? inside.html : inside.text }
        return part == .html ? html : text
    }
}

/// What stands for the parameters of a link.
struct DialectParameters: Hashable, Sendable {
    var named: [String: DialectForm] = [:]
    /// For every other parameter, with a `*` where its name belongs.
    var wildcard: DialectForm?

    subscript(name: String) -> DialectForm? {
        if let form = named[name] { return form }
        guard let wildcard, Self.isIdentifier(name) else { return nil }
        return DialectForm(
            html: wildcard.html.replacing("*", with: name), text: wildcard.text.replacing("*", with: name))
    }

    /// The names in `other` come first.
    func merging(_ other: DialectParameters) -> DialectParameters {
        DialectParameters(named: named.merging(other.named) { $1 }, wildcard: other.wildcard ?? wildcard)
    }

    /// No engine takes anything else for the name of a variable.
    private static func isIdentifier(_ name: String) -> Bool {
        let letters: (UInt8) -> Bool = {
            $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        return name.utf8.first.map(letters) == true
            && name.utf8.allSatisfy { letters($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// One of the mails that a system sends.
struct DialectEmail: Hashable, Sendable {
    /// The system's name for it.
    let id: String
    var words: [EmailWord: DialectForm] = [:]
    var parameters = DialectParameters()
    /// What the dialect's files say of this mail, by name.
    var values: [String: String] = [:]
    /// What the system's own link carries, nil for any value; nil where the link leads to the system itself.
    var carries: [String: String?]?
}

extension String {
    fileprivate func replacing(_ part: Character, with text: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: text)
    }
}
