internal import AppLinks
internal import JSON
internal import LinkRouting
internal import Release
internal import TextEncoding

/// The edge function for hosts whose rules do not suffice, composed of modules from `Templates/hosts` and an app's
/// routes.
struct EdgeFunction {
    /// The modules in the order in which they are concatenated. Imports and exports between them are removed, since
    /// they then share one scope.
    let modules: [String]

    /// The source of one module, for the requests of some routes. `exports` says whether the host calls an export of
    /// the last module, `withHeaders` whether the function sets the files' header fields, and `asset` where a file is
    /// published.
    func text(
        _ app: ReleasedApp, routes: [Route], exports: Bool = true, withHeaders: Bool = true,
        asset: (ReleasedFile) -> String
    ) -> String {
        let last = modules.last
        let isMultilingual = app.languages != nil
        let languages = isMultilingual && modules.contains("decision.js") ? ["languages.js"] : []
        let joined = (["link-items.js"] + languages + modules).map { name in
            let lines = HostTemplate.text(name).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.filter { line in
                !line.hasPrefix("import ") && (isMultilingual || !line.hasSuffix(Self.mark))
            }.map { line in
                line.hasPrefix("export ") && (name != last || !exports)
                    ? String(line.dropFirst("export ".count)) : String(line)
            }.joined(separator: "\n")
        }.joined(separator: "\n")
        let data = self.data(app, routes: routes, withHeaders: withHeaders, asset: asset)
        return
            "// Made by 'latchkey export'; the next export replaces it.\n\nconst app = \(data.serialized(.compact));\n\n"
            + joined
    }

    /// The end of a line that only apps in several languages need.
    private static let mark = " // languages"

    private func data(
        _ app: ReleasedApp, routes: [Route], withHeaders: Bool, asset: (ReleasedFile) -> String
    ) -> JSONValue {
        let used = app.files.filter { file in
            file.name == app.notFound || routes.contains { $0.files.contains(file.name) }
        }
        let visitorFields = app.visitorFields
        let files = used.map { file -> (String, JSONValue) in
            var members: JSONObject = ["asset": .string(asset(file))]
            if withHeaders {
                members["headers"] = Self.pairs(file.fields(varyingBy: visitorFields[file.name] ?? []))
            }
            return (file.plainName, .object(members))
        }
        let plain = Dictionary(app.files.map { ($0.name, $0.plainName) }) { first, _ in first }
        var links: [OpenLink] = []
        for link in routes.compactMap(\.answer.link) where !links.contains(link) { links.append(link) }
        var data: JSONObject = [
            "hosts": Self.strings(app.hosts),
            "routes": .array(routes.map { Self.json($0, plain, links: links) }),
            "links": .array(links.map { Self.json($0, host: app.hosts.first) }),
            "longestLocation": .number(JSONNumber(AppLocation.longest)),
            "longestValue": .number(JSONNumber(OpenedParameters.longestValue)),
            "longestUserAgent": .number(JSONNumber(UserAgentClass.longest)), "files": .object(JSONObject(files)),
            "notFound": .string(plain[app.notFound] ?? ""), "redirectHeaders": Self.pairs(app.redirectHeaders),
            "excludedAgents": Self.strings(UserAgentWords.excluded.words),
            "agents": .array(UserAgentClass.redirectable.map(Self.agent)),
        ]
        if let languages = app.languages {
            data["languages"] = ["own": .string(languages.own), "ranges": Self.texts(languages.ranges)]
        }
        return .object(data)
    }

    private static func texts(_ texts: [String: String]) -> JSONValue {
        .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }

    private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// Returns a class of User-Agents, without the words that exclude one from every class.
    private static func agent(_ agent: UserAgentClass) -> JSONValue {
        let others = agent.excludes.filter { $0 != .excluded }.flatMap(\.words)
        return [
            "name": .string(agent.rawValue), "includes": .array(agent.includes.map { strings($0.words) }),
            "excludes": strings(others),
        ]
    }

    private static func pairs(_ fields: [HeaderField]) -> JSONValue {
        .array(fields.map { [.string($0.name), .string($0.value)] })
    }

    private static func json(_ route: Route, _ plain: [String: String], links: [OpenLink]) -> JSONValue {
        var members: JSONObject = ["path": .string(route.path.text)]
        if !route.conditions.isEmpty { members["conditions"] = texts(route.conditions) }
        if !route.required.isEmpty { members["required"] = strings(route.required) }
        switch route.answer {
        case .file(let name):
            members["file"] = .string(plain[name] ?? name)
            if !route.languages.isEmpty { members["languages"] = texts(route.languages.mapValues { plain[$0] ?? $0 }) }
        case .redirect(let status, let location):
            members["redirect"] = ["status": .number(JSONNumber(status)), "location": .string(location)]
        case .open(let link):
            members["open"] = .number(JSONNumber(links.firstIndex(of: link) ?? 0))
            if route.path.isPage(of: link.web) { members["isOwnPage"] = true }
        }
        return .object(members)
    }

    private static func json(_ link: OpenLink, host: String?) -> JSONValue {
        let redirect = AppLocation(link, host: host)
        let locations = UserAgentClass.redirectable.compactMap { agent in
            redirect.pieces(for: agent).map { (agent.rawValue, JSONValue.string(text($0))) }
        }
        let parameters = OpenedParameters(link.web).items.map { name, item -> JSONValue in
            ["name": .string(name), "item": .string(item)]
        }
        return [
            "web": .string(link.web.text), "locations": .object(JSONObject(locations)),
            "parameters": .array(parameters),
        ]
    }

    /// Returns a location with `{name}` for a value and `{%name}` for a value that is encoded twice.
    private static func text(_ location: [AppLocation.Piece]) -> String {
        location.map { piece in
            switch piece {
            case .text(let text): text
            case .value(let name): "{\(name)}"
            case .nestedValue(let name): "{%\(name)}"
            }
        }.joined()
    }
}
