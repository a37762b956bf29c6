internal import AppLinks
internal import Hashing
public import Release
internal import TextEncoding

/// What a host is asked before it counts as serving a release: requests, each with the answer that `latchkey-server` gives.
///
/// All of it is derived from the manifest, by other code than the server's, so that the suite tests the server as well. No
/// request carries a real token.
public struct ConformanceSuite: Hashable, Sendable {
    /// In the order in which they are best asked.
    public let cases: [ConformanceCase]

    /// The value of every parameter.
    public static let sampleValue = "latchkey-sample"

    init(cases: [ConformanceCase]) { self.cases = cases }

    /// The suite of a whole release.
    ///
    /// - Parameter manifest: of the release that the host serves.
    public init(_ manifest: Manifest) {
        cases = manifest.apps.flatMap { app in Self(app, of: manifest).cases }
    }

    /// The suite of one app.
    public init(_ app: ReleasedApp, of manifest: Manifest) {
        guard let host = app.hosts.first else {
            cases = []
            return
        }
        let writer = AppCases(app: app, host: host)
        cases =
            writer.files() + writer.conditions() + writer.unknownPaths() + writer.redirects() + writer.openings()
            + writer.hosts(of: manifest) + writer.methods()
    }
}

/// Writes the cases of one app.
struct AppCases {
    let app: ReleasedApp
    let host: String

    func make(
        _ aspect: ConformanceCase.Aspect, _ target: String, method: String = "GET", host: String? = nil,
        with headers: [HeaderField] = [], _ expected: ExpectedAnswer
    ) -> ConformanceCase {
        let plain = headers.contains { $0.name == "Accept-Encoding" }
        return ConformanceCase(
            aspect: aspect, app: app.name,
            request: HostRequest(
                method: method, host: host ?? self.host, target: target,
                headers: (plain ? [] : [HeaderField("Accept-Encoding", "identity")]) + headers),
            expected: expected)
    }

    // MARK: - Answers

    func found(_ file: ReleasedFile, encoding: String = "identity", status: Int = 200) -> ExpectedAnswer {
        let variant = file.variants.first { $0.encoding == encoding } ?? file.variants[0]
        let isCoded = variant.encoding != "identity"
        let isVaried = file.variants.count > 1
        return ExpectedAnswer(
            status: status,
            headers: [HeaderField("Content-Type", file.type)]
                + (isCoded ? [HeaderField("Content-Encoding", variant.encoding)] : []) + file.headers,
            vary: isVaried ? ["Accept-Encoding"] : [], hasEntityTag: status == 200,
            absent: ["location", "set-cookie"] + (isCoded ? [] : ["content-encoding"]),
            body: .variant(hash: variant.hash, length: variant.length))
    }

    func head(_ file: ReleasedFile) -> ExpectedAnswer {
        var answer = found(file)
        answer.body = .head(length: file.variants[0].length)
        return answer
    }

    var missing: ExpectedAnswer {
        app.files.first { $0.name == app.notFound }.map { found($0, status: 404) } ?? bare(404)
    }

    func bare(_ status: Int, headers: [HeaderField] = [], absent: [String] = ["location"]) -> ExpectedAnswer {
        ExpectedAnswer(status: status, headers: headers, vary: [], hasEntityTag: false, absent: absent, body: .any)
    }

    func redirect(_ status: Int, _ location: String, byVisitor: Bool = false) -> ExpectedAnswer {
        ExpectedAnswer(
            status: status,
            headers: [
                HeaderField("Location", location), HeaderField("Cache-Control", "no-store"),
                HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Content-Type-Options", "nosniff"),
                HeaderField("X-Robots-Tag", "noindex"),
            ], vary: byVisitor ? ["User-Agent"] : [], hasEntityTag: false, absent: ["set-cookie"], body: .any)
    }

    // MARK: - Files

    /// Where each route of a file leads, with what its link carries where that is known.
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
            if isVaried(target) { answer.vary.append("User-Agent") }
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
                    found(file, encoding: encodings.contains("gzip") ? "gzip" : "identity")),
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
                if !PathRoutes.segments(of: route(for: target)?.path ?? "").contains(where: Self.isParameter) {
                    cases.append(make(.letterCase, path.uppercased() + query, missing))
                }
            }
            return cases
        }
    }

    /// Whether a redirect into the app stands before the page.
    private func isVaried(_ target: String) -> Bool {
        app.routes.contains { route in
            guard case .open = route.answer else { return false }
            return Self.matches(route.path, target)
        }
    }

    // MARK: - Queries

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

    /// The first route that takes a target and answers with a file or a redirect.
    func route(for target: String) -> Route? {
        let query = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
        let items = QueryItem.items(of: query).compactMap { item -> (name: String, value: String)? in
            guard let name = PercentEncoding.decode(item.name), let value = PercentEncoding.decode(item.value) else {
                return nil
            }
            return (name, value)
        }
        return app.routes.first { route in
            if case .open = route.answer { return false }
            guard Self.matches(route.path, target) else { return false }
            func all(_ name: String, _ holds: (String) -> Bool) -> Bool {
                let values = items.filter { $0.name == name }.map(\.value)
                return !values.isEmpty && values.allSatisfy(holds)
            }
            return route.conditions.allSatisfy { condition in all(condition.key) { $0 == condition.value } }
                && route.required.allSatisfy { all($0) { !$0.isEmpty } }
        }
    }

    func file(for target: String) -> ReleasedFile? {
        guard case .file(let name) = route(for: target)?.answer else { return nil }
        return app.files.first { $0.name == name }
    }

    // MARK: - Paths

    static func isParameter(_ segment: PathRoutes.Segment) -> Bool {
        if case .parameter = segment { true } else { false }
    }

    private static func matches(_ path: String, _ target: String) -> Bool {
        let route = PathRoutes.segments(of: path)
        let asked = PathRoutes.segments(of: String(target.prefix { $0 != "?" }))
        return route.count == asked.count
            && zip(route, asked).allSatisfy { isParameter($0) || $0 == $1 }
    }

    /// A path with its last letter percent-encoded; nil where it has none.
    static func encodedLetter(_ path: String) -> String? {
        guard let index = path.lastIndex(where: { $0.isASCII && $0.isLetter }), let byte = path[index].asciiValue else {
            return nil
        }
        return path[..<index] + "%" + Base16.encode([byte]).uppercased() + path[path.index(after: index)...]
    }

    /// A route's path with the sample value for each parameter.
    static func sample(_ path: String) -> String {
        "/"
            + path.split(separator: "/").map { $0.hasPrefix("{") ? ConformanceSuite.sampleValue : String($0) }
            .joined(separator: "/")
    }

    /// A target that a route takes.
    private static func target(of route: Route) -> String {
        let items =
            route.conditions.sorted { $0.key < $1.key }.map {
                "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))"
            } + route.required.map { "\(PercentEncoding.encode($0))=\(ConformanceSuite.sampleValue)" }
        return sample(route.path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Where a link leads on the web, without the fragment that no host sees.
    private static func page(of link: OpenLink) -> String? {
        guard let web = try? URLTemplate(parsing: link.web) else { return nil }
        let values = Dictionary(web.parameters.map { ($0, ConformanceSuite.sampleValue) }) { first, _ in first }
        return web.expanded(with: values).map { String($0.prefix { $0 != "#" }) }
    }
}
