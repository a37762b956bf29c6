import Mustache

// The names that the files of a dialect may use, besides those that the dialect's own `values` have.

/// In every file.
enum DialectFileKey: String, TemplateKey {
    case app, title
    /// The language of the file, `pt-BR`; the same as `pt_BR`; and a section for languages other than the app's own.
    case language, locale, translation
    case actionJSON = "action-json"
    case replyToJSON = "reply-to-json"
    case lifetimeSeconds = "lifetime-seconds"
    case lifetimeMinutes = "lifetime-minutes"
}

/// In a file for all emails.
enum DialectListKey: String, TemplateKey { case emails, languages }

/// Of an email.
enum DialectEmailKey: String, TemplateKey {
    case id, email, comma, subject, html, text
    case idJSON = "id-json"
    case nameJSON = "name-json"
    case isDefault = "default"
    case subjectJSON = "subject-json"
    case subjectProperties = "subject-properties"
    case htmlJSON = "html-json"
    case htmlProperties = "html-properties"
    case textJSON = "text-json"
    case textProperties = "text-properties"
    case actionJSON = "action-json"
    case lifetimeSeconds = "lifetime-seconds"
    case lifetimeMinutes = "lifetime-minutes"
}

extension RenderedEmail.Part {
    /// The names of the part: as it is, as JSON, and as a value of a `.properties` file.
    var keys: (plain: DialectEmailKey, json: DialectEmailKey, properties: DialectEmailKey) {
        switch self {
        case .subject: (.subject, .subjectJSON, .subjectProperties)
        case .html: (.html, .htmlJSON, .htmlProperties)
        case .text: (.text, .textJSON, .textProperties)
        }
    }
}

/// A lifetime in seconds and, rounded up, in minutes.
struct LifetimeValues {
    let seconds: MustacheValue
    let minutes: MustacheValue

    init(_ seconds: Int?) {
        func value(_ number: Int?) -> MustacheValue { number.map { .verbatim("\($0)") } ?? .absent }
        self.seconds = value(seconds)
        minutes = value(seconds.map { ($0 + 59) / 60 })
    }
}
