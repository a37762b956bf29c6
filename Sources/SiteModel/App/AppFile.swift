import AppLinks
import AppSiteAssociation
import AuthContracts
import Diagnostics
import YAML

/// `app.yml` as it was read, before it is joined with its pages.
struct AppFile: Sendable {
    /// The app folder's name.
    let name: String
    let document: YAMLDocument
    let contents: Contents

    init(name: String, source: SourceText) throws(DiagnosticReport) {
        self.name = name
        document = try YAMLDocument(parsing: source)
        contents = try document.decode(Contents.self)
    }

    /// A diagnostic about what stands at a path; of something that has parts, its name is the place.
    func diagnostic(
        _ severity: Diagnostic.Severity = .error, code: String, at path: String, _ message: String, fix: String? = nil,
        offset: Int? = nil
    ) -> Diagnostic {
        let hasParts = document.root?.node(at: path)?.members.isEmpty == false
        let location = hasParts ? document.keyLocation(of: path) : document.location(of: path, offset: offset)
        return document.source.diagnostic(
            severity, code: code, at: location ?? SourceLocation(file: document.source.file, line: 1, column: 1),
            message,
            fix: fix)
    }

    /// The keys of `app.yml`.
    struct Contents: Decodable, Sendable {
        let name: Located<String>
        let hosts: [String]
        let support: Located<EmailAddress>?
        let replyTo: Located<EmailAddress>?
        let postalAddress: OneOrMany<String>?
        let theme: ThemeContents?
        let login: LoginContents?
        let changePassword: Located<String>?
        let elsewhere: [Located<SitePath>]?
        let ios: IOSContents?
        let android: AndroidContents?
        let backend: BackendContents?
        let links: OrderedMap<LinkContents>?

        enum CodingKeys: String, CodingKey {
            case name, hosts, support, theme, login, elsewhere, ios, android, backend, links
            case changePassword = "change-password"
            case replyTo = "reply-to"
            case postalAddress = "postal-address"
        }
    }

    struct ThemeContents: Decodable, Sendable {
        let accent: Color?
        let background: OneOrMany<Color>?
        let radius: Radius?
        let error: Color?
        let success: Color?

        var theme: Theme {
            let plain = Theme()
            return Theme(
                accent: accent ?? plain.accent, background: background?.values ?? plain.background,
                radius: radius?.pixels ?? plain.radius, error: error, success: success)
        }
    }

    struct Radius: Decodable, Sendable {
        let pixels: Int

        init(from decoder: any Decoder) throws {
            pixels = try decoder.singleValueContainer().decode(Int.self)
            guard (0...48).contains(pixels) else {
                throw YAMLValueError(
                    "a radius of \(pixels) is out of range", fix: "Write the pixels of a corner, 0 to 48.")
            }
        }
    }

    struct LoginContents: Decodable, Sendable {
        let app: Located<String>?
        let web: Located<String>?
    }

    struct IOSContents: Decodable, Sendable {
        let appID: String
        let scheme: String?
        let store: Int?

        enum CodingKeys: String, CodingKey {
            case appID = "app-id"
            case scheme, store
        }
    }

    struct AndroidContents: Decodable, Sendable {
        let package: String
        let sha256: [String]
    }

    struct BackendContents: Decodable, Sendable {
        let contract: Located<String>
        let base: BaseAddress
        let timeout: Duration?
        let resendAfter: Duration?
        let retryAfter: Duration?
        let settings: OrderedMap<Located<String>>?
        let password: [BackendRequirement]?

        enum CodingKeys: String, CodingKey {
            case contract, timeout, settings, password
            case resendAfter = "resend-after"
            case retryAfter = "retry-after"
            // Last, in the order of decoding: a wrong one ends the look at what comes after it.
            case base
        }

        var backend: Backend {
            Backend(
                contract: contract.value, base: base.text, timeout: timeout?.seconds ?? 30,
                resendAfter: resendAfter?.seconds ?? 60, retryAfter: retryAfter?.seconds,
                settings: Dictionary((settings ?? OrderedMap()).map { ($0.key.value, $0.value.value) }) { $1 },
                password: password?.map(\.requirement))
        }
    }

    /// What an app's own backend asks of a password.
    struct BackendRequirement: Decodable, Sendable {
        let requirement: PasswordRequirement

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let requirement = PasswordRequirement(text), requirement != .same else {
                throw YAMLValueError(
                    "'\(text)' is not a requirement",
                    fix: "Write at-least 8, at-most 128, at-most 72 bytes, upper, lower, digit or special.")
            }
            self.requirement = requirement
        }
    }

    struct LinkContents: Decodable, Sendable {
        let web: OneOrMany<URLTemplateContents>
        let app: URLTemplateContents?
        let page: Located<String>?
        let lives: Duration?
        let landing: Landing?
    }

    struct URLTemplateContents: Decodable, Sendable {
        let template: URLTemplate

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            do {
                template = try URLTemplate(parsing: text)
            } catch {
                throw YAMLValueError(error.message, fix: error.fix, offset: error.offset, code: "bad-url-template")
            }
        }
    }

    enum Landing: String, Decodable, CaseIterable, Sendable {
        case page, redirect
    }
}

extension Color: Decodable {
    /// Reads `#RGB` or `#RRGGBB`.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let color = Color(hex: text) else {
            throw YAMLValueError(
                "'\(text)' is not a colour", fix: "Write six hexadecimal digits in quotes: \"#D4AF37\".")
        }
        self = color
    }
}
