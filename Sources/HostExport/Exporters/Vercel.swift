internal import JSON
internal import Release
internal import TextEncoding

/// Exporter for Vercel: a project for each app, with `vercel.json` and routing middleware for routes that need code.
///
/// Keys: https://vercel.com/docs/project-configuration. `/.well-known` is neither redirected nor rewritten
/// (https://vercel.com/docs/rewrites), so the association files are real files and change-password is a page.
/// Middleware: https://vercel.com/docs/routing-middleware. Schema: https://openapi.vercel.sh/vercel.json.
struct Vercel {
    let source: ExportSource

    func export() throws(HostExportError) -> HostExport {
        let function = EdgeFunction(source, modules: ["decision.js", "response.js", "vercel.js"])
        var files: [HostExport.File] = []
        for site in source.sites {
            let name = site.app.name
            files += site.files(in: "\(name)/public")
            files += site.redirects.filter(Self.isReserved).map { redirect in
                HostExport.File(
                    path: "\(name)/public\(redirect.path.path).html", text: PublishedFolders.page(to: redirect.location)
                )
            }
            files.append(
                HostExport.File(
                    path: "\(name)/vercel.json", text: JSONValue.object(configuration(site)).serialized(.pretty) + "\n")
            )
            guard !site.dynamic.isEmpty else { continue }
            let matcher: JSONValue = [
                "matcher": .array(site.dynamic.map { .string($0.path { ":\($0)" }) })
            ]
            files.append(
                HostExport.File(
                    path: "\(name)/middleware.js",
                    text: function.text(site.app, routes: site.dynamicRoutes) { site.path(of: $0) }
                        + "\nexport const config = \(matcher.serialized());\n"))
        }
        return HostExport(
            files: files, announcements: announcements,
            commands: source.sites.map { "vercel deploy --prod --cwd <output>/\($0.app.name)" })
    }

    private static func isReserved(_ redirect: (path: PathRoutes, status: Int, location: String)) -> Bool {
        redirect.path.path.hasPrefix("/.well-known/")
    }

    private func configuration(_ site: StaticSite) -> JSONObject {
        let rules = site.rules { ":\($0)" }.map(PublishedFolders.rule)
        var members: JSONObject = [
            "$schema": "https://openapi.vercel.sh/vercel.json", "framework": .null, "buildCommand": "",
            "outputDirectory": "public", "cleanUrls": true, "trailingSlash": false, "headers": .array(rules),
        ]
        let redirects = site.redirects.filter { !Self.isReserved($0) }
        if !redirects.isEmpty {
            members["redirects"] = .array(
                redirects.map { redirect in
                    [
                        "source": .string(redirect.path.path { ":\($0)" }),
                        "destination": .string(redirect.location),
                        "statusCode": .number(JSONNumber(redirect.status)),
                    ]
                })
        }
        if !site.patterns.isEmpty {
            members["rewrites"] = .array(
                site.patterns.map { pattern in
                    [
                        "source": .string(pattern.path.path { ":\($0)" }),
                        "destination": .string(site.path(of: pattern.file)),
                    ]
                })
        }
        return members
    }

    private var announcements: [Announcement] {
        PublishedFolders.announcements("Vercel") + [
            PublishedFolders.slashes(
                "Vercel",
                "Vercel redirects a path with a slash at its end, or with .html, to the one without, and does not join doubled slashes.",
                .trailingSlash, .doubledSlash, .fileName),
            PublishedFolders.missingPageFields("Vercel"),
        ] + redirects
    }

    private var redirects: [Announcement] {
        let all = source.sites.flatMap(\.redirects)
        let pages = Set(all.filter(Self.isReserved).map(\.path.path))
        var announcements: [Announcement] = []
        if !pages.isEmpty {
            announcements.append(
                Announcement(
                    .note, pages.sorted().joined(separator: ", "),
                    "Vercel redirects nothing below /.well-known: a page that refreshes replaces the redirect.",
                    meaning: "Password managers follow it, as the specification permits.",
                    [.cases(.redirect, paths: pages)]))
        }
        if pages.count < Set(all.map(\.path.path)).count {
            announcements.append(
                Announcement(
                    .note, "queries of redirects", "Vercel preserves the query in redirects.",
                    meaning: "The page ignores unknown parameters.", [.cases(.redirect, parts: ["location"])]))
        }
        return announcements
    }
}
