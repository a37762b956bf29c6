internal import AppLinks
internal import JSON
internal import LandingServer
internal import Release
internal import TextEncoding

/// The edge function for hosts whose rules do not suffice, composed of modules from `Templates/hosts` and an app's
/// routes.
struct EdgeFunction {
    /// The modules in the order in which they are concatenated. Imports and exports between them are removed, since
    /// they then share one scope.
    private let modules: [String]
    private let source: ExportSource

    init(_ source: ExportSource, modules: [String]) {
        self.source = source
        self.modules = modules
    }

    /// Returns the function's source.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - routes: the routes whose requests reach the function.
    ///   - exports: whether the host calls an export of the last module.
    ///   - withHeaders: whether the function sets the files' header fields.
    ///   - asset: returns the path where a file is published.
    /// - Returns: the source of one module.
    func text(
        _ app: ReleasedApp, routes: [Route], exports: Bool = true, withHeaders: Bool = true,
        asset: (ReleasedFile) -> String
    ) -> String {
        let last = modules.last
        let joined = modules.map { name in
            let lines = (source.scripts[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            return lines.filter { !$0.hasPrefix("import ") }.map { line in
                line.hasPrefix("export ") && (name != last || !exports)
                    ? String(line.dropFirst("export ".count)) : String(line)
            }.joined(separator: "\n")
        }.joined(separator: "\n")
        let data = self.data(app, routes: routes, withHeaders: withHeaders, asset: asset)
        return
            "// Made by 'latchkey export'; the next export replaces it.\n\nconst app = \(data.serialized(.compact));\n\n"
            + joined
    }

    private func data(
        _ app: ReleasedApp, routes: [Route], withHeaders: Bool, asset: (ReleasedFile) -> String
    ) -> JSONValue {
        let used = app.files.filter { file in
            file.name == app.notFound || routes.contains { $0.answer == .file(file.name) }
        }
        let behindRedirects = PathRoutes.filesBehindRedirects(of: app)
        let files = used.map { file -> (String, JSONValue) in
            var members: JSONObject = ["asset": .string(asset(file))]
            if withHeaders {
                members["headers"] = Self.pairs(file.fields(byVisitor: behindRedirects.contains(file.name)))
            }
            return (file.plainName, .object(members))
        }
        let plain = Dictionary(app.files.map { ($0.name, $0.plainName) }) { first, _ in first }
        return [
            "host": .string(app.hosts.first ?? ""), "hosts": .array(app.hosts.map(JSONValue.string)),
            "routes": .array(routes.map { Self.json($0, plain) }), "files": .object(JSONObject(files)),
            "notFound": .string(plain[app.notFound] ?? ""), "redirectHeaders": Self.pairs(app.redirectHeaders),
            "excludedAgents": .array(
                (UserAgentClass.automata + UserAgentClass.webViews + ["windows phone"]).map(JSONValue.string)),
        ]
    }

    private static func pairs(_ fields: [HeaderField]) -> JSONValue {
        .array(fields.map { [.string($0.name), .string($0.value)] })
    }

    private static func json(_ route: Route, _ plain: [String: String]) -> JSONValue {
        var members: JSONObject = ["path": .string(route.path)]
        if !route.conditions.isEmpty {
            members["conditions"] = .object(
                JSONObject(route.conditions.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }
        if !route.required.isEmpty { members["required"] = .array(route.required.map(JSONValue.string)) }
        switch route.answer {
        case .file(let name): members["file"] = .string(plain[name] ?? name)
        case .redirect(let status, let location):
            members["redirect"] = ["status": .number(JSONNumber(status)), "location": .string(location)]
        case .open(let link):
            var open: JSONObject = ["web": .string(link.web)]
            if let app = link.app { open["app"] = .string(app) }
            if link.opensOnIPhones { open["opensOnIPhones"] = true }
            if let package = link.androidPackage { open["androidPackage"] = .string(package) }
            let web = try? URLTemplate(parsing: link.web)
            open["parameters"] = .array(
                (web?.parameters ?? []).map { name in
                    let item = ((web?.query ?? []) + (web?.fragment ?? [])).first { $0.value == .parameter(name) }?.name
                    return [
                        "name": .string(name), "item": .string(item.flatMap { PercentEncoding.decode($0) } ?? name),
                    ]
                })
            let ownPath = web.map { PathRoutes.segments(of: $0.routePath) }
            open["isOwnPage"] = .bool(ownPath == PathRoutes.segments(of: route.path))
            members["open"] = .object(open)
        }
        return .object(members)
    }
}
