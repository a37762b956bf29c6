/// What is wrong with an app's links, by the place in `app.yml`.
public struct AppLinksProblem: Error, Hashable, Sendable {
    /// Whether it stops a build.
    public enum Severity: String, Hashable, Sendable {
        case error, warning
    }

    /// An error stops a build, a warning does not.
    public let severity: Severity
    /// Where, in `app.yml`'s terms: `links.reset-password.web[0]`.
    public let path: String
    /// UTF-8 bytes into the text there; nil where all of it is meant.
    public let offset: Int?
    /// A stable name for scripts, in kebab case.
    public let code: String
    /// What is wrong, in lower case without a full stop.
    public let message: String
    /// What to do, as a sentence.
    public let fix: String?

    /// A problem with all that is known of it.
    public init(
        _ severity: Severity = .error, path: String, offset: Int? = nil, code: String, message: String,
        fix: String? = nil
    ) {
        self.severity = severity
        self.path = path
        self.offset = offset
        self.code = code
        self.message = message
        self.fix = fix
    }
}
