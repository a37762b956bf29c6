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

    /// The advice for a URL that would be a link if it had more items, as where a shell ended it at its first '&'.
    static func advice(onItemsOf address: URLParts, in set: AppLinkSet) -> String? {
        let lacking = set.links.flatMap { link in
            link.web.compactMap { template -> (link: String, items: [String])? in
                guard set.hosts.contains(where: { $0.isIdentical(address.host ?? "") }),
                    template.pathTemplate.parameters(of: address) != nil,
                    template.conditions.allSatisfy({ LinkItems(address.query).has($0.value, named: $0.key) })
                else { return nil }
                let items = [(template.query, address.query), (template.fragment, address.fragment)].flatMap {
                    items, text in
                    items.filter { $0.value.isParameter && LinkItems(text).value(named: $0.name) == nil }
                }
                return items.isEmpty ? nil : (link.name, items.map { "'\($0.name)'" })
            }
        }
        guard let (link, items) = lacking.min(by: { $0.items.count < $1.items.count }) else { return nil }
        let isCut = address.query?.isEmpty == false && address.query?.contains("&") == false
        return "The link '\(link)' needs \(items.joined(separator: " and ")) as well."
            + (isCut ? " In a shell, put the address into quotes: it ends at '&' without." : "")
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
