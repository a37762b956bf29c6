import Configuration
import Diagnostics
import SiteBuilder
import SiteModel
import TemplateFiles
import TextEncoding
import YAML

/// The first site for a backend: pages that name their kind, the emails that the backend can send, and an `app.yml` that
/// says the rest. What is specific to a backend is data, `Templates/catalog/backend`.
package struct FirstSite: Sendable {
    /// What has to be known besides the backend.
    package struct Answers: Sendable {
        package var backend: String
        /// Nil for the host that is named after the app.
        package var host: String?
        /// The app ID of the iOS app, the team's prefix and the bundle identifier; nil without one.
        package var ios: String?
        /// Nil for the scheme that is named after the app.
        package var scheme: String?

        /// Creates the answers; only the backend has no default.
        package init(backend: String, host: String? = nil, ios: String? = nil, scheme: String? = nil) {
            self.backend = backend
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
    let steps: [String]

    /// - Parameters:
    ///   - answers: what the site is for.
    ///   - title: the app's display name.
    ///   - name: the app's name.
    /// - Throws: diagnostics about an unknown backend, and about answers that `app.yml` cannot have.
    init(_ answers: Answers, title: String, name: String) throws(DiagnosticReport) {
        let path = "\(Self.folder)\(answers.backend).yml"
        guard let source = TemplateSources.embedded.source(of: path) else {
            throw Catalog.mistake(
                "unknown-backend", "there is no backend '\(answers.backend)'",
                fix: Suggestion.question(for: answers.backend, in: Self.backends)
                    ?? "The backends are \(Self.backends.joined(separator: ", ")).")
        }
        let host = answers.host ?? "\(name).example"
        let data = try YAMLDocument(parsing: source).root?.mappingTexts { text in
            text.replacing("<% name %>", with: name).replacing("<% host %>", with: host)
        }
        self.title = data?["title"]?.text ?? answers.backend
        steps = data?["console"]?.texts ?? []
        let pages = data?["pages"]?.texts ?? []
        let app = Self.app(answers, title: title, host: host, scheme: name.filter { $0 != "-" }, data)
        var files = [("app.yml", Self.head + app.blockYAML)]
        files += pages.map { page in
            ("\(page).md", "---\n# What this page comes to: latchkey show page \(page)\nkind: \(page)\n---\n")
        }
        files += (data?["emails"]?.texts ?? []).map { email in
            ("emails/\(email.removing(suffix: ContractLibrary.byCode) ?? email).md", Catalog.text(of: email, .email))
        }
        self.files = files
        try check(name)
    }

    private static let head = """
        # yaml-language-server: $schema=../../.latchkey/app.schema.json
        # 'latchkey schema app' has every key.

        """

    /// The contents of `app.yml`.
    private static func app(
        _ answers: Answers, title: String, host: String, scheme: String, _ data: ConfigurationNode?
    ) -> ConfigurationNode {
        let pages = data?["pages"]?.texts ?? []
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
        var backend = [("contract", ConfigurationNode.text(answers.backend)), ("base", data?["base"] ?? .text(""))]
        if let settings = data?["settings"] { backend.append(("settings", settings)) }
        members.append(("backend", .mapping(backend)))
        if let links = data?["links"]?.members, !links.isEmpty {
            let links = links.map { link in
                let (name, web) = (link.key.text ?? "", link.value["web"]?.text ?? "")
                var keys: [(String, ConfigurationNode)] = [("web", .text(web))]
                if let scheme { keys.append(("app", .text("\(scheme):/\(web)"))) }
                keys += [("page", .text(name)), ("lives", link.value["lives"] ?? .text("1h"))]
                return (name, ConfigurationNode.mapping(keys))
            }
            members.append(("links", .mapping(links)))
        }
        return .mapping(members)
    }

    /// Reports what the site would be refused for, before it is written.
    private func check(_ name: String) throws(DiagnosticReport) {
        let sources = AppSources(name: name, files: files.map { SourceText(file: $0.file, text: $0.text) })
        let report = DiagnosticReport(sources.read(contracts: TemplateSources.embedded.library).diagnostics)
        // What is left to fill in is no mistake of the answers.
        if report.hasErrors { throw DiagnosticReport(report.diagnostics.filter { $0.severity == .error }) }
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
