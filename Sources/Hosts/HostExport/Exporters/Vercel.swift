internal import Diagnostics
internal import JSON
internal import Release

/// Exporter for Vercel: a project for each app, with `vercel.json` and routing middleware for routes that need code.
///
/// Keys: https://vercel.com/docs/project-configuration. `/.well-known` is neither redirected nor rewritten
/// (https://vercel.com/docs/rewrites), so the association files are real files and change-password, the only redirect, is
/// a page.
/// Middleware: https://vercel.com/docs/routing-middleware. Schema: https://openapi.vercel.sh/vercel.json.
struct Vercel: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        let function = EdgeFunction(modules: ["decision.js", "response.js", "vercel.js"])
        var files: [HostExport.File] = []
        for site in source.sites {
            let name = site.app.name
            files += site.files(in: "\(name)/public")
            files += site.redirects.map { redirect in
                HostExport.File(
                    path: "\(name)/public\(redirect.path.path).html", text: StaticSite.page(to: redirect.location)
                )
            }
            files.append(HostExport.File(path: "\(name)/vercel.json", json: .object(configuration(site))))
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
        return files
    }

    private func configuration(_ site: StaticSite) -> JSONObject {
        let rules = site.rules { ":\($0)" }.map(StaticSite.rule)
        var members: JSONObject = [
            "$schema": "https://openapi.vercel.sh/vercel.json", "framework": .null, "buildCommand": "",
            "outputDirectory": "public", "cleanUrls": true, "trailingSlash": false, "headers": .array(rules),
        ]
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
}
