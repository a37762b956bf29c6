/// The link to which `/open/<link>` sends people on.
struct OpenedLink {
    let link: LinkDefinition
    /// Decoded values by the parameters' names; empty where one is missing, which the server refuses.
    let values: [String: String]

    /// nil where the address is another.
    init?(_ address: LinkAddress, in set: AppLinkSet) {
        let segments = address.path.split(separator: "/")
        guard segments.count == 2, segments[0] == "open",
            let link = set.links.first(where: { $0.name == PercentEncoding.decodeIfPossible(segments[1]) }),
            let shape = link.web.first
        else { return nil }
        let items = QueryItem.items(of: address.query ?? "")
        var values: [String: String] = [:]
        for name in shape.parameters {
            let item = (shape.query + shape.fragment).first { $0.value == .parameter(name) }
            let names = [item.map { PercentEncoding.decodeIfPossible($0.name) }, name].compactMap { $0 }
            let found = names.lazy.compactMap { name in
                items.first { PercentEncoding.decodeIfPossible($0.name).isIdentical(name) }
            }.first
            values[name] = found.flatMap { PercentEncoding.decode($0.value) }
        }
        self.link = link
        self.values = shape.filled(with: values) == nil ? [:] : values
    }

    /// What the server answers: the app's address to those who can follow it, the page to all others.
    func endings(in set: AppLinkSet) -> [LinkExplanation.Situation: LinkExplanation.Ending] {
        let isComplete = link.web.first?.filled(with: values) != nil
        let page: LinkExplanation.Ending = isComplete ? link.page.map { .page($0) } ?? .site : .site
        let app: LinkExplanation.Ending =
            isComplete ? link.app?.filled(with: values).map { .redirect($0) } ?? page : page
        let hasAndroid = set.android != nil
        return [
            .iPhoneWithApp: app, .iPhoneWithoutApp: app, .androidWithApp: hasAndroid ? app : page,
            .androidWithoutApp: page, .desktop: page, .inAppBrowser: page,
        ]
    }
}
