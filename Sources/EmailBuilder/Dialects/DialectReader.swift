import Configuration
import Diagnostics
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

    /// Reads and checks the dialect.
    ///
    /// - Throws: `DiagnosticReport` with everything that is wrong with it, by location.
    mutating func read() throws(DiagnosticReport) -> Dialect {
        let contents = try document.read(DialectContents.self)
        let emails = contents.emails.map { emails in
            Dictionary(emails.map { ($0.key.value, $0.value.map { entry($0) }) }) { first, _ in first }
        }
        for (email, entries) in contents.emails ?? OrderedMap() where entries.isEmpty {
            report(
                "no-way", at: email.location, "'\(email.value)' has no entry",
                fix: "Write the system's name for it, '{ id: … }', or remove the key.")
        }
        let dialect = Dialect(
            name: name, title: contents.title, backends: contents.backends ?? [name], source: document.source,
            note: contents.note, parts: Set(contents.parts ?? [.subject, .html, .text]),
            variables: variables(contents.variables),
            subjectVariables: contents.subjectVariables.map { Set($0.compactMap { variable($0) }) },
            isScoped: contents.sections == .scoped, parameters: parameters(contents.parameters),
            literals: literals(contents.literals), limits: contents.limits?.characters ?? [:], emails: emails,
            takesOtherEmails: contents.otherEmails ?? (emails == nil), lifetime: contents.lifetime,
            files: files(contents.files))
        if diagnostics.isEmpty { check(dialect) }
        if !diagnostics.isEmpty { throw DiagnosticReport(DiagnosticReport(diagnostics).sorted) }
        return dialect
    }

    private mutating func entry(_ contents: DialectContents.Email) -> DialectEmail {
        DialectEmail(
            id: contents.id, copies: contents.copies ?? [], variables: variables(contents.variables),
            parameters: parameters(contents.parameters),
            values: Dictionary(contents.values.map { ($0.key.value, $0.value) }) { first, _ in first
            },
            carries: contents.carries.map { carried in
                Dictionary(carried.map { ($0.key.value, $0.value == "*" ? nil : $0.value) }) { first, _ in first }
            }, requires: contents.requires ?? [], parts: contents.parts.map(Set.init),
            limits: contents.limits?.characters ?? [:], lifetime: contents.lifetime)
    }

    private mutating func variables(_ map: OrderedMap<DialectExpression?>) -> DialectVariables {
        var variables = DialectVariables()
        for (key, expression) in map {
            if key.value == "*" {
                variables.wildcard = wildcard(expression, at: key.location)
            } else if let variable = variable(key) {
                variables.named.updateValue(expression, forKey: variable)
            }
        }
        return variables
    }

    private mutating func variable(_ name: Located<String>) -> TemplateVariable? {
        let variable = TemplateVariable(rawValue: name.value)
        if variable.isKnown { return variable }
        let known = TemplateVariable.known.map(\.rawValue)
        report(
            "unknown-variable", at: name.location, "'\(name.value)' is not a variable of an email",
            fix: Suggestion.question(for: name.value, in: known)
                ?? "The variables are \(known.joined(separator: ", ")), and '*' for those that emails declare.")
        return nil
    }

    private mutating func parameters(_ map: OrderedMap<DialectExpression>) -> DialectParameters {
        var parameters = DialectParameters()
        for (key, expression) in map {
            if key.value == "*" {
                parameters.wildcard = wildcard(expression, at: key.location)
            } else {
                parameters.named[key.value] = expression
            }
        }
        return parameters
    }

    private mutating func wildcard(
        _ expression: DialectExpression?, at location: SourceLocation
    ) -> DialectExpression? {
        guard let expression, expression.html.contains("*"), expression.text.contains("*") else {
            report(
                "no-name", at: location, "the expression for any name does not contain the name",
                fix: "Write '*' where the name goes: \"{{ * }}\"")
            return nil
        }
        return expression
    }

    private mutating func literals(_ map: OrderedMap<DialectContents.Literal>) -> DialectLiterals {
        DialectLiterals(
            sequences: map.map { key, literal in
                if key.value.isEmpty {
                    report(
                        "empty-sequence", at: key.location, "a literal is empty",
                        fix: "Write the text that the engine would parse as syntax, such as \"{{\".")
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
                    try DialectFile(path: file.path.value, text: file.content.value, at: file.path.location))
            } catch {
                relate(error, to: file.content.location)
            }
        }
        return files
    }

    /// Renders every file with sample values, so that an unknown name is found before an app has an email for the file.
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

    /// Reports errors of a template within a YAML value at the value, since the template's own line numbers mean
    /// nothing to the reader.
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
