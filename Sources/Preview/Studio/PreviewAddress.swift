import HTTPListener
internal import HTTPMessages
import TextEncoding

/// The target of a request to an app's port.
enum PreviewAddress {
    /// One state of a page, in one colour scheme and condition.
    case state(page: String, query: [String: String])
    /// An email with sample values.
    case email(name: String, query: [String: String])
    /// An email of the sandbox, by its index in the inbox.
    case sentEmail(number: Int)
    /// A path of the release.
    case released

    private static let prefix = "/_preview/"
    /// The path of the event stream of builds and problems.
    static let events = prefix + "events"

    init(_ request: HTTPRequest) {
        guard request.path.hasPrefix(Self.prefix) else {
            self = .released
            return
        }
        let name = String(request.path.dropFirst(Self.prefix.count))
        let query = Dictionary(FormItems(request.query ?? "").items) { first, _ in first }
        if name.hasPrefix("emails/") {
            self = .email(name: String(name.dropFirst("emails/".count)), query: query)
        } else if name.hasPrefix("inbox/"), let number = Int(name.dropFirst("inbox/".count)) {
            self = .sentEmail(number: number)
        } else {
            self = .state(page: name, query: query)
        }
    }
}
