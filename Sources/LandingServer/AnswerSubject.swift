/// What an answer is about, in the manifest's names.
struct AnswerSubject: Sendable {
    /// Nil where the host is none of the release's.
    var app: String?
    /// The route's path as the manifest has it, its holes unfilled; nil where no route decided.
    var route: String?
    /// Whether the route leads into the app: `/open/<link>`.
    var isOpen: Bool
    var agent: UserAgentClass
}
