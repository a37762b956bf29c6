public import Diagnostics
import SiteModel

/// How one system takes its emails: the syntax of its template engine, the emails that it sends, and the files that it
/// reads.
///
/// A dialect is data, a file in `Templates/dialects/`; `Documentation/Dialects.md` explains its keys.
public struct Dialect: Sendable {
    /// The file's name without its extension: `supabase`.
    public let name: String
    /// What people call the system: `Supabase`.
    public let title: String
    /// The contracts of the backends whose emails these are.
    public let backends: [String]
    /// The file.
    public let source: SourceText
    /// What every export says, such as the least version that reads the files; nil for nothing.
    let note: String?
    /// The parts of an email that the system has a place for.
    let parts: Set<RenderedEmail.Part>
    let variables: DialectVariables
    /// The variables that a subject can have; nil for all.
    let subjectVariables: Set<TemplateVariable>?
    /// Whether a section knows no variable but its own.
    let isScoped: Bool
    let parameters: DialectParameters
    let literals: DialectLiterals
    /// The most characters of each part.
    let limits: [RenderedEmail.Part: Int]
    /// By the name of the email, the ways in which the system sends it, the best first; nil where it sends any.
    let emails: [String: [DialectEmail]]?
    /// Whether the system sends emails of any other name too.
    let takesOtherEmails: Bool
    /// For every email that has no other.
    let lifetime: DialectLifetime?
    let files: [DialectFile]
}

/// A template engine's expression for one value.
struct DialectExpression: Hashable, Sendable {
    let html: String
    let text: String
    var section: Section = .none

    /// What a section of the variable becomes.
    enum Section: Hashable, Sendable {
        /// The variable always has a value, so the section is kept.
        case none
        /// The engine can test whether there is a value.
        case conditional(open: String, inside: Inside?, close: String)
        /// The value may be empty and the engine cannot test it, so the section is left out.
        case dropped
    }

    /// The expression inside the variable's own section.
    struct Inside: Hashable, Sendable {
        let html: String
        let text: String
    }

    /// An expression that has a value in every email.
    init(html: String, text: String, section: Section = .none) {
        self.html = html
        self.text = text
        self.section = section
    }

    func text(in part: RenderedEmail.Part, insideOwnSection isInside: Bool = false) -> String {
        if isInside, case .conditional(_, let inside?, _) = section { return part == .html ? inside.html : inside.text }
        return part == .html ? html : text
    }

    /// The expression with a name in place of `*`.
    func named(_ name: String) -> DialectExpression {
        func named(_ text: String) -> String { text.replacing("*", with: name) }
        let section: Section =
            switch section {
            case .none, .dropped: section
            case .conditional(let open, let inside, let close):
                .conditional(
                    open: named(open), inside: inside.map { Inside(html: named($0.html), text: named($0.text)) },
                    close: named(close))
            }
        return DialectExpression(html: named(html), text: named(text), section: section)
    }

    /// No engine takes anything else as the name of a variable.
    static func isIdentifier(_ name: String) -> Bool {
        let letters: (UInt8) -> Bool = {
            $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        return name.utf8.first.map(letters) == true
            && name.utf8.allSatisfy { letters($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The expressions of variables.
struct DialectVariables: Hashable, Sendable {
    /// Nil for a variable that has no value.
    var named: [TemplateVariable: DialectExpression?] = [:]
    /// For the variables that an email declares itself, with a `*` where the name goes.
    var wildcard: DialectExpression?

    subscript(variable: TemplateVariable) -> DialectExpression? {
        if let expression = named[variable] { return expression }
        guard !variable.isKnown, DialectExpression.isIdentifier(variable.rawValue) else { return nil }
        return wildcard?.named(variable.rawValue)
    }

    /// The expressions of `other` take precedence.
    func merging(_ other: DialectVariables) -> DialectVariables {
        DialectVariables(named: named.merging(other.named) { $1 }, wildcard: other.wildcard ?? wildcard)
    }
}

/// The expressions of a link's parameters.
struct DialectParameters: Hashable, Sendable {
    var named: [String: DialectExpression] = [:]
    /// For every other parameter, with a `*` where its name goes.
    var wildcard: DialectExpression?

    subscript(name: String) -> DialectExpression? {
        if let expression = named[name] { return expression }
        return DialectExpression.isIdentifier(name) ? wildcard?.named(name) : nil
    }

    /// The expressions of `other` take precedence.
    func merging(_ other: DialectParameters) -> DialectParameters {
        DialectParameters(named: named.merging(other.named) { $1 }, wildcard: other.wildcard ?? wildcard)
    }
}

/// One of the emails that a system sends.
struct DialectEmail: Hashable, Sendable {
    /// The system's name for it.
    let id: String
    /// Further names that the system has for an email that says the same.
    var copies: [String] = []
    var variables = DialectVariables()
    var parameters = DialectParameters()
    /// What the dialect's files say of this email, by name.
    var values: [String: String] = [:]
    /// What the system's own link contains, nil for any value; nil where the link leads to the system itself.
    var carries: [String: String?]?
    /// The variables and link parameters without which the system, or the page behind the link, has nothing to work with.
    var requires: [String] = []
    /// The parts that the system lets one change; nil for all of the dialect's.
    var parts: Set<RenderedEmail.Part>?
    var limits: [RenderedEmail.Part: Int] = [:]
    var lifetime: DialectLifetime?
}

/// How a system is told how long a link or a code works.
struct DialectLifetime: Hashable, Sendable {
    /// The only lifetime that there is, in seconds; nil where it can be set.
    var fixed: Int?
    /// What the export tells to set, with `{{seconds}}`, `{{minutes}}`, `{{hours}}` or `{{days}}`; nil where a
    /// file has it.
    var setting: String?
    /// Whether all emails with a lifetime have the same.
    var isShared = false
}

extension String {
    /// The text with another for each occurrence of a part.
    func replacing(_ part: String, with text: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: text)
    }
}
