package import Diagnostics
import JSON
import Mustache
package import SiteModel

/// An app's emails as the files of a system.
package struct DialectExport: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// The path below the app's own folder.
        package let path: String
        package let text: String
        /// The names of the emails that the file contains parts of.
        package let emails: [String]
    }

    /// The files in the order of their paths.
    package let files: [File]
    /// The folders whose files each belong to a single email, below the app's own folder, which is the empty path.
    let emailFolders: Set<String>
    /// Information for the installation: omitted emails, required settings, links that open another page.
    package let notes: [Diagnostic]

    /// Exports an app's emails in a dialect; one that the system sends and for which the app has no spec, from
    /// `emails/defaults/` if that has it. Throws unavailable or missing variables and parameters, exceeded limits and
    /// lifetimes that cannot be configured, located in the email specs; and mistakes in templates.
    package init(of app: App, dialect: Dialect, renderer: EmailRenderer) throws(DiagnosticReport) {
        let diagnostics = dialect.linkDiagnostics(of: app)
        var problems = diagnostics.filter { $0.severity != .note }
        var notes = diagnostics.filter { $0.severity == .note }
        let misspelt = Self.misspelt(dialect, app, renderer)
        notes += misspelt.map { Self.warning(of: $0.name, meaning: $0.meant, dialect, app) }
        var exported: [ExportedEmail] = []
        for email in app.emails {
            guard let entry = dialect.entry(for: email, of: app) else {
                if !misspelt.contains(where: { $0.meant == email.name }) { notes.append(Self.leftOut(email, dialect)) }
                continue
            }
            do {
                exported.append(try ExportedEmail(email, as: entry, app: app, dialect: dialect, renderer: renderer))
            } catch {
                problems += error.diagnostics
            }
        }
        let lifetimes = LifetimeFindings.of(exported, dialect: dialect, words: renderer.words)
        problems += lifetimes.problems
        notes += lifetimes.notes + exported.flatMap(\.notes)
        if !problems.isEmpty { throw DiagnosticReport(sorting: problems) }
        if !exported.isEmpty {
            notes += exported.compactMap { Self.sharing($0, dialect, app, renderer) }
            notes += Self.addDefaults(
                to: &exported, of: app, dialect: dialect, renderer: renderer, besides: misspelt.map(\.name))
            if let note = dialect.note {
                notes.append(Diagnostic(.note, code: "installing", message: "\(dialect.title): \(note)"))
            }
            if let sender = dialect.sender ?? app.sender, let note = LinkRewriter.of(sender).note { notes.append(note) }
        }
        let translated = try Self.translations(of: exported, app, dialect: dialect, renderer: renderer)
        if !dialect.hasLanguages, !exported.isEmpty {
            notes += app.translations.filter { !$0.emails.isEmpty }.map { translation in
                Diagnostic(
                    .note, code: "one-language",
                    message:
                        "\(dialect.title) sends an email in one language, so the emails in '\(translation.tag)' are left out"
                )
            }
        }
        self.notes = DiagnosticReport(notes).sorted
        (files, emailFolders) = try Self.files(
            exported, translated, of: app, lifetime: lifetimes.shared, dialect: dialect)
    }

    /// The emails in other languages: those of the app, and the default ones.
    private static func translations(
        of exported: [ExportedEmail], _ app: App, dialect: Dialect, renderer: EmailRenderer
    ) throws(DiagnosticReport) -> [(tag: LanguageTag, emails: [ExportedEmail])] {
        if !dialect.hasLanguages { return [] }
        return try app.translations.mapReportingAll { translation throws(DiagnosticReport) in
            let translated = app.translated(by: translation)
            let emails = try exported.mapReportingAll { own throws(DiagnosticReport) -> ExportedEmail? in
                let written = translation.emails.first { $0.name == own.name }
                let isDefault = app.email(named: own.name) == nil
                let source = translation.tag.chain.lazy.compactMap {
                    renderer.defaultTranslation(of: own.name, $0, for: app)
                }
                .first
                guard
                    let email = written
                        ?? (isDefault ? source.flatMap { try? app.email(named: own.name, parsing: $0) } : nil)
                else { return nil }
                return try ExportedEmail(
                    email, as: own.entry, app: translated, dialect: dialect, renderer: renderer, isDefault: isDefault)
            }
            return (translation.tag, emails.compactMap(\.self))
        }
        .filter { !$0.emails.isEmpty }
    }

    private static func leftOut(_ email: Email, _ dialect: Dialect) -> Diagnostic {
        Diagnostic(
            .note, code: "left-out", file: email.source.file,
            message: "\(dialect.title) has no email '\(email.name)', so it is left out",
            fix: "Its emails are \((dialect.emails ?? [:]).keys.sorted().joined(separator: ", ")).")
    }

    /// The names in a dialect that are no email's, where the app has an email of nearly that name that the dialect does not
    /// list: a system that sends other emails too would send that one without what is written for it, and a team's own system
    /// sends no more than its dialect lists.
    private static func misspelt(
        _ dialect: Dialect, _ app: App, _ renderer: EmailRenderer
    ) -> [(name: String, meant: String)] {
        guard dialect.takesOtherEmails || !dialect.isBuiltIn else { return [] }
        let own = app.emails.map(\.name).filter { dialect.emails?[$0] == nil }
        func words(_ name: String) -> Set<Substring> { Set(name.split(separator: "-")) }
        return (dialect.emails ?? [:]).keys.sorted().compactMap { name in
            guard app.email(named: name) == nil, renderer.defaultSpec(of: name, for: app) == nil else { return nil }
            let meant = Suggestion.nearest(to: name, in: own) ?? own.first { words($0) == words(name) }
            return meant.map { (name, $0) }
        }
    }

    /// A note of an email that the system has in one with another, which the app has no spec for: what is exported then
    /// replaces the system's own, which may have a link.
    private static func sharing(
        _ email: ExportedEmail, _ dialect: Dialect, _ app: App, _ renderer: EmailRenderer
    ) -> Diagnostic? {
        guard let other = email.entry.replaced, app.email(named: other) == nil,
            renderer.defaultSpec(of: other, for: app) != nil
        else { return nil }
        let page = other == "sign-in" ? "latchkey add page magic-link; " : ""
        return Diagnostic(
            .note, code: "shared-email", file: app.email(named: email.name)?.source.file,
            message:
                "\(dialect.title) has one email for '\(email.name)' and '\(other)', and '\(app.name)' has no email '\(other)': "
                + "for everything else the exported one has a code and no link",
            fix:
                "If people open a link from it, add the email: \(page)latchkey add email \(other). If nobody gets it, nothing "
                + "needs to be done.")
    }

    private static func warning(of name: String, meaning meant: String, _ dialect: Dialect, _ app: App) -> Diagnostic {
        Diagnostic(
            .warning, code: "other-email", file: "Templates/dialects/\(dialect.name).yml",
            message: "\(dialect.title) has an email '\(name)', and '\(app.name)' has none of that name",
            fix: "Did you mean '\(meant)'?"
                + (dialect.takesOtherEmails ? "" : " An email has the app's name here, and the system's under 'id'."))
    }

    /// Adds the default emails for those that the system sends and the app has no spec for. A note names those without
    /// a default, which have a link.
    private static func addDefaults(
        to exported: inout [ExportedEmail], of app: App, dialect: Dialect, renderer: EmailRenderer,
        besides misspelt: [String]
    ) -> [Diagnostic] {
        var missing: [String] = []
        // In a system that sends any email, the app determines which there are.
        let names =
            dialect.takesOtherEmails
            ? [] : (dialect.emails ?? [:]).filter { !$0.value.contains { $0.replaced != nil } }.keys.sorted()
        for name in names where app.email(named: name) == nil && !misspelt.contains(name) {
            guard let source = renderer.defaultSpec(of: name, for: app),
                let email = try? app.email(named: name, parsing: source),
                let entry = dialect.entry(for: email, of: app),
                let exportedDefault = try? ExportedEmail(
                    email, as: entry, app: app, dialect: dialect, renderer: renderer, isDefault: true)
            else {
                missing.append(name)
                continue
            }
            exported.append(exportedDefault)
        }
        if missing.isEmpty { return [] }
        return [
            Diagnostic(
                .note, code: "vendor-email",
                message:
                    "\(dialect.title) has emails that '\(app.name)' has no spec for, and sends them in its own words "
                    + "where they are switched on: \(missing.joined(separator: ", "))",
                fix: "Write \(app.name)/emails/\(missing[0]).md and the like for those that your users can get.")
        ]
    }

    private static func files(
        _ emails: [ExportedEmail], _ translations: [(tag: LanguageTag, emails: [ExportedEmail])], of app: App,
        lifetime: Int?, dialect: Dialect
    ) throws(DiagnosticReport) -> (files: [File], emailFolders: Set<String>) {
        if emails.isEmpty { return ([], []) }
        let lifetime = LifetimeValues(lifetime)
        func names(of tag: LanguageTag) -> [DialectFileKey: MustacheValue] {
            [
                .language: .verbatim(tag.text), .locale: .verbatim(tag.text.replacing("-", with: "_")),
                .translation: .bool(tag != app.ownLanguage),
            ]
        }
        let common: [DialectFileKey: MustacheValue] = [
            .app: .verbatim(app.name), .title: .verbatim(app.title),
            .actionJSON: .verbatim(emails.compactMap(\.action).first.map(quoted) ?? "null"),
            .replyToJSON: app.replyTo.map { .verbatim(quoted($0)) } ?? .absent,
            .lifetimeSeconds: lifetime.seconds, .lifetimeMinutes: lifetime.minutes,
        ]
        let tags = MustacheValue.list(
            ([app.ownLanguage] + translations.map(\.tag)).map { .view(names(of: $0)) })
        var files: [File] = []
        var folders: Set<String> = []
        func add(_ file: DialectFile, with emails: [ExportedEmail], in tag: LanguageTag) throws(DiagnosticReport) {
            let views = emails.flatMap { email in email.values.map { (email: email, values: $0) } }
            func view(_ number: Int, isLast: Bool = false) -> MustacheValue {
                let (email, values) = views[number]
                let own = email.entry.values.mapValues { MustacheValue.verbatim($0) }
                return .view(values.merging([.comma: .verbatim(isLast ? "" : ",")]) { $1 }, others: own)
            }
            let all = MustacheValue.list(views.indices.map { view($0, isLast: $0 == views.count - 1) })
            let fillings =
                file.isForEachEmail
                ? views.indices.map { ([views[$0].email.name], view($0)) }
                : [(emails.map(\.name), .view([DialectListKey.emails: all, .languages: tags]))]
            for (emails, value) in fillings {
                let common = common.merging(names(of: tag)) { $1 }
                let (path, text) = try file.filled(with: value, within: .view(common))
                if file.isForEachEmail { folders.insert(file.emailFolder(of: path)) }
                // An email without the part gets no file for it.
                if !text.isEmpty { files.append(File(path: path, text: text, emails: emails)) }
            }
        }
        var chosen = try emails.mapReportingAll { email throws(DiagnosticReport) in
            guard let languages = dialect.languages else { return email }
            let others = translations.compactMap { tag, emails in
                emails.first { $0.name == email.name }.map { (tag.text, $0) }
            }
            return try email.choosing(among: others, by: languages, dialect: dialect)
        }
        for other in chosen {
            guard let choice = other.entry.choice, let address = other.action,
                let index = chosen.firstIndex(where: { $0.name == other.entry.replaced })
            else { continue }
            chosen[index] = try chosen[index].choosing(among: [(address, other)], by: choice, dialect: dialect)
            chosen.removeAll { $0.name == other.name }
        }
        for file in dialect.files {
            try add(file, with: file.isForEachLanguage ? emails : chosen, in: app.ownLanguage)
            for (tag, translated) in file.isForEachLanguage ? translations : [] {
                // A file for all emails has the original of those that are not translated.
                let all = emails.map { email in translated.first { $0.name == email.name } ?? email }
                try add(file, with: file.isForEachEmail ? translated : all, in: tag)
            }
        }
        return (files.sorted { $0.path < $1.path }, folders)
    }

    static func sample(of file: DialectFile, dialect: Dialect) throws(DiagnosticReport) -> String {
        // A file contains all emails, so it may use only values that every email has.
        let known =
            (dialect.emails ?? [:]).values.flatMap { $0 }.map { Set($0.values.keys) }
            + (dialect.takesOtherEmails ? [[]] : [])
        let names = known.dropFirst().reduce(known.first ?? [], { $0.intersection($1) })
        let missing = Set(
            RenderedEmail.Part.allCases.filter { !dialect.parts.contains($0) }.map(\.keys).flatMap {
                [$0.plain, $0.json, $0.properties]
            })
        var email: [String: MustacheValue] = [:]
        for name in DialectEmailKey.allCases.filter({ !missing.contains($0) }).map(\.rawValue) + names {
            email[name] = .verbatim(name)
        }
        email[DialectEmailKey.isDefault.rawValue] = false
        let common = DialectFileKey.allCases.map { ($0, MustacheValue.verbatim($0.rawValue)) }
        return try file.filled(
            with: file.isForEachEmail
                ? .object(email) : .view([DialectListKey.emails: .list([.object(email)]), .languages: .list([])]),
            within: .view(Dictionary(uniqueKeysWithValues: common))
        ).path
    }

    /// A JSON string, which TOML and YAML read identically.
    static func quoted(_ text: String) -> String { JSONValue.string(text).serialized() }
}

extension Dialect {
    /// Whether the system sends an email.
    package func sends(_ email: Email, of app: App) -> Bool { entry(for: email, of: app) != nil }

    /// The variant in which the system sends an email: the first that supplies everything that the email uses, or else
    /// the first; nil if the system does not send the email.
    func entry(for email: Email, of app: App) -> DialectEmail? {
        let entries = emails?[email.name] ?? (takesOtherEmails ? [DialectEmail(id: email.name)] : [])
        let used = Set(email.uses.map(\.variable.rawValue))
        let fitting = entries.first { entry in
            guard entry.requires.filter(Self.isVariable).allSatisfy(used.contains) else { return false }
            let values = DialectValues(email, as: entry, dialect: self)
            return VariableResolver(email, of: app, values: values.values).diagnostics.isEmpty
        }
        return fitting ?? entries.first
    }
}
