import Configuration
import Diagnostics
import SiteModel
import TemplateFiles
import TextEncoding
import YAML

/// The first site for a backend: pages that name their kind, the emails that the backend can send, and an `app.yml` that
/// says the rest. What is specific to a backend is data, `Templates/catalog/backend`.
package struct FirstSite: Sendable {
    /// What has to be known besides the backend.
    package struct Answers: Sendable {
        /// Nil for a site without one, which has `only` a page.
        package var backend: String?
        /// The page that the site has alone; nil for all pages of the backend's first site.
        package var only: String?
        /// Nil for the host that is named after the app.
        package var host: String?
        /// The app ID of the iOS app, the team's prefix and the bundle identifier; nil without one.
        package var ios: String?
        /// Nil for the scheme that is named after the app.
        package var scheme: String?

        package init(
            backend: String?, only: String? = nil, host: String? = nil, ios: String? = nil, scheme: String? = nil
        ) {
            self.backend = backend
            self.only = only
            self.host = host
            self.ios = ios
            self.scheme = scheme
        }
    }

    /// The backends that a first site can have.
    package static var backends: [String] {
        TemplateSources.embedded.sources(under: folder).compactMap {
            $0.path.removing(prefix: folder)?.removing(suffix: ".yml")
        }
    }

    private static let folder = "catalog/backend/"

    /// The files by their paths in the app's folder.
    let files: [(file: String, text: String)]
    /// The backend's name, and what is left to do there.
    let title: String
    private(set) var steps: [String]

    /// Throws an unknown backend, and answers that `app.yml` cannot have. `title` is the app's display name.
    init(_ answers: Answers, title: String, name: String) throws(DiagnosticReport) {
        let host = answers.host ?? "\(name).example"
        let data = try Self.data(of: answers.backend)?.mappingTexts { text in
            text.replacing("<% name %>", with: name).replacing("<% host %>", with: host)
        }
        let plan = try Plan(data, answers)
        self.title = data?["title"]?.text ?? title
        var steps = plan.steps
        if answers.backend == nil, answers.host == nil {
            steps.append("In app.yml, hosts: the host of your pages in place of \(host)")
        }
        let pages = plan.pages
        if answers.only == AccountDeletion.kind {
            steps += Self.deletionSteps(at: host, support: ", in place of support@\(host)", data: "data")
        }
        self.steps = steps
        let app = Self.app(answers, plan, title: title, host: host, scheme: name.filter { $0 != "-" }, data)
        var files = [("app.yml", Self.head + app.blockYAML)]
        files += pages.map { page in
            let kind = plan.isByRequest ? "\(page)-by-request" : page
            return ("\(page).md", "---\n# What this page comes to: latchkey show page \(page)\nkind: \(kind)\n---\n")
        }
        let withoutEmails = Self.read(files, of: name).app
        files += plan.emails.map { email in
            let file = "emails/\(email.removing(suffix: ContractLibrary.byCode) ?? email).md"
            let spec = SourceText(file: file, text: Catalog.text(of: email, .email))
            // A site that begins with one page may lack the one for another link.
            return (file, withoutEmails?.fitted(spec).text ?? spec.text)
        }
        self.files = files
        self.steps += Self.steps(of: try check(name, answers))
    }

    private static let head = """
        # yaml-language-server: $schema=../../.latchkey/app.schema.json
        # 'latchkey schema app' has every key.

        """

    /// What is in the file of a backend; nil without a backend.
    private static func data(of backend: String?) throws(DiagnosticReport) -> ConfigurationNode? {
        guard let backend else { return nil }
        guard let source = TemplateSources.embedded.source(of: "\(folder)\(backend).yml") else {
            throw Catalog.mistake(
                "unknown-backend", "there is no backend '\(backend)'",
                fix: Suggestion.question(for: backend, in: backends)
                    ?? "The backends are \(backends.joined(separator: ", ")). For one of your own, leave '--backend' out, and "
                    + "describe it then: latchkey add contract APP")
        }
        return try YAMLDocument(parsing: source).root
    }

    /// What is left to do for a page that deletes accounts; `support` is nil where the app has such an address.
    private static func deletionSteps(at host: String, support: String?, data: String) -> [String] {
        (support.map { ["In app.yml, support: the address that people write to\($0)"] } ?? []) + [
            "In \(AccountDeletion.kind).md, \(data): what is deleted and what is kept, which Google Play asks for; then run latchkey check --play",
            "Play Console > App content > Data safety > Delete account URL: https://\(host)/\(AccountDeletion.kind)",
        ]
    }

    /// What is left to do for a page that was added to an app.
    static func steps(adding page: String, to app: App?) -> [String] {
        let steps = backendSteps(adding: page, to: app)
        guard page == AccountDeletion.kind, let app, let start = app.page(named: page)?.start.name(for: nil) else {
            return steps
        }
        return steps
            + deletionSteps(
                at: app.hosts.first ?? "", support: app.support == nil ? "" : nil, data: "data and '# \(start)'")
    }

    /// What its backend's file has of it.
    private static func backendSteps(adding page: String, to app: App?) -> [String] {
        guard let app, let backend = app.backend,
            let data = TemplateSources.embedded.source(of: "\(folder)\(backend.contract).yml"),
            let root = try? YAMLDocument(parsing: data).root
        else { return [] }
        let more = root["only"]?[page]
        // A page of the first site has no list of its own: what names its address is left to do.
        let common = (root["console"]?.texts ?? []).filter { $0.contains("<% host %>/\(page)?") }
        let emails = more.map { $0["emails"]?.texts ?? [] } ?? root["emails"]?.texts.filter { $0 == page } ?? []
        let missing = emails.filter { name in !app.emails.contains { $0.name == name } }
        // What a first site has for its author to fill in, this one has.
        var console = (more?["console"]?.texts ?? common).filter { step in
            !step.contains(" in place of ") && !app.pages.contains { step.contains("add page \($0.name);") }
        }
        if more == nil, !missing.isEmpty {
            console += (root["console"]?.texts ?? []).filter { $0.contains("latchkey emails export") }
        }
        return
            (missing.map { "The email with the link: latchkey add email \($0)" } + console)
            .map { $0.replacing("<% name %>", with: app.name).replacing("<% host %>", with: app.hosts.first ?? "") }
    }

    /// A key of the links of a name, as a backend's file has it: their `web`, or how long they live.
    static func value(_ key: String, ofLink name: String, of backend: String?) -> String? {
        let data = backend.flatMap { TemplateSources.embedded.source(of: "\(folder)\($0).yml") }
            .flatMap { try? YAMLDocument(parsing: $0).root }
        let parts = [data] + (data?["only"]?.members.map(\.value) ?? [])
        return parts.lazy.compactMap { $0?["links"]?[name]?[key]?.text }.first
    }

    /// What the site has of what its backend's file lists.
    private struct Plan {
        var pages: [String]
        var links: [(name: String, value: ConfigurationNode)]
        var emails: [String]
        var settings: [(name: String, value: ConfigurationNode)]
        var steps: [String]
        /// Whether the page is one that only names the support address, since the backend has no request for it.
        var isByRequest = false

        init(_ data: ConfigurationNode?, _ answers: Answers) throws(DiagnosticReport) {
            pages = data?["pages"]?.texts ?? []
            links = data?["links"]?.members.map { ($0.key.text ?? "", $0.value) } ?? []
            emails = data?["emails"]?.texts ?? []
            settings = data?["settings"]?.members.map { ($0.key.text ?? "", $0.value) } ?? []
            steps = data?["console"]?.texts ?? []
            guard let only = answers.only else { return }
            let more = data?["only"]?[only]
            if let reason = data?["without"]?[only]?.text { steps = [reason] }
            isByRequest = only == AccountDeletion.kind && more == nil
            guard isByRequest || more != nil || pages.contains(only) else {
                throw Catalog.mistake(
                    "unknown-page", "there is no page '\(only)' to begin with",
                    fix: Suggestion.fix(
                        for: only,
                        in: Set(pages + [AccountDeletion.kind] + (data?["only"]?.members.compactMap(\.key.text) ?? []))
                            .sorted(), "The pages are"))
            }
            pages = [only]
            links = links.filter { $0.name == only }
            emails = emails.filter { $0 == only }
            guard let more else { return }
            links = more["links"]?.members.map { ($0.key.text ?? "", $0.value) } ?? []
            emails = more["emails"]?.texts ?? []
            steps = more["console"]?.texts ?? []
        }
    }

    /// The contents of `app.yml`.
    private static func app(
        _ answers: Answers, _ plan: Plan, title: String, host: String, scheme: String, _ data: ConfigurationNode?
    ) -> ConfigurationNode {
        let pages = plan.pages
        let scheme = answers.ios == nil ? nil : answers.scheme ?? scheme
        var login: [(String, ConfigurationNode)] = []
        if let scheme { login.append(("app", .text("\(scheme)://login"))) }
        if pages.contains("log-in") { login.append(("web", .text("/log-in"))) }
        var members: [(String, ConfigurationNode)] = [
            ("name", .text(title)), ("hosts", ConfigurationNode(.sequence([.text(host)]))),
        ]
        if !login.isEmpty { members.append(("login", .mapping(login))) }
        if pages.contains("forgot-password") { members.append(("change-password", .text("forgot-password"))) }
        if let ios = answers.ios, let scheme {
            members.append(("ios", .mapping([("app-id", .text(ios)), ("scheme", .text(scheme))])))
        }
        if answers.only == AccountDeletion.kind { members.append(("support", .text("support@\(host)"))) }
        if !plan.isByRequest, let name = answers.backend {
            var backend = [("contract", ConfigurationNode.text(name)), ("base", data?["base"] ?? .text(""))]
            if !plan.settings.isEmpty { backend.append(("settings", .mapping(plan.settings))) }
            members.append(("backend", .mapping(backend)))
        }
        if !plan.links.isEmpty {
            let links = plan.links.map { link in
                let (name, web) = (link.name, link.value["web"]?.text ?? "")
                var keys: [(String, ConfigurationNode)] = [("web", .text(web))]
                if let scheme { keys.append(("app", .text("\(scheme):/\(web)"))) }
                // A link of the only page may have another name, as its email has.
                keys += [("page", .text(answers.only ?? name)), ("lives", link.value["lives"] ?? .text("1h"))]
                return (name, ConfigurationNode.mapping(keys))
            }
            members.append(("links", .mapping(links)))
        }
        return .mapping(members)
    }

    private static func read(_ files: [(file: String, text: String)], of name: String) -> AppReading {
        AppSources(name: name, files: files.map { SourceText(file: $0.file, text: $0.text) })
            .read(contracts: TemplateSources.embedded.library)
    }

    /// Reports what the site would be refused for, before it is written; returns what it is warned of.
    private func check(_ name: String, _ answers: Answers) throws(DiagnosticReport) -> [Diagnostic] {
        let report = DiagnosticReport(Self.read(files, of: name).diagnostics)
        // What is left to fill in is no mistake of the answers.
        let errors = report.sorted.filter { $0.severity == .error }
        if errors.isEmpty { return report.diagnostics }
        // The file that an answer is in is not there yet: its errors are told of the option.
        let (path, text) = files[0]
        let app = try YAMLDocument(parsing: SourceText(file: path, text: text)).root
        let given = [
            ("host", answers.host, app?["hosts"]?.items.first), ("ios", answers.ios, app?["ios"]?["app-id"]),
            ("scheme", answers.scheme, app?["ios"]?["scheme"]),
        ]
        let refused = given.compactMap { option, answer, node -> Diagnostic? in
            let place = node?.location
            let isOfNode = { (error: Diagnostic) in
                error.file == path && error.line == place?.line && error.column == place?.column
            }
            guard answer != nil, let error = errors.first(where: isOfNode) else { return nil }
            return Diagnostic(code: error.code, message: "--\(option): \(error.message)", fix: error.fix)
        }
        throw DiagnosticReport(refused.isEmpty ? errors : refused)
    }

    /// What is left to do by a warning: a page that signs in has to hand its session on.
    static func steps(of diagnostics: [Diagnostic]) -> [String] {
        diagnostics.filter { $0.code == "lost-session" }.compactMap { warning in
            warning.fix.map { "In \(warning.file?.split(separator: "/").last ?? "the page"): \($0)" }
        }
    }

    /// What is left to do, as text that ends in LF.
    var remainder: String {
        "\nLeft to do for \(title):\n" + steps.map { "  - \($0)\n" }.joined()
    }
}

extension ConfigurationNode {
    fileprivate static func text(_ text: String) -> ConfigurationNode {
        ConfigurationNode(.scalar(text, isPlain: false))
    }

    fileprivate static func mapping(_ members: [(String, ConfigurationNode)]) -> ConfigurationNode {
        ConfigurationNode(.mapping(members.map { Member(key: .text($0.0), value: $0.1) }))
    }
}
