package import Configuration
import Diagnostics
import SiteModel
import YAML

extension Dialect {
    init(named name: String, parsing source: SourceText) throws(DiagnosticReport) {
        let document = try YAMLDocument(parsing: source)
        self = try document.read()
        self.name = name
        let collector = DiagnosticCollector(source)
        if let root = document.root { Self.checkBrackets(in: root, collector) }
        checkFiles(collector)
        if !collector.diagnostics.isEmpty { throw DiagnosticReport(sorting: collector.diagnostics) }
    }

    /// Renders every file with sample values, so that an unknown name is found before an app has an email for the file.
    private func checkFiles(_ collector: DiagnosticCollector) {
        var paths: Set<String> = []
        for file in files {
            if let name = file.singleBraces {
                collector.report(
                    "single-braces", at: file.location, "'{\(name)}' would be written as it is",
                    fix: "Write {{\(name)}}.")
            }
            do {
                let path = try DialectExport.sample(of: file, dialect: self)
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                if parts.contains(where: { ["", ".", ".."].contains($0) || $0.contains("\\") }) {
                    collector.report(
                        "bad-path", at: file.location, "'\(file.path)' does not stay below the folder of its app",
                        fix: "Write names between single slashes, such as templates/{{email}}.html.")
                }
                if !paths.insert(path).inserted {
                    collector.report(
                        "second-path", at: file.location, "'\(file.path)' is written twice",
                        fix: "Give one of the two another name.")
                }
            } catch {
                for diagnostic in error.diagnostics {
                    collector.report(
                        diagnostic.code, at: DialectFile.isAboutPath(diagnostic) ? file.location : file.textLocation,
                        diagnostic.message,
                        fix: fix(for: diagnostic, in: file) ?? diagnostic.fix
                            ?? (diagnostic.code == "unknown-name"
                                ? "The names of an email are \(DialectEmailKey.allCases.map(\.rawValue).joined(separator: ", "))."
                                : nil))
                }
            }
        }
    }

    /// Reports expressions in other brackets than most of the file's, such as `{{name}}` among `[[email]]` and `[[code]]`:
    /// the engine would leave them as they are.
    private static func checkBrackets(in root: ConfigurationNode, _ collector: DiagnosticCollector) {
        let entries = [root] + (root["emails"]?.members ?? []).flatMap { [$0.value] + $0.value.items }
        let expressions = entries.flatMap { [$0["variables"], $0["parameters"]] }.flatMap { $0?.members ?? [] }
            .flatMap { [$0.value, $0.value["html"], $0.value["text"]] }.compactMap(\.self)
        var brackets: [Character: [ConfigurationNode]] = [:]
        for expression in expressions {
            guard let first = expression.text?.first, "{[<$%#*(".contains(first) else { continue }
            brackets[first, default: []].append(expression)
        }
        let count = brackets.values.map(\.count).reduce(0, +)
        guard let usual = brackets.values.first(where: { $0.count > 2 && $0.count * 2 > count }) else { return }
        for odd in brackets.values.joined() where odd.text?.first != usual[0].text?.first {
            guard let place = odd.location else { continue }
            collector.report(
                "odd-brackets", at: place,
                "'\(odd.text ?? "")' is not in the engine's brackets, which '\(usual[0].text ?? "")' is in",
                fix: "Write it in them: as it is, it would be a part of the emails' text.")
        }
    }

    /// The fix for a name that only some emails, or some files, have a value for.
    private func fix(for diagnostic: Diagnostic, in file: DialectFile) -> String? {
        let entries = (emails ?? [:]).sorted { $0.key < $1.key }.flatMap { name, entries in
            entries.map { (email: name, names: Set($0.values.keys)) }
        }
        let parts = RenderedEmail.Part.allCases.map(\.rawValue)
        let names = Set(parts + ["id", "email"]).union(entries.flatMap(\.names))
        guard diagnostic.code == "unknown-name", let name = diagnostic.name, names.contains(name) else { return nil }
        if parts.contains(name), !self.parts.contains(where: { $0.rawValue == name }) {
            return "Add '\(name)' to 'parts'."
        }
        if !file.isForEachEmail {
            return "Use {{id}} in the path, for one file for each email, or put it between {{#emails}} and {{/emails}}."
        }
        if takesOtherEmails { return "Remove 'other-emails', since emails of other names have no 'values'." }
        return entries.first { !$0.names.contains(name) }.map { "Add '\(name)' to the 'values' of '\($0.email)'." }
    }
}

extension Dialect: KeyedReadable {
    private enum Sections: String, ConfigurationReadable, CaseIterable { case scoped }

    package init?(_ keys: KeyedReader) {
        title = keys.required("title") ?? ""
        statedBackends = keys["backends"]
        sender = keys["sender"]
        note = keys["note"]
        parts = Set(keys["parts"] ?? RenderedEmail.Part.allCases)
        variables = keys.required("variables") ?? DialectVariables()
        subjectVariables = keys.value("subject-variables")?.items.map { names in
            Set(names.compactMap { item in String(reading: item).flatMap { item.variable(named: $0) } })
        }
        let sections: Sections? = keys["sections"]
        isScoped = sections == .scoped
        parameters = keys["parameters"] ?? DialectParameters()
        literals = keys["literals"] ?? DialectLiterals(sequences: [])
        limits = keys.limits
        emails = keys.value("emails")?.members.map { emails in
            Self.reportRepeatedIDs(of: emails)
            for email in emails where !PageReader.isName(email.name) {
                email.report(
                    "bad-email-name", isAboutKey: true, "'\(email.name)' is not a name for an email",
                    fix:
                        "Write the name of its file in 'emails', without '.md': lower-case letters, digits and hyphens."
                )
            }
            return Dictionary(emails.map { ($0.name, DialectEmail.variants(in: $0)) }) { first, _ in first }
        }
        takesOtherEmails = keys["other-emails"] ?? (emails == nil)
        lifetime = keys["lifetime"]
        languages = keys["languages"]
        files = keys.required("files") ?? []
    }

    /// Reports a name of the system's that two emails have: one would be written over the other.
    private static func reportRepeatedIDs(of emails: [ConfigurationValue]) {
        var owners: [String: String] = [:]
        for email in emails {
            let ids = email.oneOrMany.compactMap { entry in
                entry.members?.contains { $0.name == "when" } == true ? nil : entry.members?.first { $0.name == "id" }
            }
            for id in ids {
                guard let text = id.node.text, let owner = owners[text] else { continue }
                id.report(
                    "second-id", "'\(text)' is also the name of '\(known: owner)', whose files would be these",
                    fix: "Write the system's own name for each email.")
            }
            for id in ids { owners[id.node.text ?? ""] = email.name }
        }
    }
}

extension DialectEmail: KeyedReadable {
    init?(_ keys: KeyedReader) {
        let carries: OrderedMap<String>? = keys["carries"]
        let parts: [RenderedEmail.Part]? = keys["parts"]
        let values: OrderedMap<String>? = keys["values"]
        self.init(
            id: keys.required("id") ?? "", copies: keys["copies"] ?? [], replaced: keys["instead-of"],
            choice: keys["when"],
            variables: keys["variables"] ?? DialectVariables(), parameters: keys["parameters"] ?? DialectParameters(),
            values: Dictionary((values ?? OrderedMap()).map { ($0.key.value, $0.value) }) { first, _ in first },
            carries: carries.map { carried in
                Dictionary(carried.map { ($0.key.value, $0.value == "*" ? nil : $0.value) }) { first, _ in first }
            },
            requires: keys["requires"] ?? [], parts: parts.map(Set.init), limits: keys.limits,
            lifetime: keys["lifetime"])
    }

    /// Reads the variants of one email: a list, or a single one.
    fileprivate static func variants(in value: ConfigurationValue) -> [DialectEmail] {
        let items = value.oneOrMany
        if items.isEmpty {
            value.report(
                "no-way", isAboutKey: true, "'\(value.name)' has no entry",
                fix: "Write the system's name for it, '{ id: … }', or remove the key.")
        }
        return items.compactMap { DialectEmail(reading: $0) }
    }
}

extension DialectFile: KeyedReadable {
    init?(_ keys: KeyedReader) {
        let path: Located<String>? = keys.required("path")
        let text: Located<String>? = keys.required("content")
        guard let path, let text else { return nil }
        do {
            try self.init(path: path.value, text: text.value, at: path.location, text.location)
        } catch {
            // Reported at the value, since the template's own line numbers mean nothing to the reader.
            for problem in error.diagnostics {
                keys.value(Self.isAboutPath(problem) ? "path" : "content")?
                    .report(
                        problem.code, ValueMessage(known: problem.message),
                        fix: problem.fix.map(ValueMessage.init(known:)))
            }
            return nil
        }
    }
}

extension DialectChoice: KeyedReadable {
    init?(_ keys: KeyedReader) {
        self.init(
            open: keys.required("if") ?? "", otherwise: keys.required("else") ?? "", close: keys.required("end") ?? "")
    }
}

extension DialectLifetime: KeyedReadable {
    init?(_ keys: KeyedReader) {
        let setting: String? = keys["setting"]
        var rest = setting ?? ""
        for unit in LifetimeFindings.units { rest = rest.replacing("{{\(unit)}}", with: "") }
        if let value = keys.value("setting"), Substring(rest).firstRange(of: "{{") != nil {
            value.report(
                "unknown-unit", "the setting has a lifetime in a unit that there is not",
                fix: "The units are \(known: LifetimeFindings.units.map { "{{\($0)}}" }.joined(separator: ", ")).")
        }
        self.init(fixed: keys["fixed"], setting: setting, isShared: keys["shared"] ?? false)
    }
}

extension RenderedEmail.Part: ConfigurationReadable {}

extension KeyedReader {
    fileprivate var limits: [RenderedEmail.Part: Int] {
        value("limits")?.keyed(.limits) { keys in
            RenderedEmail.Part.allCases.reduce(into: [:]) { limits, part in limits[part] = keys[part.rawValue] }
        } ?? [:]
    }
}
