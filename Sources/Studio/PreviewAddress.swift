import HTTPListener
import Sandbox
import TextEncoding

/// What a request to an app's port asks for, beside the released pages.
enum PreviewAddress: Equatable {
    /// The stream of builds and problems.
    case events
    /// One state of a page, in one appearance.
    case state(page: String, query: [String: String])
    /// An email as it is looked at.
    case email(name: String, query: [String: String])
    /// An email of the sandbox, by its place in the inbox.
    case sentEmail(number: Int)
    /// Something of the release.
    case released

    static let prefix = "/_preview/"

    init(_ request: HTTPRequest) {
        guard request.path.hasPrefix(Self.prefix) else {
            self = .released
            return
        }
        let name = String(request.path.dropFirst(Self.prefix.count))
        let query = Dictionary(FormItems(request.query ?? "").items) { first, _ in first }
        if name == "events" {
            self = .events
        } else if name.hasPrefix("emails/") {
            self = .email(name: String(name.dropFirst("emails/".count)), query: query)
        } else if name.hasPrefix("inbox/"), let number = Int(name.dropFirst("inbox/".count)) {
            self = .sentEmail(number: number)
        } else {
            self = .state(page: name, query: query)
        }
    }
}
