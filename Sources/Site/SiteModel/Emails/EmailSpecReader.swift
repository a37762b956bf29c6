import CommonMark
import Configuration
import Diagnostics
import JSON
import YAML

/// The content of an email spec, independent of its app.
struct EmailSpec: Sendable {
    let subject: EmailLine
    let preheader: EmailLine
    /// The link's name in the front matter.
    let link: Located<String>?
    let blocks: [EmailBlock]
    let examples: [TemplateVariable: String]
    let paths: [Located<String>]
    let uses: [VariableUse]
}

/// Reads an email spec; `EmailReader` checks it against its app.
struct EmailSpecReader {
    let collector: DiagnosticCollector

    private var source: SourceText { collector.source }

    struct Header: KeyedReadable {
        let subject: Located<String>
        let preheader: Located<String>
        let link: Located<String>?
        /// An example for each variable that the email declares itself.
        let variables: OrderedMap<String>

        init?(_ keys: KeyedReader) {
            subject = keys.requiredText("subject")
            preheader = keys.requiredText("preheader")
            link = keys["link"]
            variables = keys["variables"] ?? OrderedMap()
        }
    }

    /// Reads the spec, as far as possible; valid only if no error was reported. A translation has the link and the
    /// variables of its original.
    func read(translating original: SourceText? = nil) throws(DiagnosticReport) -> EmailSpec {
        let parts = try FrontMatter(of: source, keys: "'subject' and 'preheader'", what: "email spec")
        var document = try YAMLDocument(parsing: source, in: parts.yaml)
        if let original {
            try checkKeys(of: document, translating: original)
            let words =
                document.root.map { document.with(root: $0.filtering { $0 != TranslationReview.key }) } ?? document
            document = try YAMLDocument(parsing: original, in: FrontMatter(of: original).yaml)
            // Subject and preheader are needed in the translation.
            if let root = document.root {
                document = document.with(root: root.filtering { !["subject", "preheader"].contains($0) })
            }
            document = document.overridden(by: words)
        }
        if let mistake = document.pageAmongEmails { throw DiagnosticReport([mistake]) }
        let header = try document.read(Header.self)
        let body = try Markdown.parse(source, from: parts.body)
        UnsupportedMarkdown.report(in: body, to: collector, .email)
        let examples = examples(header.variables)
        let variables = Set(TemplateVariable.known + examples.keys)
        let subject = line(header.subject, at: "subject", in: document, variables)
        let preheader = line(header.preheader, at: "preheader", in: document, variables)
        var reader = EmailBodyReader(collector: collector, variables: variables)
        let blocks = reader.blocks(body.children)
        let heading = body.children.first { if case .heading = $0.kind { true } else { false } }
        if let heading, !body.children.contains(where: { $0.kind == .heading(level: 1) }) {
            collector.report(
                "no-headline", as: .warning, at: heading.location, "the email has no headline above this",
                fix: "Write '#' in place of '##' if this is it.")
        }
        if body.children.isEmpty {
            collector.report(
                "empty-email", at: source.location(at: source.bytes.count), "the email has no body",
                fix: "Write its text below the front matter.")
        }
        let uses = EmailInline.uses(subject.text) + EmailInline.uses(preheader.text) + EmailBlock.uses(blocks)
        if original == nil { warnOfUnused(header.variables, besides: uses) }
        return EmailSpec(
            subject: subject, preheader: preheader, link: header.link, blocks: blocks, examples: examples,
            paths: reader.paths, uses: uses)
    }

    /// Warns of declared variables that nothing uses. One that is misspelt where it is used is told there.
    private func warnOfUnused(_ variables: OrderedMap<String>, besides uses: [VariableUse]) {
        if collector.diagnostics.contains(where: { $0.severity == .error }) { return }
        for (name, _) in variables
        where !uses.contains(where: { $0.variable.rawValue == name.value }) && !source.text.contains("{{#\(name.value)")
        {
            collector.report(
                "unused-variable", as: .warning, at: name.location, "nothing uses the variable '\(name.value)'",
                fix: "Write {{\(name.value)}} where its value belongs, or remove it.")
        }
    }

    /// Reports what is no text in a translation.
    ///
    /// - Throws: `DiagnosticReport` if a key of a text is missing or unknown, since what is merged with the original would
    ///   be said to lack it.
    private func checkKeys(of document: YAMLDocument, translating original: SourceText) throws(DiagnosticReport) {
        let texts = ["subject", "preheader"]
        let missing = texts.filter { document.root?[$0] == nil }
        var unknown: [Diagnostic] = []
        for member in document.root?.members ?? [] {
            let name = member.key.text ?? ""
            guard !(texts + [TranslationReview.key]).contains(name), let place = member.key.location else { continue }
            if Header.keyTable[name] == nil {
                unknown.append(
                    source.diagnostic(
                        code: "unknown-key", at: place, "unknown key '\(name)'",
                        fix: missing.isEmpty
                            ? "Remove it: a translation has 'subject' and 'preheader'."
                            : "Write '\(missing.joined(separator: "' or '"))': a key stays as it is in \(original.file)."
                    ))
            } else {
                collector.report(
                    "translated-behaviour", at: place, "a translation has words only, and '\(name)' is not one",
                    fix: "Remove it: it is as in \(original.file).")
            }
        }
        if unknown.isEmpty, let first = missing.first {
            unknown = [
                source.diagnostic(
                    code: "missing-key", at: 0, "missing key '\(first)'",
                    fix: "Add it, as \(original.file) has it, with its text translated.")
            ]
        }
        if !unknown.isEmpty { throw DiagnosticReport(unknown) }
    }

    private func line(
        _ text: Located<String>, at key: String, in document: YAMLDocument, _ variables: Set<TemplateVariable>
    ) -> EmailLine {
        func place(_ offset: Int) -> SourceLocation { document.location(of: key, offset: offset) ?? text.location }
        // A line break in a subject would begin a new header of the email.
        if let end = text.value.utf8.enumerated().first(where: { $0.element < 0x20 || $0.element == 0x7F }) {
            let isBreak = end.element == 0x0A || end.element == 0x0D
            collector.report(
                isBreak ? "line-break" : "control-character", at: isBreak ? text.location : place(end.offset),
                isBreak ? "a \(key) is one line" : "a \(key) cannot contain control characters",
                fix: isBreak ? "Write it on one line, without '|' before it." : "Remove it.")
        }
        if text.value.allSatisfy(\.isWhitespace) {
            collector.report(
                "empty-line", at: text.location, "the \(key) is empty",
                fix: key == "subject"
                    ? "Say in a few words what the email is for." : "Write what an inbox shows beside the subject.")
        }
        if let foreign = ForeignText.first(in: text.value, .line) {
            collector.report("foreign-text", at: place(foreign.offset), foreign.message, fix: foreign.fix)
        }
        var tokens = EmailTokens(text.value, variables: variables, in: collector, location: place).tokens
        tokens.removeAll { token in
            guard case .element(.variable(.link, let location)) = token else { return false }
            collector.report(
                "link-in-line", at: location, "a \(key) cannot contain the link", fix: "Put the link into the body.")
            return true
        }
        var nesting = EmailNesting<EmailInline>(collector) { variable, text, _ in .section(variable, text) }
        return EmailLine(text: nesting.elements(of: tokens), location: text.location)
    }

    /// The variables that an email declares itself, with their examples.
    private func examples(_ map: OrderedMap<String>) -> [TemplateVariable: String] {
        var examples: [TemplateVariable: String] = [:]
        for (key, example) in map {
            let variable = TemplateVariable(rawValue: key.value)
            if variable.isKnown {
                collector.report(
                    "known-variable", at: key.location, "every email has the variable '\(key.value)' already",
                    fix: "Remove it here.")
            } else if !variable.isDeclarable {
                collector.report(
                    "bad-variable", at: key.location, "'\(key.value)' cannot be the name of a variable",
                    fix: "Write lower-case letters, digits and '_', a letter first: order_number.")
            } else if example.allSatisfy(\.isWhitespace) {
                collector.report(
                    "missing-example", at: key.location, "'\(key.value)' has no example",
                    fix: "Write one: '\(key.value): …'. Previews show it.")
            }
            examples[variable] = example
        }
        return examples
    }
}

extension EmailSpecReader.Header {
    static let keyTable = KeyTable(
        "an email's front matter",
        [
            .init(
                "subject", .text(.line), .required, "The subject, one line, with variables.",
                example: "Reset your {{app}} password"),
            .init(
                "preheader", .text(.line), .required, "The text that an inbox shows beside the subject, one line.",
                example: "Choose a new password. The link can be used once."),
            .init(
                "link", .text(.name),
                "The link of `app.yml` that the email contains; an email without one is a notice.",
                example: "reset-password"),
            .init(
                "variables", .map(.text(.some), names: TextFormat("variable", pattern: "^[a-z][a-z0-9_]*$")),
                "The email's own variables, each with an example value for previews.", example: ["plan": "Gold"]),
        ],
        otherNames: [
            "preview": "preheader", "preview-text": "preheader",
            "title": "Write 'subject'; the headline is '# …' below.", "from": forSender,
            "sender": forSender, "from-name": forSender, "from-email": forSender, "to": forRecipient,
            "cc": forRecipient,
            "bcc": forRecipient, "reply_to": forAll, "replyTo": forAll,
            "attachments": "Remove it: an email has none; the system that sends it may add them.",
            "unsubscribe": "Remove it: these emails are about an account, of which nobody unsubscribes.",
            "language": "Remove it: a translation is a file beside the email, such as welcome.de.md.",
        ].merging(KeyTable.app.keys.map { ($0.name, forAll) }) { first, _ in first })

    private static let forSender =
        "Remove it: the system that sends the email sets its sender. Where replies go is 'reply-to' in app.yml."
    private static let forRecipient = "Remove it: the system that sends the email knows whose it is."
    private static let forAll = "Write it in app.yml, for all emails."
}
