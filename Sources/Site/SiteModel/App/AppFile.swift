import AppLinks
import AuthContracts
internal import Branding
package import Configuration
import Diagnostics
package import LinkDefinitions
internal import TextEncoding
import YAML

/// The contents of `app.yml`, before it is combined with its pages.
struct AppFile: Sendable {
    let name: String
    let document: YAMLDocument
    let contents: Contents

    init(name: String, document: YAMLDocument) throws(DiagnosticReport) {
        self.name = name
        self.document = document
        do throws(DiagnosticReport) {
            contents = try document.read()
        } catch {
            throw DiagnosticReport(sorting: Self.mistakes(error.diagnostics, in: document))
        }
        let marks = Self.strayMarks(in: document)
        if !marks.isEmpty { throw DiagnosticReport(marks) }
    }

    /// Parses `app.yml` and the file of the environment, whose values override it, and expands variables by name. Each
    /// value has its location in the file that it comes from.
    static func document(
        _ source: SourceText, overriddenBy override: SourceText? = nil, variables: [String: String] = [:]
    ) throws(DiagnosticReport) -> YAMLDocument {
        try merged(source, override).expanding(variables) { keys, name in
            // A parameter as JavaScript's templates write it, which the reader of the address reports.
            keys.first == "links" && keys.count == 3 && ["web", "app"].contains(keys[2])
                && name.count > 1 && name.contains(where: \.isLowercase)
        }
    }

    private static func merged(_ source: SourceText, _ override: SourceText?) throws(DiagnosticReport) -> YAMLDocument {
        guard let override else { return try YAMLDocument(parsing: source, keys: Contents.keyTable) }
        let documents = try [source, override].mapReportingAll { source throws(DiagnosticReport) in
            let document = try YAMLDocument(parsing: source, keys: Contents.keyTable)
            if let root = document.root, case .mapping = root.kind { return document }
            // A document that is not a mapping is reported as if it stood alone; an empty override is not a mistake.
            if document.root != nil { _ = try document.read(Contents.self) }
            return document
        }
        let emptied = emptied(documents[0].root, by: documents[1].root)
        if !emptied.isEmpty {
            throw DiagnosticReport(
                emptied.map { key in
                    override.diagnostic(
                        code: "emptied-key", at: key.range.lowerBound,
                        "'\(key.text ?? "")' has no value here, which would remove that of app.yml",
                        fix: isRequired(key)
                            ? "Write its value; or remove the line, and it is as in app.yml."
                            : "Write '\(key.text ?? ""): null' to remove it, or its value; without this line it is as in app.yml."
                    )
                })
        }
        return documents[0].overridden(by: documents[1])
    }

    private static func isRequired(_ key: ConfigurationNode) -> Bool {
        if case .required? = Contents.keyTable[key.text ?? ""]?.need { true } else { false }
    }

    /// The keys whose value is not written in the file of an environment, as where its only line became a comment.
    private static func emptied(_ own: ConfigurationNode?, by other: ConfigurationNode?) -> [ConfigurationNode] {
        (other?.members ?? []).flatMap { member -> [ConfigurationNode] in
            guard let value = own?[member.key.text ?? ""], !value.isNull else { return [] }
            return member.value.range.isEmpty ? [member.key] : emptied(value, by: member.value)
        }
    }

    /// A diagnostic about the value at a path; about the key if the value is a mapping.
    func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at path: String, _ message: ValueMessage,
        fix: ValueMessage? = nil, offset: Int? = nil
    ) -> Diagnostic {
        let hasParts = document.root?.node(at: path)?.members.isEmpty == false
        let location = hasParts ? document.keyLocation(of: path) : document.location(of: path, offset: offset)
        return document.diagnostic(
            severity, code: code, at: location ?? SourceLocation(file: document.source.file, line: 1, column: 1),
            message, fix: fix)
    }

    /// The value at a path for a message that refuses it: as written, with `${NAME}` for variables.
    func shown(_ value: String, at path: String) -> String { document.written(at: path) ?? value }

    /// The path of the last key of a mapping, the location for diagnostics about a missing one.
    func lastKey(of path: String) -> String {
        let last = document.root?.node(at: path)?.members.last?.key.text
        return last.map { "\(path).\($0)" } ?? path
    }

    /// Whether the file of an environment removes a key of `app.yml`.
    func removes(_ path: String) -> Bool { document.root?.node(at: path)?.isRemoved == true }

    struct Contents: KeyedReadable {
        let name: String
        let hosts: [String]
        let support: EmailAddress?
        let replyTo: EmailAddress?
        let sender: EmailSender?
        let postalAddress: [String]?
        let theme: Theme
        let footer: [FooterLink]
        let login: Login?
        let changePassword: String?
        let passkeys: Passkeys?
        let continuations: [ContinuationAddress]?
        let elsewhere: [Located<SitePath>]?
        let ios: IOSApp?
        let android: AndroidApp?
        let backend: BackendContents?
        let links: OrderedMap<LinkDefinition>
        let isLocal: Bool
        let preview: PreviewedBackend
        let language: LanguageTag
        /// The languages into which the app is translated.
        let languages: [Located<LanguageTag>]

        init?(_ keys: KeyedReader) {
            name = keys.shownText("name", .name)
            hosts = keys.required("hosts") ?? []
            support = keys["support"]
            theme = keys["theme"] ?? Theme()
            footer = keys.value("footer")?.keyed(.footer, FooterLink.all) ?? []
            login = keys["login"]
            elsewhere = keys["elsewhere"]
            ios = keys["ios"]
            android = keys["android"]
            backend = keys["backend"]
            links = keys["links"] ?? OrderedMap()
            changePassword = keys["change-password"]
            passkeys = keys["passkeys"]
            continuations = keys["continue"]
            replyTo = keys["reply-to"]
            sender = keys["sender"]
            postalAddress = keys.value("postal-address")?.oneOrMany.compactMap { $0.shownText(.name) }
            isLocal = keys["local"] ?? false
            preview = keys["preview"] ?? .sandbox
            let own: LanguageTag = keys["language"] ?? .english
            language = own
            languages = keys["languages"] ?? []
            var listed: Set<LanguageTag> = []
            for value in keys.value("languages")?.items ?? [] {
                guard let tag = value.node.text.flatMap(LanguageTag.init) else { continue }
                if tag == own {
                    let isStated = keys.member("language") != nil
                    value.report(
                        "own-language", "'\(tag.text)' is the app's own language",
                        fix: isStated
                            ? "Remove it from the list if the pages are written in it, else correct 'language:', which is the language of app.yml, pages and emails."
                            : "Remove it from the list.")
                } else if !listed.insert(tag).inserted {
                    value.report("duplicate", "'\(tag.text)' is listed twice", fix: "Remove one of the two.")
                }
            }
        }
    }

    struct BackendContents: KeyedReadable {
        /// The key `contract`; nil for the app's own.
        let contract: Located<String>?
        let location: SourceLocation
        let settings: OrderedMap<Located<String>>
        let backend: Backend

        init?(_ keys: KeyedReader) {
            contract = keys["contract"]
            location = keys.mapping.location
            let base: BaseAddress? = keys.required("base")
            let timeout: TimeSpan? = keys["timeout"]
            let resendAfter: TimeSpan? = keys["resend-after"]
            let retryAfter: TimeSpan? = keys["retry-after"]
            settings = keys["settings"] ?? OrderedMap()
            let password = keys.value("password").flatMap { PasswordRequirement.list(ofBackend: $0) }
            if let password, PasswordRequirement.excludeEachOther(password) {
                keys.value("password")?.reportImpossiblePassword()
            }
            backend = Backend(
                contract: contract?.value ?? ContractLibrary.ownFile, base: base?.text ?? "",
                timeout: timeout?.seconds ?? 30,
                resendAfter: resendAfter?.seconds ?? 60, retryAfter: retryAfter?.seconds,
                settings: Dictionary(settings.map { ($0.key.value, $0.value.value) }) { $1 },
                password: password, captcha: keys["captcha"])
        }
    }
}

extension LinkDefinition: KeyedReadable {
    package init?(_ keys: KeyedReader) {
        let lives: TimeSpan? = keys["lives"]
        self.init(
            name: keys.mapping.name, web: keys.required("web")?.oneOrMany.compactMap { URLTemplate(reading: $0) } ?? [],
            app: keys["app"], page: keys["page"], lifetime: lives?.seconds, landing: keys["landing"] ?? .page)
    }
}

/// The service that sends an app's emails; `Templates/senders.yml` describes each.
package enum EmailSender: String, CaseIterable, ConfigurationReadable, Sendable {
    case amazonSES = "amazon-ses"
    case mailgun, mailjet, mandrill, postmark, resend, sendgrid, sparkpost

    package init?(reading value: ConfigurationValue) {
        let sender: EmailSender? = value.word(
            otherNames: ["ses": .amazonSES, "aws-ses": .amazonSES],
            fix:
                "Write the service that sends the emails if it is one of these; else remove 'sender', and switch off click tracking at the service, which changes the links."
        )
        guard let sender else { return nil }
        self = sender
    }
}

/// The server that the pages of a preview call.

enum PreviewedBackend: String, CaseIterable, ConfigurationReadable {
    /// An imitation on this machine.
    case sandbox
    case backend
}
