internal import HostExport

/// The requests of password managers.
///
/// https://www.w3.org/TR/change-password-url/
extension Examination {
    private static let changePasswordPath = "/.well-known/change-password"
    private static let probePath =
        "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"

    func changePassword(_ fetch: Fetch) -> [Finding] {
        let path = Self.changePasswordPath
        guard let answer = get(path, fetch).answer else { return [] }
        let isRefreshed = String(decoding: answer.body.prefix(4_096), as: UTF8.self).lowercased()
            .contains("http-equiv=\"refresh\"")
        return switch answer.status {
        case 302, 303, 307:
            [Finding(.ok, "change-password", path, "redirects to \(answer["location"] ?? "nowhere")")]
        case 301, 308:
            .finding(
                .warning, "change-password-permanent", path,
                "redirects permanently, with status \(answer.status)",
                fix: "Redirect with status 302, 303 or 307: browsers cache permanent redirects.")
        case 200 where isRefreshed:
            [Finding(.ok, "change-password", path, "redirects by a page with a refresh")]
        case 200:
            .finding(
                .warning, "change-password-page", path, "is a page and not a redirect to one",
                fix: "Redirect to the page with status 302.")
        default: []
        }
    }

    /// Requests the path that must not have a success status, also after redirects.
    func probe(_ fetch: Fetch) -> [Finding] {
        let fixes = HostFixes(host: host, path: Self.probePath)
        guard let answer = get(Self.probePath, fetch).answer else { return [] }
        let message: String
        switch answer.status {
        case 200...299: message = "is answered with status \(answer.status)"
        case 300...399:
            let location = answer["location"] ?? "nowhere"
            let redirect = "is redirected to \(location) with status \(answer.status)"
            guard let end = followed(location, fetch) else {
                return .finding(
                    .warning, "probe-path-redirected", Self.probePath,
                    "\(redirect), whose status decides for password managers", fix: fixes(.unknownPath))
            }
            guard (200...299).contains(end.status) else {
                return .finding(
                    .ok, "probe-path", Self.probePath, "\(redirect), which is answered with status \(end.status)")
            }
            message = "\(redirect), which is answered with status \(end.status)"
        default:
            return [Finding(.ok, "probe-path", Self.probePath, "is answered with status \(answer.status)")]
        }
        return .finding(
            .error, "probe-path-found", Self.probePath,
            "\(message), so password managers ignore the host's status codes",
            fix: (200...299).contains(answer.status) ? fixes(.catchAll) : fixes(.unknownPath))
    }

    /// Follows one redirect on the same host; nil if it leads to another host or redirects again.
    private func followed(_ location: String, _ fetch: Fetch) -> HostAnswer? {
        let target: String
        if location.hasPrefix("/"), !location.hasPrefix("//") {
            target = location
        } else if let address = Origin.parts(of: location), address.origin == origin {
            target = address.rest.isEmpty ? "/" : address.rest
        } else {
            return nil
        }
        let answer = get(String(target.prefix { $0 != "#" }), fetch).answer
        return answer.flatMap { (300...399).contains($0.status) ? nil : $0 }
    }
}
