/// The fixes of problems with a path, specific to the host if it was recognised.
package struct HostFixes: Sendable {
    /// A problem that a host may have a fix of its own for.
    package enum Kind: String, CaseIterable, Sendable {
        /// A wrong media type; `type` is the right one.
        case type
        /// A missing or different header field; `name` and `value` are the right ones.
        case field
        /// A header field that the release does not have, `name`.
        case removal
        /// Every path is answered with the start page.
        case catchAll = "catch-all"
        case missing
        /// A redirect instead of a file.
        case redirect
        case unknownPath = "unknown-path"
        /// Files that are compressed twice.
        case compressedTwice = "compressed-twice"
        /// A redirect to HTTPS that loses the path.
        case plainHTTP = "plain-http"
        /// Bot protection or a firewall that blocks `agents`.
        case admission
    }

    let host: Host?
    /// The path, percent-encoded as requested.
    package let path: String

    package init(host: Host?, path: String) {
        self.host = host
        self.path = path
    }

    /// Returns the fix of a problem, as a sentence; long values are truncated.
    package func callAsFunction(_ kind: Kind, _ values: [String: String] = [:]) -> String {
        let own = host.flatMap { HostDescription.of($0).fixes[kind.rawValue] }
        let text = own ?? HostDescription.unknown.fixes[kind.rawValue] ?? ""
        return text.filled(values.mapValues { $0.utf8.count > 120 ? $0.prefix(100) + "…" : $0 }).filled(["path": path])
    }
}
