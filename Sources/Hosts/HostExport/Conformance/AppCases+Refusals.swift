internal import Release
internal import TextEncoding

extension AppCases {
    /// Cases of paths that no route has.
    func unknownPaths() -> [ConformanceCase] {
        let unknown = [
            ConformanceSuite.probePath, "/latchkey-nowhere", "/latchkey-nowhere?token=\(ConformanceSuite.sampleValue)",
            "/index.html",
            "/release.json", "/favicon.ico", "/.git/config", "/open", "/.well-known",
        ].filter { file(for: $0) == nil && route(for: $0) == nil }
        var names: [String] = []
        for file in app.files {
            names += [
                "/\(file.plainName)", "/\(file.name)", "/\(app.name)/web/\(file.name)", "/\(app.name)/\(file.name)",
            ]
        }
        let traversals = [
            "/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd",
            "/.well-known/../../etc/passwd",
        ]
        // Malformed in any request.
        let malformed = ["/..\\..\\etc\\passwd", "/%00"]
        let root = file(for: "/") == nil ? ["/"] : []
        var cases = (unknown + root + longerPaths).map { make(.unknownPath, $0, missing) }
        cases += names.filter { route(for: $0) == nil }.map { make(.fileName, $0, missing) }
        cases += traversals.map { make(.traversal, $0, missing) }
        cases += malformed.map { make(.traversal, $0, bare(400)) }
        let brotli = [HeaderField("Accept-Encoding", "br")]
        cases.append(make(.unknownPath, "/latchkey-nowhere", with: brotli, brotliMissing))
        return cases
    }

    private var longerPaths: [String] {
        let paths = app.routes.map { Self.sample($0.path) + "/more" }
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted && route(for: $0) == nil }
    }

    private var brotliMissing: ExpectedResponse {
        app.file(named: app.notFound).map { found($0, "br", status: 404) } ?? bare(404)
    }

    func redirects() -> [ConformanceCase] {
        app.routes.flatMap { route -> [ConformanceCase] in
            guard case .redirect(let status, let location) = route.answer else { return [] }
            let path = Self.sample(route.path)
            return [
                make(.redirect, path, redirect(status, location)),
                make(.redirect, path, method: "HEAD", redirect(status, location)),
                make(.redirect, path + "?token=\(ConformanceSuite.sampleValue)", redirect(status, location)),
            ]
        }
    }

    /// Cases of the app's other hosts, other spellings of its host, and an unknown host.
    func hosts() -> [ConformanceCase] {
        guard
            let route = app.routes.first(where: { $0.answer.file != nil }),
            let file = file(for: Self.sample(route.path))
        else { return [] }
        let path = Self.sample(route.path)
        return app.hosts.dropFirst().map { make(.host, path, host: $0, found(file)) }
            + [
                make(.host, path, host: app.hosts[0].uppercased(), found(file)),
                make(.host, path, host: app.hosts[0] + ".", found(file)),
                make(.host, path, host: app.hosts[0] + ":8443", found(file)),
                make(.unknownHost, path, host: "latchkey-unknown.invalid", bare(421)),
            ]
    }

    func methods() -> [ConformanceCase] {
        let allow = [HeaderField("Allow", "GET, HEAD")]
        let paths = app.routes.map { Self.sample($0.path) }.filter { file(for: $0) != nil }.suffix(1)
        return paths.flatMap { path in
            ["POST", "PUT", "DELETE"].map { make(.method, path, method: $0, bare(405, headers: allow)) }
        }
    }
}
