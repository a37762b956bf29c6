import CommonMark
import Configuration
import Diagnostics
import YAML

/// The content of an email spec, independent of its app.
struct EmailSpec: Sendable {
    let subject: EmailLine
    let preheader: EmailLine
    /// The link's name in the front matter.
    let link: Located<String>?
    let blocks: [EmailBlock]
    /// An example for each variable that the email declares itself.
    let examples: [TemplateVariable: String]
    /// The site paths that the email links to.
    let paths: [Located<String>]
    /// Every use of a variable, in order of appearance.
    let uses: [VariableUse]
}

/// Reads an email spec; `EmailReader` checks it against its app.
struct EmailSpecReader {
    let source: SourceText
    private var variables = Set(TemplateVariable.known)
    private(set) var diagnostics: [Diagnostic] = []

    init(source: SourceText) {
        self.source = source
    }

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

    /// Reads the spec, as far as possible; the result is valid only if `diagnostics` contains no error.
    ///
    /// - Throws: `DiagnosticReport` if the front matter or the Markdown cannot be parsed.
    mutating func read() throws(DiagnosticReport) -> EmailSpec {
        let parts = try FrontMatter(of: source, keys: "'subject' and 'preheader'", what: "email spec")
        let document = try YAMLDocument(parsing: source, in: parts.yaml)
        if let mistake = document.pageAmongEmails { throw DiagnosticReport([mistake]) }
        let header = try document.read(Header.self)
        let body = try Markdown.parse(source, from: parts.body)
        diagnostics += UnsupportedMarkdown(in: body, of: source, .email).diagnostics
        let examples = examples(header.variables)
        variables.formUnion(examples.keys)
        let subject = line(header.subject, at: "subject", in: document)
        let preheader = line(header.preheader, at: "preheader", in: document)
        var reader = EmailBodyReader(source: source, variables: variables)
        let blocks = reader.blocks(body.children)
        diagnostics += reader.diagnostics
        if body.children.isEmpty {
            report(
                "empty-email", at: source.location(at: source.bytes.count), "the email has no body",
                fix: "Write its text below the front matter.")
        }
        return EmailSpec(
            subject: subject, preheader: preheader, link: header.link, blocks: blocks, examples: examples,
            paths: reader.paths,
            uses: EmailInline.uses(subject.text) + EmailInline.uses(preheader.text) + EmailBlock.uses(blocks))
    }

    private mutating func line(_ text: Located<String>, at key: String, in document: YAMLDocument) -> EmailLine {
        func place(_ offset: Int) -> SourceLocation { document.location(of: key, offset: offset) ?? text.location }
        // A line break in a subject would begin a new header of the email.
        if let end = text.value.utf8.enumerated().first(where: { $0.element < 0x20 || $0.element == 0x7F }) {
            let isBreak = end.element == 0x0A || end.element == 0x0D
            report(
                isBreak ? "line-break" : "control-character", at: isBreak ? text.location : place(end.offset),
                isBreak ? "a \(key) is one line" : "a \(key) cannot contain control characters",
                fix: isBreak ? "Write it on one line, without '|' before it." : "Remove it.")
        }
        if text.value.allSatisfy(\.isWhitespace) {
            report(
                "empty-line", at: text.location, "the \(key) is empty",
                fix: key == "subject"
                    ? "Say in a few words what the email is for." : "Write what an inbox shows beside the subject.")
        }
        let tokens = EmailTokens(text.value, variables: variables, in: source, location: place)
        var nesting = EmailNesting<EmailInline>(source: source) { variable, text, _ in .section(variable, text) }
        for token in tokens.tokens {
            switch token {
            case .inline(.variable(.link, let location)):
                report(
                    "link-in-line", at: location, "a \(key) cannot contain the link",
                    fix: "Put the link into the body.")
            case .inline(let inline): nesting.append(inline)
            case .open(let variable, let location): nesting.open(variable, at: location)
            case .close(let variable, let location): nesting.close(variable, at: location)
            }
        }
        let line = nesting.finish()
        diagnostics += tokens.diagnostics + nesting.diagnostics
        return EmailLine(text: line, location: text.location)
    }

    /// The variables that an email declares itself, with their examples.
    private mutating func examples(_ map: OrderedMap<String>) -> [TemplateVariable: String] {
        var examples: [TemplateVariable: String] = [:]
        for (key, example) in map {
            let variable = TemplateVariable(rawValue: key.value)
            if variable.isKnown {
                report(
                    "known-variable", at: key.location, "every email has the variable '\(key.value)' already",
                    fix: "Remove it here.")
            } else if !variable.isDeclarable {
                report(
                    "bad-variable", at: key.location, "'\(key.value)' cannot be the name of a variable",
                    fix: "Write lower-case letters, digits and '_', a letter first: order_number.")
            } else if example.allSatisfy(\.isWhitespace) {
                report(
                    "missing-example", at: key.location, "'\(key.value)' has no example",
                    fix: "Write one: '\(key.value): …'. Previews show it.")
            }
            examples[variable] = example
        }
        return examples
    }

    private mutating func report(_ code: String, at location: SourceLocation, _ message: String, fix: String?) {
        diagnostics.append(source.diagnostic(code: code, at: location, message, fix: fix))
    }
}
