internal import AppLinks
internal import Release
internal import TextEncoding

// Cases of files, and of files that a query selects.

extension AppCases {
    /// The targets of all routes to files, with the query of their link if one is known.
    private var fileTargets: [(target: String, file: ReleasedFile)] {
        var targets: [String] = []
        for route in app.routes {
            guard case .file = route.answer else { continue }
            targets.append(Self.target(of: route))
        }
        for route in app.routes {
            guard case .open(let link) = route.answer, let page = Self.page(of: link) else { continue }
            targets.append(page)
        }
        var seen: Set<String> = []
        return targets.filter { seen.insert($0).inserted }.compactMap { target in
            file(for: target).map { (target, $0) }
        }
    }

    func files() -> [ConformanceCase] {
        fileTargets.flatMap { target, file -> [ConformanceCase] in
            var answer = found(file)
            if variesByUserAgent(target) { answer.vary.append("User-Agent") }
            let encodings = Set(file.variants.map(\.encoding))
            var cases = [
                make(.file, target, answer), make(.head, target, method: "HEAD", head(file)),
                make(
                    .brotli, target, with: [HeaderField("Accept-Encoding", "gzip, deflate, br")],
                    found(
                        file,
                        encoding: encodings.contains("br") ? "br" : encodings.contains("gzip") ? "gzip" : "identity")),
                make(
                    .brotli, target, with: [HeaderField("Accept-Encoding", "br;q=0, gzip")],
                    found(file, encoding: encodings.contains("gzip") ? "gzip" : "identity")),
                make(
                    .gzip, target, with: [HeaderField("Accept-Encoding", "gzip")],
                    found(file, encoding: encodings.contains("gzip") ? "gzip" : "identity")),
                make(.gzip, target, with: [HeaderField("Accept-Encoding", "gzip;q=0, deflate")], found(file)),
                make(
                    .weights, target, with: [HeaderField("Accept-Encoding", "br;q=0.5, gzip;q=0.8")],
                    found(
                        file,
                        encoding: encodings.contains("gzip") ? "gzip" : encodings.contains("br") ? "br" : "identity")),
                make(
                    .refusedEncoding, target, with: [HeaderField("Accept-Encoding", "identity;q=0, *;q=0")],
                    bare(406)),
                make(.revalidation, target, answer),
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
        app.routes.contains { route in
            guard case .open = route.answer else { return false }
            return route.path.matches(Self.path(of: target))
        }
    }

    func conditions() -> [ConformanceCase] {
        var cases: [ConformanceCase] = []
        for route in app.routes where !route.conditions.isEmpty || !route.required.isEmpty {
            guard case .file = route.answer else { continue }
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
