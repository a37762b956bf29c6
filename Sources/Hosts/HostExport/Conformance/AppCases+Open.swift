internal import AppLinks
internal import LinkRouting
internal import Release
internal import TextEncoding

extension AppCases {
    /// The URLs of a link, with the same value for every parameter.
    private struct Opening {
        let web: URLTemplate
        let redirect: AppLocation
        let path: String

        init(_ link: OpenLink, path: String, host: String) {
            web = link.web
            redirect = AppLocation(link, host: host)
            self.path = path
        }

        private func values(_ value: String) -> [String: String] {
            Dictionary(web.parameters.map { ($0, value) }) { first, _ in first }
        }

        func page(_ value: String) -> String? { web.expanded(with: values(value)) }

        func location(for agent: UserAgentClass, _ value: String = ConformanceSuite.sampleValue) -> String? {
            redirect.location(for: agent, values(value))
        }

        /// The names of the query items that carry the parameters.
        var items: [String] { web.parameters.map { OpenedParameters.item(of: $0, in: web) } }

        func target(_ value: String) -> String { target(value, items) }

        /// The URL with the parameters' own names as the names of its items; nil if these are the items' names.
        func targetByParameter(_ value: String) -> String? {
            items == web.parameters ? nil : target(value, web.parameters)
        }

        private func target(_ value: String, _ names: [String]) -> String {
            let query = names.map { "\($0)=\(value)" }.joined(separator: "&")
            return path + (query.isEmpty ? "" : "?" + query)
        }
    }

    func openings() -> [ConformanceCase] {
        app.routes.flatMap { route -> [ConformanceCase] in
            guard let link = route.answer.link else { return [] }
            let opening = Opening(link, path: Self.sample(route.path), host: app.hosts[0])
            return route.path.isPage(of: link.web) ? landings(opening) : visits(opening) + malformed(opening)
        }
    }

    /// Cases of `/open/<link>`.
    private func visits(_ opening: Opening) -> [ConformanceCase] {
        let sample = ConformanceSuite.sampleValue
        guard let page = opening.page(sample) else { return [] }
        let target = opening.target(sample)
        func visit(
            _ aspect: ConformanceCase.Aspect, _ agent: String?, method: String = "GET", target: String? = nil,
            app: String?, page: String
        ) -> ConformanceCase {
            make(
                aspect, target ?? opening.target(sample), method: method,
                with: agent.map { [HeaderField("User-Agent", $0)] } ?? [],
                app.map { redirect(302, $0, byVisitor: true) } ?? redirect(303, page, byVisitor: true))
        }
        let onIPhone = opening.location(for: .iPhoneBrowser)
        var cases = [
            visit(.openIPhone, BrowserUserAgent.iPhone, app: onIPhone, page: page),
            visit(.openChrome, BrowserUserAgent.chrome, app: opening.location(for: .androidChrome), page: page),
            visit(.openFirefox, BrowserUserAgent.firefox, app: opening.location(for: .androidFirefox), page: page),
            visit(.openPage, BrowserUserAgent.iPhone, method: "HEAD", app: nil, page: page),
            visit(.openPage, nil, app: nil, page: page),
            visit(
                .openPage, nil, target: target + (target.contains("?") ? "&" : "?") + "utm_source=email", app: nil,
                page: page),
        ]
        cases += BrowserUserAgent.others.map { visit(.openPage, $0, app: nil, page: page) }
        // Percent-encoded as in an email's link, unencoded, and with needless encoding.
        for (written, value) in [("a%2Bb%2F%3D", "a+b/="), ("a+b/=", "a+b/="), ("%61bc", "abc")]
        where !opening.items.isEmpty {
            guard let page = opening.page(value) else { continue }
            cases.append(
                visit(
                    .openEncoding, BrowserUserAgent.iPhone, target: opening.target(written),
                    app: opening.location(for: .iPhoneBrowser, value), page: page))
            cases.append(visit(.openEncoding, nil, target: opening.target(written), app: nil, page: page))
        }
        if let target = opening.targetByParameter(sample) {
            cases.append(visit(.openIPhone, BrowserUserAgent.iPhone, target: target, app: onIPhone, page: page))
            cases.append(visit(.openPage, nil, target: target, app: nil, page: page))
        }
        if let first = opening.items.first {
            let repeated = "\(opening.target(sample))&\(first)=again"
            cases.append(visit(.openRepeated, BrowserUserAgent.iPhone, target: repeated, app: onIPhone, page: page))
            cases.append(visit(.openRepeated, nil, target: repeated, app: nil, page: page))
        }
        return cases
    }

    private func malformed(_ opening: Opening) -> [ConformanceCase] {
        guard let first = opening.items.first else { return [] }
        let target = opening.target(ConformanceSuite.sampleValue)
        let long = String(repeating: "a", count: 2_049)
        return [
            opening.path, opening.target(""), "\(target)&\(first)=", opening.target("a%0Ab"), opening.target(long),
        ].flatMap { target in
            [[], [HeaderField("User-Agent", BrowserUserAgent.iPhone)]].map {
                make(.openMalformed, target, with: $0, missing)
            }
        }
    }

    /// Cases of a link whose redirect into the app is on its page's own path.
    private func landings(_ opening: Opening) -> [ConformanceCase] {
        let sample = ConformanceSuite.sampleValue
        guard let target = opening.page(sample).map({ String($0.prefix { $0 != "#" }) }), let file = file(for: target)
        else { return [] }
        var page = found(file)
        page.vary.append("User-Agent")
        func visit(_ aspect: ConformanceCase.Aspect, _ agent: String, _ address: String?) -> ConformanceCase {
            make(
                aspect, target, with: [HeaderField("User-Agent", agent)],
                address.map { redirect(302, $0, byVisitor: true) } ?? page)
        }
        return [
            visit(.openIPhone, BrowserUserAgent.iPhone, opening.location(for: .iPhoneBrowser)),
            visit(.openChrome, BrowserUserAgent.chrome, opening.location(for: .androidChrome)),
            visit(.openFirefox, BrowserUserAgent.firefox, opening.location(for: .androidFirefox)),
        ] + BrowserUserAgent.others.map { visit(.openPage, $0, nil) }
            + byParameter(opening)
    }

    /// The case of a page's own path with the parameters' own names, which count below `/open/` alone.
    private func byParameter(_ opening: Opening) -> [ConformanceCase] {
        guard let target = opening.targetByParameter(ConformanceSuite.sampleValue), let file = file(for: target) else {
            return []
        }
        var page = found(file)
        page.vary.append("User-Agent")
        return [make(.openPage, target, with: [HeaderField("User-Agent", BrowserUserAgent.iPhone)], page)]
    }
}
