internal import AppLinks
internal import Diagnostics
internal import HTTPMessages
internal import Release
internal import TextEncoding

/// An app of a release with its routes, and with its redirects prepared.
final class ServedApp: Sendable {
    /// A redirect to an address from the manifest.
    struct Redirect: Sendable {
        let status: Int
        let location: String
        let response: PreparedResponse
    }

    let index: Int
    let name: String
    let router: Router
    /// The index of the app's first variant among all variants of the release.
    let firstVariant: Int
    /// The redirects of the routes, in their order.
    let redirects: [Redirect]
    /// The handlers of `/open/<link>`, in the order of their routes.
    let opens: [OpenAnswer]
    /// The app's Strict-Transport-Security, which redirects and refusals carry too (RFC 6797, section 7.1).
    let transportSecurity: [HeaderField]
    /// The redirect into the app.
    private let found: PreparedRedirect
    /// The redirect from `/open/<link>` to the page.
    private let seeOther: PreparedRedirect

    /// The indices are those of the app in the manifest, and of its first variant among all of the release. Of the
    /// values of the apps before, equal ones are used again. Throws a route to a file that the app does not have, or a
    /// redirect that cannot be sent.
    init(_ app: ReleasedApp, index: Int, firstVariant: Int, sharing shared: inout SharedValues) throws(Diagnostic) {
        var redirects: [Redirect] = []
        for route in app.routes {
            guard case .redirect(let status, let location) = route.answer else { continue }
            let headers = [HeaderField("Location", location)] + app.redirectHeaders
            guard let response = PreparedResponse(status: status, headers: headers, body: []) else {
                throw Diagnostic(unserved: "the route '\(route.path.text)' has a redirect that cannot be sent")
            }
            redirects.append(Redirect(status: status, location: location, response: response))
        }
        let headers = [HeaderField("Vary", "User-Agent")] + app.redirectHeaders
        guard let found = PreparedRedirect(status: 302, headers: headers),
            let seeOther = PreparedRedirect(status: 303, headers: headers)
        else { throw Diagnostic(unserved: "'\(app.name)' has a header field that cannot be sent") }
        self.index = index
        name = app.name
        router = shared.routers.insert(try Router(app)).memberAfterInsert
        self.firstVariant = firstVariant
        self.redirects = redirects
        opens = app.routes.compactMap { route in
            route.answer.link.map { OpenAnswer($0, at: route.path, host: app.hosts.first, sharing: &shared) }
        }
        transportSecurity = app.transportSecurity
        self.found = found
        self.seeOther = seeOther
    }

    /// Returns a redirect of `/open/<link>`.
    func redirect(_ status: Int, to location: String) -> HTTPResponse {
        (status == 302 ? found : seeOther).response(to: location)
    }
}

/// Values that apps of a release have in common, of which those built alike would repeat tens of kilobytes each.
struct SharedValues {
    var routers: Set<Router> = []
    var templates: Set<URLTemplate> = []
    var parameters: Set<OpenedParameters> = []
    /// The apps' URLs by their text without the scheme, which is what differs between apps that are built alike.
    private var apps: [Substring: URLTemplate] = [:]

    /// Returns the URL of a link's app, possibly with the scheme of another app.
    mutating func app(of link: OpenLink) -> URLTemplate? {
        guard let app = link.app, let scheme = link.scheme else { return link.app }
        let rest = app.text.dropFirst(scheme.count)
        let shared = apps[rest] ?? app
        apps[rest] = shared
        return shared
    }
}
