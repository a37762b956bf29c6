internal import AppLinks
internal import HTTPListener
internal import Release
internal import TextEncoding

/// The handler of `/open/<link>`: redirects User-Agents that can follow a custom scheme into the app, all others to the
/// page.
///
/// The location consists of the manifest's addresses and the values of declared parameters, percent-encoded again;
/// scheme and host never come from the request.
struct OpenAnswer: Sendable {
    let templates: OpenTemplates
    let own: OpenTexts

    /// Decides how to answer; nil passes the request to the next routes.
    func answer(_ request: HTTPRequest) -> Landing.Decision? {
        // Scanners use HEAD to inspect a link without opening it.
        let agent = request.method == "HEAD" ? .other : UserAgentClass(userAgent: request.headers["user-agent"])
        if templates.isOwnPage {
            guard let values = templates.web.parameters(ofPath: request.path, query: request.query, fragment: nil),
                values.values.allSatisfy(OpenedParameters.isSound)
            else { return nil }
            return appAddress(agent, values).map { .open(status: 302, location: $0) }
        }
        let values: [String: String]
        do {
            values = try templates.parameters.values(in: request.query)
        } catch {
            switch error {
            case .missing(let name): return .refusal(.malformed("The link lacks the parameter '\(name)'."))
            case .unreadable(let name):
                return .refusal(.malformed("The parameter '\(name)' is empty or not percent-encoded UTF-8."))
            case .unsound(let name):
                return .refusal(.malformed("The parameter '\(name)' is too long or contains control characters."))
            }
        }
        if let address = appAddress(agent, values) { return .open(status: 302, location: address) }
        guard let page = templates.web.expanded(with: values) else {
            return .refusal(.malformed("The link does not lead to a page."))
        }
        return .open(status: 303, location: page)
    }

    /// The maximum length of a redirect's location, in bytes: more than pages need, and less than any browser refuses.
    private static let longestAddress = 8_000

    /// Returns the location that opens the app for a User-Agent; nil if a redirect cannot open it.
    private func appAddress(_ agent: UserAgentClass, _ values: [String: String]) -> String? {
        let opens =
            switch agent {
            case .iPhoneBrowser: templates.opensOnIPhones
            case .androidFirefox, .androidChrome: own.package != nil
            case .other: false
            }
        guard opens, let address = templates.appAddress(scheme: own.scheme, values),
            address.utf8.count <= Self.longestAddress
        else { return nil }
        return agent == .androidChrome ? intent(address, values) : address
    }

    /// Returns the app's address as an `intent:` URL for Chrome on Android, with the page as fallback if the app is not
    /// installed.
    private func intent(_ address: String, _ values: [String: String]) -> String? {
        guard let package = own.package, let host = own.host, let page = templates.web.expanded(with: values),
            let colon = address.firstIndex(of: ":")
        else { return nil }
        let scheme = address[..<colon]
        let fallback = PercentEncoding.encode("https://\(host)\(page)")
        let intent =
            "intent:\(address[address.index(after: colon)...])#Intent;scheme=\(scheme);package=\(package);"
            + "S.browser_fallback_url=\(fallback);end"
        return intent.utf8.count <= Self.longestAddress ? intent : nil
    }
}
