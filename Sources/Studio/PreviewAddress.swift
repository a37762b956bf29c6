import HTTPListener

/// What a request to the preview asks for, beside the released pages.
enum PreviewAddress: Equatable {
    /// The stream of builds and problems.
    case events
    /// One state of a page, in one condition.
    case state(page: String, query: [String: String])
    /// Something of the release.
    case released

    static let prefix = "/_preview/"

    init(_ request: HTTPRequest) {
        guard request.path.hasPrefix(Self.prefix) else {
            self = .released
            return
        }
        let name = String(request.path.dropFirst(Self.prefix.count))
        self = name == "events" ? .events : .state(page: name, query: Self.items(of: request.query ?? ""))
    }

    /// The items of a query; every name and value here is plain ASCII, so nothing needs decoding.
    private static func items(of query: String) -> [String: String] {
        var items: [String: String] = [:]
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            items[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return items
    }
}
