import Diagnostics
import Mustache
import SiteModel
import YAML

/// Reads a dialect's file.
struct DialectReader {
    let name: String
    let document: YAMLDocument
    private var diagnostics: [Diagnostic] = []

    init(name: String, source: SourceText) throws(DiagnosticReport) {
        self.name = name
        document = try YAMLDocument(parsing: source)
    }

    /// The dialect.
    ///
    /// - Throws: everything that is wrong with it, each with its place in the file.
    mutating func read() throws(DiagnosticReport) -> Dialect {
        let contents = try document.decode(DialectContents.self)
        let all = Set(EmailWord.allCases)
        let mails = contents.emails.map { emails in
            Dictionary(emails.map { ($0.key.value, $0.value.values.map { mail($0) }) }) { first, _ in first }
        }
        for (email, ways) in contents.emails ?? OrderedMap() where ways.values.isEmpty {
            report(
                "no-way", at: email.location, "nothing says how '\(email.value)' is sent",
                fix: "Write the system's name for it, '{ id: … }', or remove the key.")
        }
        let dialect = Dialect(
            name: name, title: contents.title, backends: contents.backends ?? [name], source: document.source,
            parts: contents.parts.map { Set($0.map(\.part)) } ?? [.subject, .html, .text],
            words: words(contents.words),
            subjectWords: contents.subjectWords.map { Set($0.compactMap { word($0) }) } ?? all,
            isScoped: contents.sections == .scoped, parameters: parameters(contents.parameters),
            literals: literals(contents.literals), mails: mails, files: files(contents.files))
        if contents.files.isEmpty {
            report(
                "no-files", at: document.keyLocation(of: "files"), "the dialect writes no files",
                fix: "Name one: { path: \"{{email}}.html\", is: \"{{html}}\" }")
        }
        if diagnostics.isEmpty { check(dialect) }
        if !diagnostics.isEmpty { throw DiagnosticReport(DiagnosticReport(diagnostics).sorted) }
        return dialect
    }

    private mutating func mail(_ contents: DialectContents.Email) -> DialectEmail {
        DialectEmail(
            id: contents.id, words: words(contents.words ?? OrderedMap()), parameters: parameters(contents.parameters),
            values: Dictionary((contents.values ?? OrderedMap()).map { ($0.key.value, $0.value) }) { first, _ in first
            },
            carries: contents.carries.map { carried in
                Dictionary(carried.map { ($0.key.value, $0.value == "*" ? nil : $0.value) }) { first, _ in first }
            })
    }

    private mutating func words(_ map: OrderedMap<DialectContents.Form>) -> [EmailWord: DialectForm] {
        var words: [EmailWord: DialectForm] = [:]
        for (key, form) in map {
            if let word = word(key) { words[word] = form.form }
        }
        return words
    }

    private mutating func word(_ name: Located<String>) -> EmailWord? {
        if let word = EmailWord(rawValue: name.value) { return word }
        let known = EmailWord.allCases.map(\.rawValue)
        report(
            "unknown-word", at: name.location, "'\(name.value)' is not a word of an email",
            fix: Suggestion.question(for: name.value, in: known) ?? "The words are \(known.joined(separator: ", ")).")
        return nil
    }

    private mutating func parameters(_ map: OrderedMap<DialectContents.Form>?) -> DialectParameters {
        var parameters = DialectParameters()
        for (key, form) in map ?? OrderedMap() {
            if key.value != "*" {
                parameters.named[key.value] = form.form
            } else if !form.form.html.contains("*") || !form.form.text.contains("*") {
                report(
                    "no-name", at: key.location, "what stands for any parameter does not name it",
                    fix: "Write '*' where the parameter's name belongs: \"{{ * }}\"")
            } else {
                parameters.wildcard = form.form
            }
        }
        return parameters
    }

    private mutating func literals(_ map: OrderedMap<DialectContents.Literal>?) -> DialectLiterals {
        DialectLiterals(
            sequences: (map ?? OrderedMap()).map { key, literal in
                if key.value.isEmpty {
                    report(
                        "empty-sequence", at: key.location, "an empty sequence is everywhere",
                        fix: "Write what the engine would take for its own, such as \"{{\".")
                }
                return DialectLiterals.Sequence(
                    characters: Array(key.value.unicodeScalars), replacements: literal.replacements)
            })
    }

    private mutating func files(_ contents: [DialectContents.File]) -> [DialectFile] {
        var files: [DialectFile] = []
        for file in contents {
            do {
                files.append(
                    try DialectFile(path: file.path.value, text: file.text.value, at: file.path.location))
            } catch {
                relate(error, to: file.text.location)
            }
        }
        return files
    }

    /// Fills every file once, so that a name that is unknown is found before somebody has an email for it.
    private mutating func check(_ dialect: Dialect) {
        var paths: [String: SourceLocation] = [:]
        for file in dialect.files {
            do {
                let path = try DialectExport.sample(of: file, dialect: dialect)
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                if parts.contains(where: { ["", ".", ".."].contains($0) || $0.contains("\\") }) {
                    report(
                        "bad-path", at: file.location, "'\(file.path)' does not stay below the folder of its app",
                        fix: "Write names between single slashes, such as templates/{{email}}.html.")
                }
                if paths.updateValue(file.location, forKey: path) != nil {
                    report(
                        "second-path", at: file.location, "'\(file.path)' is written twice",
                        fix: "Give one of the two another name.")
                }
            } catch {
                relate(error, to: file.location)
            }
        }
    }

    /// A template inside of a YAML value has lines of its own, which say nothing to whoever reads the file.
    private mutating func relate(_ errors: DiagnosticReport, to location: SourceLocation) {
        for diagnostic in errors.diagnostics {
            report(diagnostic.code, at: location, diagnostic.message, fix: diagnostic.fix)
        }
    }

    private mutating func report(_ code: String, at location: SourceLocation?, _ message: String, fix: String?) {
        diagnostics.append(
            document.source.diagnostic(
                code: code, at: location ?? document.source.location(at: 0), message, fix: fix))
    }
}
