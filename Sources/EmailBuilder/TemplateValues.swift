import AppLinks
import AppSiteAssociation
public import SiteModel

/// The value of a variable or of a link's parameter.
public enum TemplateValue: Hashable, Sendable {
    /// A text that is known now; escaped wherever it stands.
    case text(String)
    /// The sending system fills it in.
    ///
    /// Where it is optional, the system can leave out a section of a variable that has no value.
    case placeholder(isOptional: Bool)
}

/// The values of one rendering.
public struct TemplateValues: Hashable, Sendable {
    /// A section of a variable that is not here is left out; outside a section its use is an error.
    ///
    /// `app`, `support` and `expires` come from `app.yml` where they are not here, and `link` from the parameters.
    public var variables: [TemplateVariable: TemplateValue]
    /// The values of the link's parameters, by their names: `token`, `token_hash`, `oobCode`.
    public var parameters: [String: TemplateValue]
    /// Which system fills the values in, for diagnostics: `Supabase`; nil where none is meant.
    public var supplier: String?
    /// What the URLs of the app's own pages begin with, without a trailing slash: `http://127.0.0.1:7451` in a preview; nil
    /// for the app's first host.
    public var origin: String?

    /// Values by variable and by the name of a parameter.
    public init(
        _ variables: [TemplateVariable: TemplateValue], parameters: [String: TemplateValue] = [:],
        supplier: String? = nil, origin: String? = nil
    ) {
        self.variables = variables
        self.parameters = parameters
        self.supplier = supplier
        self.origin = origin
    }

    /// The example that a known variable is shown with; those of an email's own variables are in its spec.
    static let examples: [TemplateVariable: String] = [
        .code: "123456", .email: "ada@example.com", .name: "Ada", .time: "June 5, 2026 at 14:05 UTC",
        .place: "Lisbon, Portugal", .device: "Firefox on Windows",
    ]

    /// Examples for every variable and parameter, the same each time; no person's address and no real token.
    public static func sample(for email: Email, of app: App) -> TemplateValues {
        let variables = examples.merging(email.examples) { known, _ in known }
        let parameters = (email.link?.web ?? []).flatMap(\.parameters).map { name in
            (name, TemplateValue.text(variables[TemplateVariable(rawValue: name)] ?? "sample-\(name)"))
        }
        return TemplateValues(
            variables.mapValues { .text($0) }, parameters: Dictionary(parameters) { first, _ in first })
    }
}
