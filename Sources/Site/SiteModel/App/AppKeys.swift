import AuthContracts
internal import Branding
package import Configuration
import JSON
package import LinkDefinitions

extension AppFile.Contents {
    static let keyTable = KeyTable(
        "app.yml",
        [
            .init("name", .text(.some), .required, "The app's display name.", example: "Harbour"),
            .init(
                "hosts", .list(.text(.host), count: ValueType.some, isUnique: true), .required,
                "The hosts that serve the app's pages over https, without scheme or port; emails use the first.",
                example: ["harbour.example", "www.harbour.example"]),
            .init(
                "support", .text(.emailAddress),
                "The support address, shown without a script, on the 404 page, and as `{{support}}` in emails.",
                example: "help@harbour.example"),
            .init(
                "reply-to", .text(.emailAddress), "The Reply-To address of emails; by default `support`.",
                example: "support@harbour.example"),
            .init(
                "sender", .word(EmailSender.self),
                "The service that sends the emails, so that it leaves their links as they are.", example: "sendgrid"),
            .init(
                "postal-address", .oneOrMany(.text(.some)),
                "The lines of the sender's postal address, shown at the end of emails.",
                example: ["Harbour Ltd", "1 Quay Street", "Bristol"]),
            .init(
                "language", .text(.languageTag), default: "en",
                "The language in which the app's pages and emails are written, as a BCP 47 tag.", example: "en"),
            .init(
                "languages", .list(.text(.languageTag), count: ValueType.some, isUnique: true),
                "The other languages, into which files such as `reset-password.fr.md` translate them.",
                example: ["fr", "pt-BR"]),
            .init("theme", .keyed(Theme.keyTable), "The look of pages and emails."),
            .init("footer", .keyed(.footer), "Links at the foot of pages and emails."),
            .init(
                "login", .keyed(Login.keyTable), "Where people log in: in the app, on the web, or both."
            ),
            .init(
                "change-password", .text(.name), "The page that `/.well-known/change-password` redirects to.",
                example: "forgot-password"),
            .init(
                "passkeys", .keyed(Passkeys.keyTable), "The pages for passkeys, which password managers look up."),
            .init(
                "elsewhere", .list(.text(.path)),
                "Paths of the app's hosts that another server answers, so that pages and emails may link to them.",
                example: ["/login"]),
            .init(
                "continue", .list(.text(.httpsAddress), count: ValueType.some),
                "The addresses at which a link may say to go on after success, each with all paths below it.",
                example: ["https://shop.harbour.example/account"]),
            .init(
                "local", .bool, default: false,
                "Whether a release stays on this machine or network, so that its backend may be there too."),
            .init(
                "preview", .word(PreviewedBackend.self), default: "sandbox",
                "The server that the pages of `latchkey preview` call: an imitation, or the backend itself."),
            .init("ios", .keyed(IOSApp.keyTable), "The app that opens the links on iPhones and iPads."),
            .init("android", .keyed(AndroidApp.keyTable), "The app that opens the links on Android."),
            .init("backend", .keyed(AppFile.BackendContents.keyTable), "The server that the pages' operations call."),
            .init(
                "links", .map(.keyed(LinkDefinition.keyTable), names: .name),
                "The links in emails, by names of your choice."),
        ],
        otherNames: [
            "redirect_to": "continue", "redirect-urls": "continue", "support-email": "support", "domains": "hosts",
            "from": forSender, "from-email": forSender, "sender-email": forSender, "from-name": forSender,
            "env": forEnvironment, "environment": forEnvironment, "extends": forEnvironment,
            "store":
                "Write the number in the App Store under 'ios:'. Google Play is offered by 'package' under 'android:'.",
            "locale": "language", "lang": "language", "default-locale": "language", "default-language": "language",
            "locales": "languages", "langs": "languages", "translations": "languages",
            "supported-locales": "languages", "supported-languages": "languages",
            "available-locales": "languages", "available-languages": "languages",
            "i18n":
                "Write 'languages', with the languages of the translations: languages: [fr]. The language of the files without a suffix is 'language'.",
        ])
}

extension AppFile.Contents {
    private static let forSender =
        "Remove it: the system that sends the emails sets their sender. Where replies go is 'reply-to'."
    private static let forEnvironment =
        "Remove it: the name of a file says the environment, such as app.staging.yml."
}

extension Login {
    package static let keyTable = KeyTable(
        "login",
        [
            .init(
                "app", .text(.appAddress), .requiredWithout("web"),
                "The URL that `(app:login)` on a page opens, with the app's scheme.",
                example: "harbour://login"),
            .init(
                "web", .text(.pathOrAddress),
                "The login on the web: a page of the app, a path that is listed in `elsewhere`, or an https address.",
                example: "/login"),
        ],
        otherNames: [
            "ios": "Write 'app', once for both platforms.", "android": "Write 'app', once for both platforms.",
            "url": "Write 'app' before an address with the app's scheme, and 'web' before one of the web.",
            "scheme": "Write 'app', and the whole address that opens the login: app: SCHEME://login",
            "path": "web", "link": "app", "deep-link": "app",
        ])
}

extension Passkeys {
    package static let keyTable = KeyTable(
        "passkeys",
        [
            .init(
                "enroll", .text(.pathOrAddress), .requiredWithout("manage"),
                "Where people create a passkey: a page of the app, a path that is listed in `elsewhere`, or an https address.",
                example: "https://account.harbour.example/passkeys/new"),
            .init(
                "manage", .text(.pathOrAddress), "Where people manage their passkeys.",
                example: "https://account.harbour.example/passkeys"),
        ])
}

extension IOSApp {
    package static let keyTable = KeyTable(
        "ios",
        [
            .init(
                "app-id", .text(.appID), .requiredWithout("app-ids"),
                "The prefix of ten characters, a dot, and the bundle identifier.",
                example: "ABCDE12345.example.harbour"),
            .init(
                "app-ids", .list(.text(.appID), count: ValueType.some, isUnique: true),
                "Further apps that open the links, such as a beta; without `app-id`, the first is the one in the App Store.",
                example: ["ABCDE12345.example.harbour.beta"]),
            .init("scheme", .text(.scheme), "The app's custom URL scheme, without `://`.", example: "harbour"),
            .init("store", .number(1...999_999_999_999), "The app's number in the App Store.", example: 1_234_567_890),
        ],
        otherNames: [
            "bundle-id": forAppID, "bundle-identifier": forAppID, "team-id": forAppID, "app-id-prefix": forAppID,
        ])

    private static let forAppID = fixForParts()

    /// The fix for keys of the two parts of an application identifier, with those that are known.
    static func fixForParts(team: String = "ABCDE12345", bundle: String = "com.example.app") -> String {
        "Write 'app-id', with the team's ID, a dot and the bundle identifier: \(team).\(bundle)"
    }
}

extension AndroidApp {
    package static let keyTable = KeyTable(
        "android",
        [
            name(.requiredWithout("packages"), example: "example.harbour"),
            certificates(.requiredWithout("packages")),
            .init(
                "packages", .list(.keyed(Package.keyTable), count: ValueType.some),
                "Further apps that open the links, such as a beta; without `package`, the first is the one on Google Play."
            ),
        ], otherNames: otherNames)

    fileprivate static let otherNames = [
        "applicationId": "package", "application-id": "package", "app-id": "package", "namespace": "package",
        "fingerprint": "sha256", "fingerprints": "sha256", "certificate": "sha256", "certificates": "sha256",
        "store": forStore, "store-url": forStore, "play": forStore, "play-store": forStore, "google-play": forStore,
        "market": forStore, "url": forStore,
        "scheme": "Remove it: Android takes the one under 'ios:'; without an iOS app, write it there.",
    ]

    static let forStore = "Remove it: Google Play is offered by the application ID, 'package' under 'android:'."

    fileprivate static func name(_ need: KeyTable.Key.Need, example: JSONValue) -> KeyTable.Key {
        .init("package", .text(.package), need, "The application ID.", example: example)
    }

    fileprivate static func certificates(_ need: KeyTable.Key.Need) -> KeyTable.Key {
        .init(
            "sha256", .list(.text(.fingerprint), count: ValueType.some), need,
            "The SHA-256 fingerprints of the signing certificates, as the Play Console shows them.",
            example: [
                "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
            ])
    }
}

extension AndroidApp.Package {
    package static let keyTable = KeyTable(
        "android.packages",
        [AndroidApp.name(.required, example: "example.harbour.beta"), AndroidApp.certificates(.required)],
        otherNames: AndroidApp.otherNames)
}

extension AppFile.BackendContents {
    private static let otherNames = [
        "provider": "contract", "type": "contract", "url": "base", "base-url": "base",
        "site-key": "Write it under 'captcha:', behind the provider's name: captcha: { turnstile: … }",
    ]

    /// The settings of the built-in contracts.
    private static let settings = Dictionary(
        [
            "api-key", "application-id", "client-id", "collection", "connection", "continue-url", "delete-url",
            "project", "realm", "redirect-to", "redirect-url",
        ].map { ($0, "Write it under 'settings:'.") }
    ) { $1 }

    static let keyTable = KeyTable(
        "backend",
        [
            .init(
                "contract", .text(.some),
                "The name of a contract in `Templates/backends`, built in or beside the site. Without it, the app's contract is the file `backend.yml` beside `app.yml`.",
                example: "supabase"),
            .init(
                "base", .text(TextFormat("https address", pattern: "^https?://[^?#]+$")), .required,
                "The base URL of the contract's requests, without query and fragment; a release requires https unless it is `local`.",
                example: "https://project.supabase.co/auth/v1"),
            .init("timeout", .text(.duration), default: "30s", "The total time that an operation may take."),
            .init(
                "resend-after", .text(.duration), default: "60s",
                "The time before the same email can be asked for again."),
            .init(
                "retry-after", .text(.duration),
                "The wait that `rate-limited` shows if the backend gives none; by default `resend-after`.",
                example: "1h"),
            .init(
                "settings", .map(.text),
                "The values of the settings that the contract declares; pages contain them, so none may be a secret.",
                example: ["api-key": "sb_publishable_example"]),
            .init(
                "captcha", Captcha.type,
                "The captcha whose answer the backend demands: `turnstile`, `hcaptcha` or `recaptcha`, with the public site key.",
                example: ["turnstile": "0x4AAAAAAAexample"]),
            .init(
                "password", .list(.text(.passwordRequirement)),
                "This project's requirements of a new password, which replace those of the contract.",
                example: ["at-least 8"]),
        ], otherNames: otherNames.merging(settings) { $1 })
}

extension LinkDefinition {
    package static let keyTable = KeyTable(
        "links.NAME",
        [
            .init(
                "web", .oneOrMany(.text(.urlTemplate), count: ValueType.some), .required,
                "Path, query and fragment on the app's hosts, where `{name}` is a parameter that is never empty.",
                example: "/reset-password?token_hash={token_hash}"),
            .init(
                "app", .text(.appAddress),
                "The same link with the app's scheme; its parameters must be among those of `web`.",
                example: "harbour://reset-password?token_hash={token_hash}"),
            .init(
                "page", .text(.name), "The page that opens if the app does not; a link requires `page` or `app`.",
                example: "reset-password"),
            .init(
                "lives", .text(.duration), "How long the backend accepts the link, shown as `{{expires}}` in emails.",
                example: "1h"),
            .init(
                "landing", .word(LinkDefinition.Landing.self), default: "page",
                "What the link opens on a phone: the page, or the app directly, which fails if it is not installed."),
        ],
        otherNames: [
            "expires": "lives", "expires-in": "lives", "lifetime": "lives", "ttl": "lives", "url": "web", "path": "web",
            "ios": "Write 'app', once for both platforms.", "android": "Write 'app', once for both platforms.",
            "deep-link": "app", "deeplink": "app",
        ])
}

extension KeyTable {
    static let footer = KeyTable(
        "footer",
        [
            .init("terms", .text(.pathOrAddress), "The terms of service.", example: "/legal/terms.pdf"),
            .init(
                "privacy", .text(.pathOrAddress), "The privacy policy.", example: "https://harbour.example.com/privacy"),
            .init(
                "imprint", .text(.pathOrAddress),
                "The legal notice on who is responsible for the pages, required in some countries.",
                example: "https://harbour.example.com/imprint"),
            .init("support", .text(.pathOrAddress), "The help pages.", example: "https://help.harbour.example.com"),
        ],
        otherNames: [
            "impressum": "imprint", "legal": "imprint", "datenschutz": "privacy", "agb": "terms", "tos": "terms",
            "help": "support", "faq": "support",
        ])
}

extension TextFormat {
    static let name = TextFormat("name", pattern: "^[a-z][a-z0-9-]*$")
    /// RFC 1123, section 2.1, with at least two labels, of which the last is no number.
    static let host = TextFormat(
        "host", pattern: "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$")
    static let languageTag = TextFormat(
        "language tag", pattern: "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$")
    static let path = TextFormat("path", pattern: "^/(?!/)[!-~]*$")
    static let urlTemplate = TextFormat("URL template", pattern: "^/([^{} *$]|\\{[A-Za-z][A-Za-z0-9_-]*\\})*$")
    static let appID = TextFormat("app ID", pattern: "^[A-Z0-9]{10}\\.[A-Za-z0-9.-]+$")
    static let scheme = TextFormat("scheme", pattern: "^[A-Za-z][A-Za-z0-9+.-]*$")
    static let package = TextFormat("application ID", pattern: "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$")
    static let fingerprint = TextFormat("fingerprint", pattern: "^([0-9A-F]{2}:){31}[0-9A-F]{2}$")
    static let pathOrAddress = TextFormat("path or https address", pattern: "^(/|https://)")
    static let httpsAddress = TextFormat("https address", pattern: "^https://[^?#@\\\\]+$")
    static let appAddress = TextFormat("app address", pattern: "^[A-Za-z][A-Za-z0-9+.-]*://")
    static let emailAddress = TextFormat("email address", pattern: "^[!-;=?A-~]+@[^@ ]+$")
    static let duration = TextFormat("duration", pattern: "^0*([1-9][0-9]{0,4}|100000)[smhd]$")
}

extension KeyTable {
    package static let app = AppFile.Contents.keyTable
    package static let page = PageHeader.keyTable
    package static let email = EmailSpecReader.Header.keyTable
}
