internal import HostExport

/// The requests of password managers.
///
/// https://www.w3.org/TR/change-password-url/
extension Examination {
    private static let changePasswordPath = "/.well-known/change-password"

    func changePassword(_ fetch: Fetch) -> [Finding] {
        let path = Self.changePasswordPath
        guard let response = get(path, fetch).response else { return [] }
        let isRefreshed = String(decoding: response.body.prefix(4_096), as: UTF8.self).lowercased()
            .contains("http-equiv=\"refresh\"")
        return switch response.status {
        case 302, 303, 307:
            [Finding(.ok, "change-password", path, "redirects to \(response["location"] ?? "nowhere")")]
        case 301, 308:
            .finding(
                .warning, "change-password-permanent", path,
                "redirects permanently, with status \(response.status)",
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
        let fixes = HostFixes(host: host, path: ConformanceSuite.probePath)
        guard let response = get(ConformanceSuite.probePath, fetch).response else { return [] }
        let message: String
        switch response.status {
        case 200...299: message = "is answered with status \(response.status)"
        case 300...399:
            let location = response["location"] ?? "nowhere"
            let redirect = "is redirected to \(location) with status \(response.status)"
            guard let end = followed(location, fetch) else {
                return .finding(
                    .warning, "probe-path-redirected", ConformanceSuite.probePath,
                    "\(redirect), whose status decides for password managers", fix: fixes(.unknownPath))
            }
            guard (200...299).contains(end.status) else {
                return .finding(
                    .ok, "probe-path", ConformanceSuite.probePath,
                    "\(redirect), which is answered with status \(end.status)")
            }
            message = "\(redirect), which is answered with status \(end.status)"
        default:
            return [
                Finding(.ok, "probe-path", ConformanceSuite.probePath, "is answered with status \(response.status)")
            ]
        }
        return .finding(
            .error, "probe-path-found", ConformanceSuite.probePath,
            "\(message), so password managers ignore the host's status codes",
            fix: (200...299).contains(response.status) ? fixes(.catchAll) : fixes(.unknownPath))
    }

    /// Follows one redirect on the same host; nil if it leads to another host or redirects again.
    private func followed(_ location: String, _ fetch: Fetch) -> HostResponse? {
        let target: String
        if location.hasPrefix("/"), !location.hasPrefix("//") {
            target = location
        } else if let address = Origin.parts(of: location), address.origin == origin {
            target = address.rest.isEmpty ? "/" : address.rest
        } else {
            return nil
        }
        let response = get(String(target.prefix { $0 != "#" }), fetch).response
        return response.flatMap { (300...399).contains($0.status) ? nil : $0 }
    }
}
