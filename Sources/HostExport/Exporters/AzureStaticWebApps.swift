internal import JSON
internal import Release
internal import TextEncoding

/// Azure Static Web Apps: an app's folder with `staticwebapp.config.json`, and no function.
///
/// A type cannot be set by path (https://github.com/Azure/static-web-apps/issues/402): the association file is a `.json`
/// file to which its path is rewritten. The keys: https://learn.microsoft.com/en-us/azure/static-web-apps/configuration. The
/// file's schema: https://json.schemastore.org/staticwebapp.config.json.
struct AzureStaticWebApps {
    private let source: ExportSource

    init(_ source: ExportSource) { self.source = source }

    func export() throws(HostExportError) -> HostExport {
        var files: [HostExport.File] = []
        for site in source.sites {
            let folder = "\(site.app.name)/public"
            files += site.files(in: folder).map { file in
                Self.lacksExtension(file.path) ? HostExport.File(path: file.path + ".json", bytes: file.bytes) : file
            }
            files.append(
                HostExport.File(
                    path: "\(folder)/staticwebapp.config.json",
                    text: JSONValue.object(configuration(site)).serialized(.pretty) + "\n"))
        }
        return HostExport(
            files: files, announcements: announcements,
            commands: source.sites.map {
                "swa deploy <output>/\($0.app.name)/public --env production"
            })
    }

    private static func lacksExtension(_ path: String) -> Bool {
        path.split(separator: "/").last?.contains(".") == false
    }

    private func configuration(_ site: StaticSite) -> JSONObject {
        func fields(_ fields: [HeaderField]) -> JSONValue {
            .object(JSONObject(fields.map { ($0.name, .string($0.value)) }))
        }
        var routes: [JSONValue] = site.placements.map { placement in
            let name = Self.lacksExtension(placement.name) ? placement.name + ".json" : placement.name
            return [
                "route": .string(placement.path), "methods": ["GET", "HEAD"], "rewrite": .string("/\(name)"),
                "headers": fields(placement.file.headers),
            ]
        }
        let without = WithoutFunctions(site, keepsQuery: false, hasPatterns: true)
        routes += (site.patterns + without.landings).map { pattern in
            [
                "route": .string(pattern.path.path.replacingParameters { _ in "*" }),
                "rewrite": .string(site.path(of: pattern.file) + ".html"), "headers": fields(pattern.file.headers),
            ]
        }
        routes += site.redirects.map { redirect in
            [
                "route": .string(redirect.path.path), "redirect": .string(redirect.location),
                // 301 and 302 are the statuses that there are.
                "statusCode": 302,
            ]
        }
        // Fields that every file has, for all answers that no route gives fields of its own.
        let shared = (site.notFound?.headers ?? []).filter {
            $0.name != "Content-Security-Policy" || site.placements.isEmpty
        }
        return [
            "trailingSlash": "never", "routes": .array(routes), "globalHeaders": fields(shared),
            "mimeTypes": [".json": "application/json", ".html": "text/html; charset=utf-8"],
            "responseOverrides": ["404": ["rewrite": "/404.html"]],
        ]
    }

    private var announcements: [Announcement] {
        PublishedFolders.announcements("Azure Static Web Apps") + [
            PublishedFolders.fileNames("Azure Static Web Apps"),
            PublishedFolders.slashes(
                "Azure Static Web Apps",
                "Azure Static Web Apps redirects a path with a slash at its end to the one without, and does not join doubled slashes.",
                .trailingSlash, .doubledSlash),
            Announcement(
                .warning, "Content-Security-Policy of the 404 page",
                "Azure Static Web Apps has no fields for it but those of all answers.",
                meaning:
                    "The page for unknown paths has no script and no token; what it loses is a second line of defence.",
                [
                    .cases(
                        .unknownPath, .letterCase, .fileName, .condition, parts: ["content-security-policy"])
                ]),
        ] + WithoutFunctions.announcements("Azure Static Web Apps", source.sites, keepsQuery: false)
    }
}
