import AppLinks
import AppSiteAssociation
import Diagnostics
import SiteModel

/// What stands for every word of one mail, marks in place of a dialect's own words.
struct Wording: Sendable {
    /// The most characters of a name or an address that a mail shows: whoever signs up chooses them, and must not get a
    /// letter of their own into somebody's inbox.
    static let longestValue = 254

    let email: Email
    let app: App
    let given: EmailWords
    let marks: Marks

    init(_ email: Email, of app: App, words: EmailWords) {
        self.email = email
        self.app = app
        given = words
        let all = Array(words.words.values) + Array(words.parameters.values)
        marks = Marks(
            all.flatMap { word -> [String] in
                switch word {
                case .text: []
                case .verbatim(let text): [text]
                case .conditional(let open, let text, let close): [open, text, close]
                }
            })
    }

    /// What stands for a word, not yet escaped; nil where nothing does.
    func text(of word: EmailWord) -> String? {
        if let value = given.words[word] { return text(of: value, word) }
        switch word {
        case .app: return Marks.cleaned(app.title)
        case .support: return app.support
        case .expires: return email.link?.lifetime.map(Self.words(forSeconds:))
        case .link: return address
        case .code, .email, .name: return nil
        }
    }

    private func text(of value: Word, _ word: EmailWord) -> String? {
        switch value {
        case .verbatim(let text), .conditional(_, let text, _): return marks.mark(text)
        case .text(let text):
            let clean = Marks.cleaned(text)
            if clean.allSatisfy(\.isWhitespace) { return nil }
            guard word == .name || word == .email || word == .code, clean.count > Self.longestValue else {
                return clean
            }
            return clean.prefix(Self.longestValue - 1) + "…"
        }
    }

    /// What opens and closes a section of a word; nil where the section goes.
    func section(_ word: EmailWord) -> (open: String, close: String)? {
        guard text(of: word) != nil else { return nil }
        guard case .conditional(let open, _, let close)? = given.words[word] else { return ("", "") }
        return (marks.mark(open), marks.mark(close))
    }

    /// The link's first template with every parameter in its place; nil where one is missing.
    private var address: String? {
        guard let template = email.link?.web.first else { return nil }
        let expanded = template.expanded { name in
            switch given.parameters[name] {
            case .text(let text)?: URLTemplate.encoded(text)
            case .verbatim(let text)?, .conditional(_, let text, _)?: marks.mark(text)
            case nil: nil
            }
        }
        return expanded.map { template.scheme == nil ? "https://\(app.hosts.first ?? "")\($0)" : $0 }
    }

    /// The mistakes of a mail that leaves a word without anything to stand for it.
    var diagnostics: [Diagnostic] {
        email.uses.filter { !$0.isOptional && text(of: $0.word) == nil }.map { use in
            let supplier = given.supplier.map { "'\($0)'" } ?? "this mail"
            if use.word == .link, let missing = missingParameter {
                return email.source.diagnostic(
                    code: "missing-parameter", at: use.location,
                    "\(supplier) has nothing for '\(missing)', which the link '\(email.link?.name ?? "")' needs",
                    fix: "Give the link a URL template that it can fill, in app.yml.")
            }
            return email.source.diagnostic(
                code: "missing-word", at: use.location, "\(supplier) has nothing for '\(use.word)'",
                fix: "Put what depends on it into a section, which is left out then: {{#\(use.word)}}…{{/\(use.word)}}"
            )
        }
    }

    private var missingParameter: String? {
        email.link?.web.first?.parameters.first { given.parameters[$0] == nil }
    }

    /// `10 minutes`, `1 hour`, `24 hours`, `7 days`
    static func words(forSeconds seconds: Int) -> String {
        func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
        if seconds % 86_400 == 0, seconds > 172_800 { return counted(seconds / 86_400, "day") }
        if seconds % 3_600 == 0 { return counted(seconds / 3_600, "hour") }
        if seconds >= 60 { return counted(seconds / 60, "minute") }
        return counted(seconds, "second")
    }
}
