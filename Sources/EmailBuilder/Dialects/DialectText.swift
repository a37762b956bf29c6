import Diagnostics
import SiteModel

/// One part of a rendered mail in the words of a dialect.
struct DialectText {
    let email: Email
    let dialect: Dialect
    let words: DialectEmailValues
    private(set) var diagnostics: [Diagnostic] = []

    init(_ email: Email, dialect: Dialect, words: DialectEmailValues) {
        self.email = email
        self.dialect = dialect
        self.words = words
    }

    /// A part as the engine reads it; it is only good when `diagnostics` has none.
    mutating func text(_ part: RenderedEmail.Part, of mail: RenderedEmail) -> String {
        var pieces: [RenderedEmail.Piece] = []
        var sections: [EmailWord] = []
        /// The section that the part cannot say, while the pieces in it go.
        var dropped: EmailWord?
        for piece in mail.pieces[part] ?? [] {
            guard case .verbatim(let text) = piece, let token = DialectEmailValues.Token(text) else {
                if dropped == nil { pieces.append(piece) }
                continue
            }
            if let word = dropped {
                if token == .close(word) { dropped = nil }
                continue
            }
            switch token {
            case .open(let word) where !canSay(word, in: part): dropped = word
            case .open(let word):
                sections.append(word)
                pieces.append(.verbatim(bounds(of: word)?.open ?? ""))
            case .close(let word):
                sections.removeLast()
                pieces.append(.verbatim(bounds(of: word)?.close ?? ""))
            case .word(let word):
                if !canSay(word, in: part) { report(aboutSubject: word) }
                check(word, in: sections)
                pieces.append(
                    .verbatim(
                        words.words[word]?.text(in: part, insideOwnSection: sections.contains(word)) ?? ""))
            case .parameter(let name):
                check(.link, in: sections)
                pieces.append(.verbatim(words.parameters[name]?.text(in: part) ?? ""))
            }
        }
        do {
            return try dialect.literals.escape(pieces, in: part)
        } catch {
            report(about: error.sequence, in: part)
            return ""
        }
    }

    private func canSay(_ word: EmailWord, in part: RenderedEmail.Part) -> Bool {
        part != .subject || dialect.subjectWords.contains(word)
    }

    private func bounds(of word: EmailWord) -> (open: String, close: String)? {
        guard case .conditional(let open, _, let close)? = words.words[word]?.section else { return nil }
        return (open, close)
    }

    private mutating func check(_ word: EmailWord, in sections: [EmailWord]) {
        guard dialect.isScoped, let section = sections.last(where: { $0 != word }) else { return }
        let location = email.uses.last { $0.word == word }?.location ?? email.subject.location
        report(
            "word-in-section", at: location,
            "\(dialect.title) cannot say '\(word)' inside of '{{#\(section)}}': a section there knows no word but its own",
            fix: "Close the section before it: {{#\(section)}}…{{/\(section)}}")
    }

    private mutating func report(aboutSubject word: EmailWord) {
        report(
            "word-in-subject", at: email.subject.location,
            "\(dialect.title) cannot say '\(word)' in a subject",
            fix: "Say it in the body, or put it into a section, which is left out there: "
                + "{{#\(word)}}…{{/\(word)}}")
    }

    private mutating func report(about sequence: String, in part: RenderedEmail.Part) {
        let bytes = Array(sequence.utf8)
        let source = email.source.bytes
        let message =
            "\(dialect.title) would take '\(sequence)' for a word of its own, and has no other way to write it"
        let fix = "Say it in other words."
        if part == .subject {
            report("unspeakable", at: email.subject.location, message, fix: fix)
        } else if sequence != "{{", let offset = source.indices.first(where: { source[$0...].starts(with: bytes) }) {
            report("unspeakable", at: email.source.location(at: offset), message, fix: fix)
        } else {
            // Two braces are everywhere in a spec, and what the spec does not say has come out of app.yml.
            diagnostics.append(
                Diagnostic(code: "unspeakable", file: email.source.file, message: message, fix: fix))
        }
    }

    private mutating func report(_ code: String, at location: SourceLocation, _ message: String, fix: String) {
        let diagnostic = email.source.diagnostic(code: code, at: location, message, fix: fix)
        // The same words may stand in the HTML and in the text.
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
}
