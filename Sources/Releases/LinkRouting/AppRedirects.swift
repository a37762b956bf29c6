internal import AppLinks
internal import HTTPMessages
internal import Release
internal import TextEncoding

/// An app's redirects, prepared; apps with the same ones share them.
final class AppRedirects: Sendable {
    /// The app's Strict-Transport-Security, which redirects and refusals carry too (RFC 6797, section 7.1).
    let transportSecurity: [HeaderField]
    /// The redirects to addresses from the manifest, by route; nil for other routes.
    let fixed: [PreparedResponse?]
    /// The redirect into the app.
    private let found: PreparedRedirect
    /// The redirect from `/open/<link>` to the page.
    private let seeOther: PreparedRedirect

    /// - Throws: `LandingError` if a redirect cannot be sent.
    init(_ app: ReleasedApp) throws(LandingError) {
        transportSecurity = app.transportSecurity
        fixed = try app.routes.map { (route) throws(LandingError) in
            guard case .redirect(let status, let location) = route.answer else { return nil }
            do {
                return try PreparedResponse(
                    status: status, headers: [HeaderField("Location", location)] + app.redirectHeaders, body: [])
            } catch {
                throw LandingError("the route '\(route.path.text)' has a redirect that cannot be sent")
            }
        }
        let headers = [HeaderField("Vary", "User-Agent")] + app.redirectHeaders
        do {
            found = try PreparedRedirect(status: 302, headers: headers)
            seeOther = try PreparedRedirect(status: 303, headers: headers)
        } catch {
            throw LandingError("'\(app.name)' has a header field that cannot be sent")
        }
    }

    /// Returns a redirect of `/open/<link>`.
    func response(_ status: Int, to location: String) -> HTTPResponse {
        (status == 302 ? found : seeOther).response(to: location)
    }
}
