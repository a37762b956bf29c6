internal import AppLinks
internal import Release
internal import TextEncoding

extension AppCases {
    /// The URLs of a link, with the same value for every parameter.
    private struct Opening {
        let link: OpenLink
        let web: URLTemplate
        let app: URLTemplate?
        let path: String
        let host: String

        init?(_ link: OpenLink, path: String, host: String) {
            guard let web = try? URLTemplate(parsing: link.web) else { return nil }
            self.link = link
            self.web = web
            app = link.app.flatMap { try? URLTemplate(parsing: $0) }
            self.path = path
            self.host = host
        }

        private func values(_ value: String) -> [String: String] {
            Dictionary(web.parameters.map { ($0, value) }) { first, _ in first }
        }

        func page(_ value: String) -> String? { web.expanded(with: values(value)) }
        func address(_ value: String) -> String? { app?.expanded(with: values(value)) }

        /// The `intent:` URL (https://developer.chrome.com/docs/android/intents).
        func intent(_ value: String) -> String? {
            guard let package = link.androidPackage, let page = page(value), let address = address(value),
                let colon = address.firstIndex(of: ":")
            else { return nil }
            return "intent:\(address[address.index(after: colon)...])#Intent;scheme=\(address[..<colon]);"
                + "package=\(package);S.browser_fallback_url=\(PercentEncoding.encode("https://\(host)\(page)"));end"
        }

        /// The names of the query items that carry the parameters.
        var items: [String] {
            web.parameters.map { name in
                (web.query + web.fragment).first { $0.value == .parameter(name) }?.name ?? name
            }
        }

        func target(_ value: String) -> String {
            let query = items.map { "\($0)=\(value)" }.joined(separator: "&")
            return path + (query.isEmpty ? "" : "?" + query)
        }
    }

    func openings() -> [ConformanceCase] {
        app.routes.flatMap { route -> [ConformanceCase] in
            guard case .open(let link) = route.answer,
                let opening = Opening(link, path: Self.sample(route.path), host: host)
            else { return [] }
            return PathRoutes.segments(of: opening.web.routePath) == PathRoutes.segments(of: route.path)
                ? landings(opening) : visits(opening) + malformed(opening)
        }
    }

    /// Cases of `/open/<link>`.
    private func visits(_ opening: Opening) -> [ConformanceCase] {
        let sample = ConformanceSuite.sampleValue
        guard let page = opening.page(sample) else { return [] }
        let (link, target) = (opening.link, opening.target(sample))
        func visit(
            _ aspect: ConformanceCase.Aspect, _ agent: String?, method: String = "GET", target: String? = nil,
            app: String?, page: String
        ) -> ConformanceCase {
            make(
                aspect, target ?? opening.target(sample), method: method,
                with: agent.map { [HeaderField("User-Agent", $0)] } ?? [],
                app.map { redirect(302, $0, byVisitor: true) } ?? redirect(303, page, byVisitor: true))
        }
        let address = opening.address(sample)
        let onIPhone = link.opensOnIPhones ? address : nil
        let onFirefox = link.androidPackage == nil ? nil : address
        var cases = [
            visit(.openIPhone, BrowserUserAgent.iPhone, app: onIPhone, page: page),
            visit(.openChrome, BrowserUserAgent.chrome, app: opening.intent(sample), page: page),
            visit(.openFirefox, BrowserUserAgent.firefox, app: onFirefox, page: page),
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
                    app: link.opensOnIPhones ? opening.address(value) : nil, page: page))
            cases.append(visit(.openEncoding, nil, target: opening.target(written), app: nil, page: page))
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
        let (link, address) = (opening.link, opening.address(sample))
        return [
            visit(.openIPhone, BrowserUserAgent.iPhone, link.opensOnIPhones ? address : nil),
            visit(.openChrome, BrowserUserAgent.chrome, opening.intent(sample)),
            visit(.openFirefox, BrowserUserAgent.firefox, link.androidPackage == nil ? nil : address),
        ] + BrowserUserAgent.others.map { visit(.openPage, $0, nil) }
    }
}
