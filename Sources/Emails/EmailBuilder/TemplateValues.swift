import AppLinks
import LinkDefinitions
package import SiteModel

/// The value of a variable or of a link parameter.
package enum TemplateValue: Hashable, Sendable {
    /// A text, which is escaped for its context.
    case text(String)
    /// A value that the sending system fills in.
    ///
    /// If it is optional, the system can omit a section of the variable when it has no value.
    case placeholder(isOptional: Bool)
}

/// The values for rendering an email.
package struct TemplateValues: Hashable, Sendable {
    /// The values by variable. A section of a variable without a value is omitted; outside a section its use is an
    /// error.
    ///
    /// The defaults of `app`, `support` and `expires` come from `app.yml`, the default of `link` from the parameters.
    package var variables: [TemplateVariable: TemplateValue]
    /// The values of the link's parameters by name: `token`, `token_hash`, `oobCode`.
    package var parameters: [String: TemplateValue] = [:]
    /// The name of the system that fills in the values, for diagnostics: `Supabase`; nil for none.
    package var supplier: String?
    /// The name of the file of a dialect that the site has added, where values are declared; nil for a built-in one.
    var ownDialect: String?
    /// The origin of the app's own pages, without a trailing slash: `http://127.0.0.1:7451` in a preview; nil for the
    /// app's first host.
    package var origin: String?

    /// The example values of the known variables; those of an email's own variables are in its spec.
    static let examples: [TemplateVariable: String] = [
        .code: "123456", .email: "ada@example.com", .name: "Ada", .time: "June 5, 2026 at 14:05 UTC",
        .place: "Lisbon, Portugal", .device: "Firefox on Windows",
    ]

    /// Example values for every variable and parameter, the same each time, without real addresses or tokens.
    package static func sample(for email: Email, of app: App) -> TemplateValues {
        let variables = examples.merging(email.examples) { known, _ in known }
        let parameters = (email.link?.web ?? []).flatMap(\.parameters).map { name in
            (name, TemplateValue.text(variables[TemplateVariable(rawValue: name)] ?? "sample-\(name)"))
        }
        return TemplateValues(
            variables: variables.mapValues { .text($0) }, parameters: Dictionary(parameters) { first, _ in first })
    }
}
