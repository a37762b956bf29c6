import Diagnostics
import SiteModel
import TextEncoding

/// A system's format for emails: the syntax of its template engine, the emails that it sends, and the files that it
/// reads.
///
/// A dialect is a data file in `Templates/dialects/`; `Documentation/Dialects.md` explains its keys.
package struct Dialect: Sendable {
    /// The file's name without its extension: `supabase`.
    package internal(set) var name = ""
    package let title: String
    /// The contracts of the backends that send these emails.
    package var backends: [String] { statedBackends ?? [name] }
    let statedBackends: [String]?
    /// A note for every export, such as the minimum version that can read the files; nil for none.
    let note: String?
    /// The service that sends the emails, if it is always the same.
    let sender: EmailSender?
    let parts: Set<RenderedEmail.Part>
    let variables: DialectVariables
    /// The variables that are available in a subject; nil for all.
    let subjectVariables: Set<TemplateVariable>?
    /// Whether a section is a scope in which only its own variable is available.
    let isScoped: Bool
    let parameters: DialectParameters
    let literals: DialectLiterals
    /// The maximum number of characters of each part.
    let limits: [RenderedEmail.Part: Int]
    /// The variants in which the system sends an email, by the email's name, in order of preference; nil if the system
    /// sends any email.
    let emails: [String: [DialectEmail]]?
    let takesOtherEmails: Bool
    /// The lifetime of links in emails that have none of their own.
    let lifetime: DialectLifetime?
    /// How a template chooses among the languages; nil if it cannot.
    let languages: DialectChoice?
    let files: [DialectFile]

    /// Whether the file has the name of a built-in one, whose system has the values that it has.
    var isBuiltIn: Bool { Dialects.builtInNames.contains(name) }

    /// The warning about a backend under 'backends' that no app has: one that is nearly an app's, or the first if there are
    /// no others; nil for a built-in dialect.
    func misspeltBackend(besides known: [String]) -> Diagnostic? {
        guard !isBuiltIn, let stated = statedBackends else { return nil }
        let left = known.filter { !stated.contains($0) }
        let others = stated.filter { !known.contains($0) }
        let near = others.first { Suggestion.nearest(to: $0, in: left) != nil }
        guard let name = near ?? (others.count == stated.count ? others.first : nil) else { return nil }
        return Diagnostic(
            .warning, code: "unknown-backend", file: "Templates/dialects/\(self.name).yml",
            message: "no app here has the backend '\(name)' under 'backends'",
            fix: Suggestion.fix(for: name, in: known, "The apps have"))
    }

    /// Whether emails are sent in the reader's language, from a template or from a file for each.
    var hasLanguages: Bool { languages != nil || files.contains(where: \.isForEachLanguage) }
}

/// A choice between texts in a template, by the reader's language or by where the link leads.
struct DialectChoice: Hashable, Sendable {
    /// The start of a text, with `*` in place of what it is chosen by, such as a language's tag.
    let open: String
    let otherwise: String
    let close: String

    /// One text that is each of `texts` where its value is met, and `own` everywhere else.
    func choice(_ texts: [(value: String, text: String)], own: String) -> String {
        texts.reversed().reduce(own) { rest, each in
            open.replacing("*", with: each.value) + each.text + otherwise + rest + close
        }
    }
}

/// A template engine's expression for one value.
struct DialectExpression: Hashable, Sendable {
    let html: String
    let text: String
    var section: Section = .none

    /// The dialect's form of a section of the variable.
    enum Section: Hashable, Sendable {
        /// The variable always has a value, so the section is kept.
        case none
        /// The value may be missing, and the engine can test for it.
        case conditional(open: String, inside: SectionExpression?, close: String)
        /// The value may be empty and the engine cannot test for it, so the section is omitted.
        case dropped
    }

    struct SectionExpression: Hashable, Sendable {
        let html: String
        let text: String
    }

    func text(in part: RenderedEmail.Part, insideOwnSection isInside: Bool = false) -> String {
        if isInside, case .conditional(_, let inside?, _) = section { return part == .html ? inside.html : inside.text }
        return part == .html ? html : text
    }

    /// The expression with `*` replaced by a name.
    func named(_ name: String) -> DialectExpression {
        func named(_ text: String) -> String { text.replacing("*", with: name) }
        let section: Section =
            switch section {
            case .none, .dropped: section
            case .conditional(let open, let inside, let close):
                .conditional(
                    open: named(open),
                    inside: inside.map { SectionExpression(html: named($0.html), text: named($0.text)) },
                    close: named(close))
            }
        return DialectExpression(html: named(html), text: named(text), section: section)
    }

    /// Whether a name is valid for a variable in every engine: ASCII letters, digits and underscores, not beginning
    /// with a digit.
    static func isIdentifier(_ name: String) -> Bool {
        name.utf8.first?.isASCIIDigit == false
            && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

struct DialectVariables: Hashable, Sendable {
    /// The expressions by variable; nil for a variable that never has a value.
    var named: [TemplateVariable: DialectExpression?] = [:]
    /// The expression for variables that an email declares, with a `*` in place of the name.
    var wildcard: DialectExpression?

    subscript(variable: TemplateVariable) -> DialectExpression? {
        if let expression = named[variable] { return expression }
        guard !variable.isKnown, DialectExpression.isIdentifier(variable.rawValue) else { return nil }
        return wildcard?.named(variable.rawValue)
    }

    /// The variables of both; the expressions of `other` take precedence.
    func merging(_ other: DialectVariables) -> DialectVariables {
        DialectVariables(named: named.merging(other.named) { $1 }, wildcard: other.wildcard ?? wildcard)
    }
}

struct DialectParameters: Hashable, Sendable {
    var named: [String: DialectExpression] = [:]
    /// The expression for all other parameters, with a `*` in place of the name.
    var wildcard: DialectExpression?

    subscript(name: String) -> DialectExpression? {
        if let expression = named[name] { return expression }
        return DialectExpression.isIdentifier(name) ? wildcard?.named(name) : nil
    }

    /// The parameters of both; the expressions of `other` take precedence.
    func merging(_ other: DialectParameters) -> DialectParameters {
        DialectParameters(named: named.merging(other.named) { $1 }, wildcard: other.wildcard ?? wildcard)
    }
}

struct DialectEmail: Hashable, Sendable {
    /// The system's name for it.
    let id: String
    /// The system's names for other emails with the same content.
    var copies: [String] = []
    /// The name of the email that the system takes it for; nil for one that the system itself tells from all others.
    var replaced: String?
    /// How the template of both tells them apart, by the address that the link opens; nil where the files do.
    var choice: DialectChoice?
    var variables = DialectVariables()
    var parameters = DialectParameters()
    var values: [String: String] = [:]
    /// The parameters of the link that the system builds, with nil for any value; nil if that link opens the system's
    /// own page.
    var carries: [String: String?]?
    /// The variables and link parameters that the system, or the page that the link opens, requires.
    var requires: [String] = []
    /// The parts that the system allows to be changed; nil for all parts of the dialect.
    var parts: Set<RenderedEmail.Part>?
    var limits: [RenderedEmail.Part: Int] = [:]
    var lifetime: DialectLifetime?
}

/// How the lifetime of a link or a code is configured in a system.
struct DialectLifetime: Hashable, Sendable {
    /// The lifetime in seconds if it cannot be changed; otherwise nil.
    var fixed: Int?
    /// The setting that the export tells the user to make, with `{{seconds}}`, `{{minutes}}`, `{{hours}}` or
    /// `{{days}}`; nil if an exported file contains it.
    var setting: String?
    /// Whether one setting applies to all emails.
    var isShared = false
}
