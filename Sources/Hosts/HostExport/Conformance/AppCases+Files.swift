internal import AppLinks
internal import Release
internal import TextEncoding

// Cases of files, and of files that a query selects.

extension AppCases {
    /// The targets of all routes to files, with the query of their link if one is known.
    private var fileTargets: [(target: String, file: ReleasedFile)] {
        let routes = app.routes.filter { $0.answer.file != nil }.map(Self.target)
        let pages = app.routes.compactMap(\.answer.link).compactMap(Self.page)
        var seen: Set<String> = []
        return (routes + pages).filter { seen.insert($0).inserted }.compactMap { target in
            file(for: target).map { (target, $0) }
        }
    }

    func files() -> [ConformanceCase] {
        fileTargets.flatMap { target, file -> [ConformanceCase] in
            var answer = found(file)
            if variesByUserAgent(target) { answer.vary.append("User-Agent") }
            func accepting(
                _ codings: String, _ aspect: ConformanceCase.Aspect, _ expected: ExpectedResponse
            ) -> ConformanceCase {
                make(aspect, target, with: [HeaderField("Accept-Encoding", codings)], expected)
            }
            var cases = [
                make(.file, target, answer), make(.head, target, method: "HEAD", head(file)),
                accepting("gzip, deflate, br", .brotli, found(file, "br", "gzip")),
                accepting("br;q=0, gzip", .brotli, found(file, "gzip")), accepting("gzip", .gzip, found(file, "gzip")),
                accepting("gzip;q=0, deflate", .gzip, found(file)),
                accepting("br;q=0.5, gzip;q=0.8", .weights, found(file, "gzip", "br")),
                accepting("identity;q=0, *;q=0", .refusedEncoding, bare(406)), make(.revalidation, target, answer),
            ]
            let path = String(target.prefix { $0 != "?" })
            let query = target.dropFirst(path.count)
            if path.count > 1 {
                cases.append(make(.trailingSlash, path + "/" + query, answer))
                cases.append(make(.doubledSlash, "/" + path + query, answer))
                if let encoded = Self.encodedLetter(path) {
                    cases.append(make(.encodedPath, encoded + query, answer))
                }
                if path != path.uppercased(), route(for: target)?.path.hasParameters != true {
                    cases.append(make(.letterCase, path.uppercased() + query, missing))
                }
            }
            return cases
        }
    }

    /// Whether a redirect into the app precedes the page.
    private func variesByUserAgent(_ target: String) -> Bool {
        app.routes.contains { $0.answer.link != nil && $0.path.matches(Self.path(of: target)) }
    }

    func conditions() -> [ConformanceCase] {
        var cases: [ConformanceCase] = []
        for route in app.routes where !route.conditions.isEmpty || !route.required.isEmpty {
            guard route.answer.file != nil else { continue }
            let path = Self.sample(route.path)
            var targets = [path, "\(path)?unrelated=1"]
            for (name, value) in route.conditions.sorted(by: { $0.key < $1.key }) {
                targets.append("\(path)?\(name)=\(value)x")
                targets.append("\(path)?\(name)=\(value.uppercased())")
                targets.append("\(Self.target(of: route))&\(name)=other")
            }
            for name in route.required { targets.append("\(path)?\(name)=") }
            for target in targets where !cases.contains(where: { $0.request.target == target }) {
                cases.append(make(.condition, target, file(for: target).map { found($0) } ?? missing))
            }
        }
        return cases
    }
}
