package import AppLinks

extension AppLinkSet {
    /// The web templates that the association files claim, most specific first.
    ///
    /// The order matters: the pattern for `/a/{x}` is preceded by one that excludes all deeper paths, so links with
    /// deeper paths must be claimed before it.
    package var claimedTemplates: [(link: LinkDefinition, template: URLTemplate)] {
        let claimed = links.filter { $0.page != nil || $0.app != nil }
            .flatMap { link in link.web.filter { $0.scheme == nil }.map { (link: link, template: $0) } }
        return URLTemplate.order(claimed.map(\.template)).map { claimed[$0] }
    }

    /// The schemes of the intent filters, each with its hosts; an empty list means any host.
    package var schemeFilters: [(scheme: String, hosts: [String])] {
        var filters: [(scheme: String, hosts: [String])] = []
        for (_, template) in appAddresses {
            guard let scheme = template.scheme else { continue }
            if let index = filters.firstIndex(where: { $0.scheme == scheme }) {
                if let host = template.host, !filters[index].hosts.contains(host) { filters[index].hosts.append(host) }
            } else {
                filters.append((scheme, template.host.map { [$0] } ?? []))
            }
        }
        return filters
    }
}
