internal import AppLinks
internal import Release
internal import TextEncoding

struct SuiteRequests {
    let app: ReleasedApp
    let host: String

    /// A request with the aspect that it tests.
    typealias Item = (aspect: ConformanceCase.Aspect, request: HostRequest)

    func item(
        _ aspect: ConformanceCase.Aspect, _ target: String, method: String = "GET", host: String? = nil,
        with headers: [HeaderField] = []
    ) -> Item {
        let isCoded = headers.contains { $0.name == "Accept-Encoding" }
        let coding = isCoded ? [] : [HeaderField("Accept-Encoding", "identity")]
        return (aspect, HostRequest(method: method, host: host ?? self.host, target: target, headers: coding + headers))
    }

    // MARK: - Targets

    /// The targets of all routes to files, and of all links' pages.
    var pages: [String] {
        var seen: Set<String> = []
        let routes = app.routes.filter { $0.answer.file != nil }.map(Self.target)
        return (routes + app.routes.compactMap(\.answer.link).compactMap(Self.page)).filter { seen.insert($0).inserted }
    }

    /// Returns a path with its last letter percent-encoded; nil if it has no letter.
    static func encodedLetter(_ path: String) -> String? {
        guard let index = path.lastIndex(where: { $0.isASCII && $0.isLetter }), let byte = path[index].asciiValue else {
            return nil
        }
        return path[..<index] + "%" + byte.hexadecimal(digits: 2) + path[path.index(after: index)...]
    }

    /// Returns a route's path with the sample value for each parameter.
    static func sample(_ path: RoutePath) -> String {
        path.text(literal: \.self) { _ in ConformanceSuite.sampleValue }
    }

    private static func target(of route: Route) -> String {
        let items =
            route.conditions.sorted { $0.key < $1.key }.map {
                "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))"
            } + route.required.map { "\(PercentEncoding.encode($0))=\(ConformanceSuite.sampleValue)" }
        return sample(route.path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Returns the target of a link's page, without the fragment, which is never sent.
    static func page(of link: OpenLink) -> String? {
        let values = Dictionary(link.web.parameters.map { ($0, ConformanceSuite.sampleValue) }) { first, _ in first }
        return link.web.expanded(with: values).map { String($0.prefix { $0 != "#" }) }
    }

    // MARK: - Files

    func file(_ target: String) -> [Item] {
        func accepting(_ codings: String, _ aspect: ConformanceCase.Aspect) -> Item {
            item(aspect, target, with: [HeaderField("Accept-Encoding", codings)])
        }
        let path = String(target.prefix { $0 != "?" })
        let query = target.dropFirst(path.count)
        var items = [
            item(.file, target), item(.head, target, method: "HEAD"),
            accepting("gzip, deflate, br", .brotli), accepting("br;q=0, gzip", .weights),
            accepting("gzip", .gzip), accepting("gzip;q=0, deflate", .weights),
            accepting("br;q=0.5, gzip;q=0.8", .weights), accepting("identity;q=0, *;q=0", .refusedEncoding),
            item(.revalidation, target),
        ]
        guard path.count > 1 else { return items }
        items += [item(.trailingSlash, path + "/" + query), item(.doubledSlash, "/" + path + query)]
        if let encoded = Self.encodedLetter(path) { items.append(item(.encodedPath, encoded + query)) }
        if path != path.uppercased() { items.append(item(.letterCase, path.uppercased() + query)) }
        return items
    }

    /// The requests for pages that are selected by the query.
    var conditions: [Item] {
        var seen: Set<HostRequest> = []
        let chosen = app.routes.filter { $0.answer.file != nil && !($0.conditions.isEmpty && $0.required.isEmpty) }
        return chosen.flatMap { route -> [Item] in
            let path = Self.sample(route.path)
            let names = route.conditions.sorted { $0.key < $1.key }
            return [item(.condition, path), item(.condition, "\(path)?unrelated=1")]
                + names.flatMap { name, value in
                    [
                        item(.condition, "\(path)?\(name)=\(value)x"),
                        item(.condition, "\(path)?\(name)=\(value.uppercased())"),
                        item(.repeatedCondition, "\(Self.target(of: route))&\(name)=other"),
                    ]
                } + route.required.map { item(.condition, "\(path)?\($0)=") }
        }.filter { seen.insert($0.request).inserted }
    }

    // MARK: - Refusals and redirects

    var unknownPaths: [Item] {
        let paths = [
            ConformanceSuite.probePath, "/latchkey-nowhere", "/latchkey-nowhere?token=\(ConformanceSuite.sampleValue)",
            "/index.html", "/release.json", "/favicon.ico", "/.git/config", "/open", "/.well-known", "/",
        ]
        let longer = app.routes.map { route in
            let endsInValue = route.path.segments.last?.isParameter == true
            return item(endsInValue ? .longerValue : .unknownPath, Self.sample(route.path) + "/more")
        }
        let files = app.files.flatMap { file in
            ["/\(file.plainName)", "/\(file.name)", "/\(app.name)/web/\(file.name)", "/\(app.name)/\(file.name)"]
        }
        let nowhere = item(.unknownPath, "/latchkey-nowhere", with: [HeaderField("Accept-Encoding", "br")])
        var seen: Set<HostRequest> = []
        return (paths.map { item(.unknownPath, $0) } + longer + files.map { item(.fileName, $0) } + [nowhere])
            .filter { seen.insert($0.request).inserted }
    }

    var traversals: [Item] {
        [
            "/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd",
            "/.well-known/../../etc/passwd", "/..\\..\\etc\\passwd", "/%00",
        ].map { item(.traversal, $0) }
    }

    var redirects: [Item] {
        app.routes.flatMap { route -> [Item] in
            guard case .redirect = route.answer else { return [] }
            let path = Self.sample(route.path)
            return [
                item(.redirect, path), item(.redirect, path, method: "HEAD"),
                item(.redirect, path + "?token=\(ConformanceSuite.sampleValue)"),
            ]
        }
    }

    /// Returns requests for a page under the app's other hosts, other spellings of its host, and an unknown host.
    func hosts(_ target: String) -> [Item] {
        let others = app.hosts.dropFirst() + [app.hosts[0].uppercased(), app.hosts[0] + ".", app.hosts[0] + ":8443"]
        return others.map { item(.host, target, host: $0) }
            + [item(.unknownHost, target, host: "latchkey-unknown.invalid")]
    }

    func methods(_ target: String) -> [Item] {
        ["POST", "PUT", "DELETE"].map { item(.method, target, method: $0) }
    }
}
