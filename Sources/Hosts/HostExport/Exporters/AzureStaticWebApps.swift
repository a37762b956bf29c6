internal import AppLinks
internal import Diagnostics
internal import JSON
internal import Release
internal import TextEncoding

/// Exporter for Azure Static Web Apps: a folder for each app with `staticwebapp.config.json`, without functions.
///
/// A media type cannot be set by path (https://github.com/Azure/static-web-apps/issues/402), so the association file is
/// a `.json` file to which its path is rewritten. Keys:
/// https://learn.microsoft.com/en-us/azure/static-web-apps/configuration. Schema:
/// https://json.schemastore.org/staticwebapp.config.json. A wildcard is allowed only at the end of a path
/// (https://learn.microsoft.com/en-us/azure/static-web-apps/configuration#wildcards) and matches the whole rest; the
/// first matching rule applies, so longer paths come first.
struct AzureStaticWebApps: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        var files: [HostExport.File] = []
        for site in source.sitesWithoutFunctions {
            let folder = "\(site.app.name)/public"
            files += site.files(in: folder).map { file in
                Self.lacksExtension(file.path) ? HostExport.File(path: file.path + ".json", bytes: file.bytes) : file
            }
            files.append(
                HostExport.File(path: "\(folder)/staticwebapp.config.json", text: try configurationText(site)))
        }
        return files
    }

    /// The maximum size in bytes (https://learn.microsoft.com/azure/static-web-apps/configuration#restrictions).
    private static let longestConfiguration = 20_000

    private func configurationText(_ site: StaticSite) throws(Diagnostic) -> String {
        let configuration = JSONValue.object(configuration(site))
        let readable = configuration.serialized(.pretty) + "\n"
        if readable.utf8.count <= Self.longestConfiguration { return readable }
        let text = configuration.serialized(.compact)
        guard text.utf8.count <= Self.longestConfiguration else {
            throw .notExportable(
                "the configuration of '\(site.app.name)' has \(text.utf8.count) bytes, and Azure Static Web Apps accepts "
                    + "\(Self.longestConfiguration)",
                fix: "Export to a host without that limit, or publish fewer pages and public files: each needs a rule.")
        }
        return text
    }

    private static func lacksExtension(_ path: String) -> Bool {
        path.split(separator: "/").last?.contains(".") == false
    }

    /// The file's header fields without the type, which depends on the extension.
    private static func fields(_ file: ReleasedFile) -> [HeaderField] {
        file.fields().filter { $0.name != "Content-Type" }
    }

    private func configuration(_ site: StaticSite) -> JSONObject {
        func fields(_ fields: [HeaderField]) -> JSONValue {
            .object(JSONObject(fields.map { ($0.name, .string($0.value)) }))
        }
        var routes: [JSONValue] = site.placements.map { placement in
            let name = Self.lacksExtension(placement.name) ? placement.name + ".json" : placement.name
            return [
                "route": .string(placement.path), "methods": ["GET", "HEAD"], "rewrite": .string("/\(name)"),
                "headers": fields(Self.fields(placement.file)),
            ]
        }
        routes += site.patterns.filter { Self.supports($0.path) }.map { pattern in
            [
                "route": .string(pattern.path.path { _ in "*" }),
                "rewrite": .string(site.path(of: pattern.file) + ".html"), "headers": fields(Self.fields(pattern.file)),
            ]
        }
        routes += site.redirects.map { redirect in
            [
                "route": .string(redirect.path.path), "redirect": .string(redirect.location),
                // Only 301 and 302 are supported.
                "statusCode": 302,
            ]
        }
        // Global fields, which apply to all responses without fields from a route.
        let shared = (site.notFound.map(Self.fields) ?? []).filter {
            $0.name != "Content-Security-Policy" || site.placements.isEmpty
        }
        return [
            "trailingSlash": "never", "routes": .array(routes), "globalHeaders": fields(shared),
            "mimeTypes": .object(Self.types(site)),
            "responseOverrides": ["404": ["rewrite": "/404.html"]],
        ]
    }

    /// The media types of the site's files by extension.
    private static func types(_ site: StaticSite) -> JSONObject {
        var types: JSONObject = [".json": "application/json", ".html": "text/html; charset=utf-8"]
        for placement in site.placements where !lacksExtension(placement.name) && !placement.name.hasSuffix(".html") {
            guard let dot = placement.name.lastIndex(of: ".") else { continue }
            types[String(placement.name[dot...])] = .string(placement.file.type)
        }
        return types
    }

    var announcements: [Announcement] {
        .withoutFunctions("Azure Static Web Apps", source) { $0.filter { $0.only == nil || !Self.supports($0) } }
    }

    /// Whether a path has parameters at its end alone, where a wildcard is allowed.
    private static func supports(_ path: PathRoutes) -> Bool {
        !path.template.segments.dropLast().contains(where: \.isParameter)
    }
}
