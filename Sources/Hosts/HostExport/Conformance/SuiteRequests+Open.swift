internal import AppLinks
internal import Release
internal import TextEncoding

// `/open/<link>`, and links whose redirect into the app is on their page's own path.

extension SuiteRequests {
    var opens: [Item] {
        app.routes.flatMap { route -> [Item] in
            guard let link = route.answer.link else { return [] }
            return route.path.isPage(of: link.web)
                ? ownPage(link) : visits(link.web, Self.sample(route.path)) + damaged(link.web, Self.sample(route.path))
        }
    }

    private func visit(_ aspect: ConformanceCase.Aspect, _ target: String, _ agent: String?) -> Item {
        item(aspect, target, with: agent.map { [HeaderField("User-Agent", $0)] } ?? [])
    }

    /// Returns requests of each class of User-Agents.
    private func byEveryone(_ target: String) -> [Item] {
        [
            visit(.openIPhone, target, BrowserUserAgent.iPhone), visit(.openChrome, target, BrowserUserAgent.chrome),
            visit(.openFirefox, target, BrowserUserAgent.firefox),
        ] + BrowserUserAgent.others.map { visit(.openPage, target, $0) }
    }

    /// The names of the query items that carry a link's parameters below `/open/`.
    private static func items(_ web: URLTemplate) -> [String] {
        web.parameters.map { OpenedParameters.item(of: $0, in: web) }
    }

    private static func query(_ names: [String], _ value: String = ConformanceSuite.sampleValue) -> String {
        names.isEmpty ? "" : "?" + names.map { "\($0)=\(value)" }.joined(separator: "&")
    }

    private func visits(_ web: URLTemplate, _ path: String) -> [Item] {
        let items = Self.items(web)
        let target = path + Self.query(items)
        var visits = byEveryone(target)
        visits += [
            item(.openPage, target, method: "HEAD", with: [HeaderField("User-Agent", BrowserUserAgent.iPhone)]),
            visit(.openPage, target, nil),
            visit(.openPage, target + (items.isEmpty ? "?" : "&") + "utm_source=email", nil),
        ]
        // Percent-encoded as in an email's link, unencoded, and with needless encoding.
        for value in items.isEmpty ? [] : ["a%2Bb%2F%3D", "a+b/=", "%61bc"] {
            let target = path + Self.query(items, value)
            visits += [visit(.openEncoding, target, BrowserUserAgent.iPhone), visit(.openEncoding, target, nil)]
        }
        if items != web.parameters {
            let target = path + Self.query(web.parameters)
            visits += [visit(.openIPhone, target, BrowserUserAgent.iPhone), visit(.openPage, target, nil)]
        }
        if let first = items.first {
            let target = "\(target)&\(first)=again"
            visits += [visit(.openRepeated, target, BrowserUserAgent.iPhone), visit(.openRepeated, target, nil)]
        }
        return visits
    }

    /// Returns requests without the parameters, or with a value that no app and no page may get.
    private func damaged(_ web: URLTemplate, _ path: String) -> [Item] {
        let items = Self.items(web)
        guard let first = items.first else { return [] }
        let queries = ["", "a%0Ab", String(repeating: "a", count: OpenedParameters.longestValue + 1)]
        let targets =
            [path] + queries.map { path + Self.query(items, $0) } + ["\(path)\(Self.query(items))&\(first)="]
        return targets.flatMap { target in
            [nil, BrowserUserAgent.iPhone].map { visit(.openMalformed, target, $0) }
        }
    }

    private func ownPage(_ link: OpenLink) -> [Item] {
        guard let target = Self.page(of: link) else { return [] }
        // Parameters' own names count below `/open/` alone.
        let names = link.web.parameters
        let byName = Self.items(link.web) == names ? [] : [String(target.prefix { $0 != "?" }) + Self.query(names)]
        return byEveryone(target) + byName.map { visit(.openPage, $0, BrowserUserAgent.iPhone) }
    }
}
