package import Diagnostics
internal import Files
package import SiteBuilder
internal import SiteModel
internal import TemplateFiles
internal import TextEncoding

/// Commented files that `latchkey add` writes into a site: apps, pages, emails and contracts.
package enum Catalog {
    package enum Kind: String, CaseIterable, Sendable {
        case app, page, email, contract, translation
    }

    /// The names for which the catalogue has a file; any other name gets a generic one.
    package static func names(of kind: Kind) -> [String] {
        paths(of: kind).keys.filter { name in !ContractLibrary.variants.contains(where: name.hasSuffix) }.sorted()
    }

    package struct Addition: Sendable {
        package let files: [String]
        /// The names of the links that were added to `app.yml`.
        package let links: [String]
        /// What is left to do outside of the site, or in a file that was not changed.
        package var steps: [String] = []
    }

    /// `ChangeEmail` as `Change-Email`, for what has names of words; an app's name may be one word.
    private static func hyphenated(_ name: some StringProtocol, _ kind: Kind) -> String {
        name.reduce(into: "") { text, character in
            if kind != .app, character.isUppercase, text.last?.isLowercase == true { text.append("-") }
            text.append(character)
        }
    }

    /// Writes the files of an addition; nothing is overwritten. The name of a contract is that of its app, and of a
    /// translation the language's tag. The link that a page receives is added to `app.yml`. If the site would have
    /// errors afterwards, they are reported and nothing is written.
    package static func add(
        _ kind: Kind, named name: String, to build: SiteBuild, app: String?
    ) throws(DiagnosticReport) -> Addition {
        guard kind == .translation || PageReader.isName(name) else {
            let word = name.split(separator: "/").last.map { $0.hasSuffix(".md") ? $0.dropLast(3) : $0 }
            throw mistake(
                "bad-name", "'\(name)' is not a name for \(kind == .email || kind == .app ? "an" : "a") \(kind)",
                fix: "Use lower-case letters, digits and hyphens, beginning with a letter: "
                    + Starter.appName(for: hyphenated(word ?? "", kind)))
        }
        let site = SiteFolder(build.site, environment: build.environment)
        if !site.refusals.isEmpty { throw DiagnosticReport(site.refusals) }
        let templates = build.templatesBeside
        switch kind {
        case .app:
            try checkHost(of: name, in: site)
            let files = try Starter.texts(title: title(of: name), name: name).map {
                ("\(build.site)/\(name)/\($0.file)", Array($0.text.utf8))
            }
            let schemas = EditorSchemas.missing(EditorSchemas.app, beside: templates)
            return Addition(files: try NewFiles(files + schemas).write(), links: [])
        case .page, .email:
            let app = try self.app(app, in: site)
            // A mistake in the site's templates is the build's to report; without them no contract is checked.
            let library = (try? build.templateSources())?.library
            return try add(kind, named: name, to: app, of: site, with: library)
        case .translation:
            let app = try self.app(app, in: site)
            return try addTranslation(
                into: name, of: app, in: site, with: try build.templateSources(), in: build.templates ?? templates)
        case .contract:
            let app = try self.app(name, in: site)
            let own = site.sources(of: app).sources?.read(contracts: nil).app?.backend?.contract ?? ""
            if !own.isEmpty, own != ContractLibrary.ownFile {
                throw mistake(
                    "two-contracts", "the app '\(app)' uses the contract '\(own)', and would then have two",
                    fix:
                        "Remove 'contract:' from its app.yml first, and copy what it has: latchkey templates show backends/\(own).yml"
                )
            }
            let file = ("\(build.site)/\(app)/\(ContractLibrary.ownFile)", Array(text(of: app, kind).utf8))
            let schemas = EditorSchemas.missing(EditorSchemas.contract, beside: templates)
            return Addition(files: try NewFiles([file] + schemas).write(), links: [])
        }
    }

    /// Adds a page or an email to an app.
    private static func add(
        _ kind: Kind, named name: String, to app: String, of site: SiteFolder, with library: ContractLibrary?
    ) throws(DiagnosticReport) -> Addition {
        let path = "\(site.path)/\(app)/\(kind == .email ? "emails/" : "")\(name).md"
        var spec = SourceText(file: path, text: text(of: name, kind))
        try NewFiles([(path, [])]).checkAbsence()
        let (sources, diagnostics) = site.sources(of: app)
        guard let sources else { throw DiagnosticReport(diagnostics) }
        var links = sources.undefinedLinks(of: spec)
        // The items of the link's query that the contract's operation takes, such as 'token_hash={token_hash}'.
        var query: String?
        if kind == .page, library?.kinds.contains(name) == true {
            // The kind may stand for a page without a link, where the backend has no operation for one.
            let page = SourceText(file: path, text: "---\nkind: \(name)\n---\n")
            let read = sources.adding(page, named: name, isEmail: false, file: nil).read(contracts: library)
            if read.app?.page(named: name) != nil { links = [] }
            let fix = read.diagnostics.first { $0.code == "missing-link" }?.fix ?? ""
            query = fix.split(separator: "?").dropFirst().first?.split(separator: "\"").first.map(String.init)
        }
        var file: SourceText?
        let backend = sources.read(contracts: library).app?.backend?.contract
        for link in links {
            let lines = definition(ofLink: link).map { line in
                // Some backends send all links to one path.
                for key in ["web", "lives"] where line.hasPrefix("  \(key): ") {
                    if let own = FirstSite.value(key, ofLink: link, of: backend) { return "  \(key): \(own)" }
                }
                return query.map { line.replacing("token={token}", with: $0) } ?? line
            }
            file = sources.adding(link: lines)
            if kind == .page, file != nil { continue }
            let page = lines.compactMap { $0.removing(prefix: "  page: ") }.first ?? name
            let ofKind = SourceText(file: path, text: "---\nkind: \(page)\n---\n")
            let unfit = sources.adding(ofKind, named: page, isEmail: false, file: nil).read(contracts: library)
                .diagnostics
                .first { $0.code == "unfit-kind" }
            throw DiagnosticReport(
                code: "missing-link", file: "\(site.path)/\(app)/app.yml",
                message: "the \(kind) '\(name)' needs the link '\(link)', which is not defined under 'links:'",
                fix: unfit.map { "Define it for a page of your own: \($0.message)." }
                    ?? (kind == .email && paths(of: .page)[page] != nil
                        ? "Add its page first, which defines it: latchkey add page \(page)"
                        : "Define it\(kind == .email ? " with the page that it opens" : ""), and run this again: \(flow(lines))")
            )
        }
        let known = sources.read(contracts: library)
        if kind == .email, let app = known.app { spec = app.fitted(spec) }
        if kind == .page, library?.kinds.contains(name) == true {
            spec = SourceText(file: path, text: "---\nkind: \(name)\n---\n")
            let read = sources.adding(spec, named: name, isEmail: false, file: file).read(contracts: library)
            if let page = read.app?.page(named: name) { spec = SourceText(file: path, text: page.text) }
        }
        let read = sources.adding(spec, named: name, isEmail: kind == .email, file: file).read(contracts: library)
        let before = Set(known.diagnostics.map(\.message))
        let new = read.diagnostics.filter { !before.contains($0.message) }
        let mistakes = new.filter { $0.severity == .error }
        if known.app != nil, !mistakes.isEmpty {
            let note = Diagnostic(
                .note, code: "not-written", message: "\(path) was not written because of these errors")
            throw DiagnosticReport(DiagnosticReport(mistakes).sorted + [note])
        }
        let files = NewFiles([(path, spec.bytes)], changing: file.map { ($0.file, $0.bytes) })
        let steps = kind == .page ? FirstSite.steps(adding: name, to: read.app) + FirstSite.steps(of: new) : []
        return Addition(files: try files.write(), links: links, steps: steps)
    }

    /// Reports that another app has the host of the new one, which the starter derives from the app's name.
    private static func checkHost(of name: String, in site: SiteFolder) throws(DiagnosticReport) {
        let host = "\(name).example"
        for other in site.names {
            guard let app = site.sources(of: other).sources?.read(contracts: nil).app, app.hosts.contains(host) else {
                continue
            }
            throw mistake(
                "duplicate-host", "the host '\(host)' is already used by the app '\(other)'",
                fix: "Choose another name: an app begins with the host NAME.example.")
        }
    }

    /// The name of the app to extend.
    static func app(_ app: String?, in site: SiteFolder) throws(DiagnosticReport) -> String {
        let names = site.names.filter { FileSystem.kind(of: "\(site.path)/\($0)/app.yml") == .file }
        if let app {
            if names.contains(app) { return app }
            throw DiagnosticReport(noApp: app, in: site.path, of: names)
        }
        if names.count == 1, let only = names.first { return only }
        throw mistake(
            "which-app", "the site has \(names.count) apps",
            fix: names.isEmpty
                ? "Add one: latchkey add app NAME"
                : "Name one with '--app': \(names.joined(separator: ", ")).")
    }

    /// The lines of the catalogue that define a link in `app.yml`.
    private static func definition(ofLink name: String) -> [String] {
        let text = TemplateSources.embedded.source(of: "catalog/link/\(name).yml")?.text ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The definition of a link on one line, as a YAML flow mapping.
    private static func flow(_ lines: [String]) -> String {
        let members = lines.dropFirst().map { line in
            let (key, value) = (line.prefix { $0 != ":" }.drop { $0 == " " }, line.drop { $0 != ":" }.dropFirst(2))
            return "\(key): \(value.contains("{") ? "\"\(value)\"" : String(value))"
        }
        return "\(lines.first ?? "") { \(members.joined(separator: ", ")) }"
    }

    static func text(of name: String, _ kind: Kind) -> String {
        let isAction = kind == .email && Email.asksForAction(name)
        let fallback = isAction ? actionEmail : fallback(of: kind)
        let source = TemplateSources.embedded.source(of: paths(of: kind)[name] ?? fallback)
        let title = title(of: name)
        // Headlines are in title case, the subjects of emails are not.
        let subject = title.prefix(1) + title.dropFirst().lowercased()
        return (source?.text ?? "").replacing("@title@", with: title).replacing("@subject@", with: subject)
            .replacing("@name@", with: name)
    }

    private static let actionEmail = "catalog/email/action.md"

    private static func fallback(of kind: Kind) -> String {
        "catalog/\(kind)/\(kind).\(kind == .contract ? "yml" : "md")"
    }

    /// The name in the catalogue that was probably meant by one that is not in it: `reset-password` for
    /// `password-reset`; nil if there is none.
    package static func nameMeant(by name: String, of kind: Kind) -> String? {
        let names = names(of: kind)
        if names.contains(name) { return nil }
        let words = Set(name.split(separator: "-"))
        return names.first { Set($0.split(separator: "-")) == words } ?? Suggestion.nearest(to: name, in: names)
    }

    /// The paths of a kind's templates by name, from the catalogue and from the starter.
    private static func paths(of kind: Kind) -> [String: String] {
        let folders: [String] =
            switch kind {
            case .app, .contract, .translation: []
            case .page: ["starter/", "catalog/page/"]
            case .email: ["emails/defaults/", "starter/emails/", "catalog/email/"]
            }
        let generic = [fallback(of: kind), actionEmail]
        var paths: [String: String] = [:]
        for folder in folders {
            for path in EmbeddedTemplates.paths where !generic.contains(path) {
                guard let name = path.removing(prefix: folder)?.removing(suffix: ".md"), !name.contains("/"),
                    // A translation, such as 'reset-password.fr'.
                    !name.contains(".")
                else { continue }
                paths[name] = path
            }
        }
        return paths
    }

    /// A title for a name: `Delete Account` for `delete-account`.
    private static func title(of name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    static func mistake(_ code: String, _ message: String, fix: String) -> DiagnosticReport {
        DiagnosticReport([Diagnostic(code: code, message: message, fix: fix)])
    }
}
