internal import Diagnostics
internal import JSON
internal import Release
internal import TextEncoding

/// Exporter for Cloudflare Pages: a project for each app, with `_headers`, `_redirects` and a function for routes that
/// need code.
///
/// Files: https://developers.cloudflare.com/pages/configuration/headers/,
/// https://developers.cloudflare.com/pages/configuration/redirects/,
/// https://developers.cloudflare.com/pages/functions/routing/#create-a-_routesjson-file; how files are found:
/// https://developers.cloudflare.com/pages/configuration/serving-pages/. Neither `_headers` nor `_redirects` applies to
/// a function's responses. The limits of these files are on the same pages.
struct CloudflarePages: Exporter {
    let source: ExportSource
    private static let maximumHeaderRules = 100
    /// The maximum length of a line, in characters.
    private static let longestHeaderLine = 2_000
    private static let maximumFunctionRoutes = 100

    func files() throws(Diagnostic) -> [HostExport.File] {
        let function = EdgeFunction(modules: ["decision.js", "response.js", "cloudflare-pages.js"])
        var files: [HostExport.File] = []
        for site in source.sites {
            let name = site.app.name
            files += site.files(in: "\(name)/public")
            let rules = site.rules { ":\($0)" }
            try Self.check(rules, site)
            files.append(HostExport.File(path: "\(name)/public/_headers", text: Self.headers(rules)))
            let redirects =
                site.redirects.map { redirect in
                    "\(redirect.path.path { ":\($0)" }) \(redirect.location) \(redirect.status)\n"
                }
                + site.patterns.map { pattern in
                    "\(pattern.path.path { ":\($0)" }) \(site.path(of: pattern.file)) 200\n"
                }
            if !redirects.isEmpty {
                files.append(HostExport.File(path: "\(name)/public/_redirects", text: redirects.joined()))
            }
            guard !site.dynamic.isEmpty else { continue }
            let routes: JSONValue = [
                "version": 1,
                "include": .array(site.dynamic.map { .string($0.path { _ in "*" }) }),
                "exclude": [],
            ]
            files.append(HostExport.File(path: "\(name)/public/_routes.json", json: routes))
            files.append(
                HostExport.File(
                    path: "\(name)/functions/[[path]].js",
                    text: function.text(site.app, routes: site.dynamicRoutes) { site.path(of: $0) }))
        }
        return files
    }

    private typealias HeaderRule = (path: String, fields: [HeaderField])

    private static func check(_ rules: [HeaderRule], _ site: StaticSite) throws(Diagnostic) {
        // The rule for all paths is one of them.
        let count = rules.count + 1
        let tooMany =
            count > maximumHeaderRules
            ? (count, "header rules", maximumHeaderRules)
            : site.dynamic.count > maximumFunctionRoutes
                ? (site.dynamic.count, "paths for its function", maximumFunctionRoutes) : nil
        if let (count, what, most) = tooMany {
            throw .notExportable(
                "'\(site.app.name)' has \(count) \(what), and Cloudflare Pages accepts \(most)",
                fix: "Export to a host without that limit, or publish fewer pages and public files: each needs a rule.")
        }
        for (path, fields) in rules {
            let lines = [(path, path)] + fields.map { ($0.name, line($0)) }
            guard let (name, line) = lines.first(where: { $0.1.count > longestHeaderLine }) else { continue }
            throw .notExportable(
                "\(name) of '\(site.app.name)' has \(line.count) characters, and Cloudflare Pages accepts "
                    + "\(longestHeaderLine) a line",
                fix: "Export to a host without that limit.")
        }
    }

    private static func headers(_ rules: [HeaderRule]) -> String {
        // By default Cloudflare allows every origin to read every response.
        "/*\n  ! Access-Control-Allow-Origin\n"
            + rules.map { path, fields in "\(path)\n" + fields.map { "\(line($0))\n" }.joined() }.joined()
    }

    private static func line(_ field: HeaderField) -> String { "  \(field.name): \(field.value)" }
}
