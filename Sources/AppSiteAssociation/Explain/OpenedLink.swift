import AppLinks
internal import TextEncoding

/// The link to which `/open/<link>` sends people on.
struct OpenedLink {
    let link: LinkDefinition
    /// Decoded values by the parameters' names; nil where one is missing or may not go on, which the server refuses.
    let values: [String: String]?

    /// nil where the address is another.
    init?(_ address: LinkAddress, in set: AppLinkSet) {
        let segments = CanonicalPath.of(address.path).split(separator: "/")
        guard segments.count == 2, segments[0] == "open",
            let link = set.links.first(where: { $0.name == PercentEncoding.decodeIfPossible(segments[1]) }),
            let template = link.web.first
        else { return nil }
        self.link = link
        values = try? OpenedParameters(template).values(in: address.query)
    }

    /// What to write in place of an address that has more behind the name of a link; nil for any other address.
    static func advice(on address: LinkAddress, in set: AppLinkSet) -> String? {
        let segments = CanonicalPath.of(address.path).split(separator: "/")
        guard segments.count > 2, segments[0] == "open", let host = address.host,
            let link = set.links.first(where: { $0.name == PercentEncoding.decodeIfPossible(segments[1]) })
        else { return nil }
        let values = link.web.first?.parameters.map { "\($0)=…" }.joined(separator: "&") ?? ""
        return "Below /open/ the values of a link stand behind a '?': https://\(host)/open/\(link.name)?\(values)"
    }

    /// What the server answers.
    func endings(in set: AppLinkSet) -> [LinkExplanation.Situation: LinkExplanation.Ending] {
        guard let values, link.web.first?.expanded(with: values) != nil else {
            return LinkExplanation.everywhere(.refused)
        }
        return link.redirectedEndings(values, in: set)
    }
}

extension LinkDefinition {
    /// Where a redirect takes people: into the app those whose phones can follow it there, to the page all others.
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
