import AppLinks
import AppSiteAssociation
public import AuthContracts
public import SiteModel

/// How a page is to look when it is rendered: the choices that a browser, a person or a backend would make.
public struct Appearance: Hashable, Sendable {
    /// Light or dark.
    public enum Scheme: Hashable, Sendable {
        /// As the device asks.
        case system
        case light
        case dark
    }

    /// What is going on in the state that is shown.
    public enum Condition: Hashable, Sendable {
        /// As the file is served, before any script has run: what needs one is disabled, and the page says why.
        case served
        /// Ready for a person.
        case idle
        /// An operation is running.
        case busy(String)
        /// An operation came to an outcome that keeps the person here.
        case message(OutcomeName)
        /// Every field that has words for it is wrong.
        case invalidFields
        /// Somebody is typing, and a new password has some of what it has to have.
        case typing
    }

    public var scheme: Scheme
    /// How large text is, in per cent of what it is for most: a person may have set it to 200.
    public var textSize = 100
    public var condition: Condition
    /// What the browser would know, by name: parameters, what was typed, what the backend told.
    public var values: [String: String]

    /// The appearance of the file that is served, unless told otherwise.
    public init(scheme: Scheme = .system, condition: Condition = .served, values: [String: String] = [:]) {
        self.scheme = scheme
        self.condition = condition
        self.values = values
    }

    /// Values to look at a page with: an account, a wait, and those parameters of the page's links that nobody types.
    ///
    /// - Parameter page: the page that is looked at.
    /// - Returns: a value for each name.
    public static func samples(for page: Page) -> [String: String] {
        let typed = page.states.flatMap { $0.fields.map(\.name) }
        let parameters = page.links.flatMap { $0.web.flatMap(\.parameters) }.filter { !typed.contains($0) }
        let values = [("email", "ada@example.com"), ("wait", "60 seconds")] + parameters.map { ($0, "sample-\($0)") }
        return Dictionary(values) { first, _ in first }
    }
}
