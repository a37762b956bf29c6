import AppLinks
import LinkDefinitions
internal import TextEncoding

/// The link to which a request for `/open/<link>` redirects.
struct OpenedLink {
    let link: LinkDefinition
    /// The decoded values by parameter name; nil if the server refuses one or one is missing.
    let values: [String: String]?

    /// Creates it from a URL; nil if that is not `/open/<link>`.
    init?(_ address: URLParts, in set: AppLinkSet) {
        let segments = CanonicalPath.of(address.path).split(separator: "/")
        guard segments.count == 2, segments[0] == "open",
            let link = set.links.first(where: { $0.name == PercentEncoding.decodeIfPossible(segments[1]) }),
            let template = link.web.first
        else { return nil }
        self.link = link
        values = OpenedParameters(template).values(in: address.query)
    }

    /// The advice for a URL with further segments after `/open/<link>`; nil for any other URL.
    static func advice(on address: URLParts, in set: AppLinkSet) -> String? {
        let segments = CanonicalPath.of(address.path).split(separator: "/")
        guard segments.count > 2, segments[0] == "open", let host = address.host,
            let link = set.links.first(where: { $0.name == PercentEncoding.decodeIfPossible(segments[1]) })
        else { return nil }
        let values = link.web.first?.parameters.map { "\($0)=…" }.joined(separator: "&") ?? ""
        return "Below /open/ the values of a link follow a '?': https://\(host)/open/\(link.name)?\(values)"
    }

    /// The server's answer in each situation.
    func endings(in set: AppLinkSet) -> [LinkExplanation.Situation: LinkExplanation.Ending] {
        guard let values, link.web.first?.expanded(with: values) != nil else {
            return LinkExplanation.everywhere(.site)
        }
        return link.redirectedEndings(values, in: set)
    }
}

extension LinkDefinition {
    /// Where a redirect leads in each situation: to the app on phones that can follow it there, otherwise to the page.
    func redirectedEndings(
        _ values: [String: String], in set: AppLinkSet
    ) -> [LinkExplanation.Situation: LinkExplanation.Ending] {
        let page: LinkExplanation.Ending = page.map { .page($0) } ?? .site
        let app: LinkExplanation.Ending = app?.expanded(with: values).map { .redirect($0) } ?? page
        var endings = LinkExplanation.everywhere(page)
        if set.opensOnIPhones { (endings[.iPhoneWithApp], endings[.iPhoneWithoutApp]) = (app, app) }
        if set.android != nil { endings[.androidWithApp] = app }
        return endings
    }
}
