internal import Diagnostics
internal import Release
internal import TextEncoding

/// Exporter for Netlify: a project for each app, with `netlify.toml` and an edge function for routes that need code.
///
/// Header fields: https://docs.netlify.com/manage/routing/headers/; redirects:
/// https://docs.netlify.com/manage/routing/redirects/overview/; functions:
/// https://docs.netlify.com/build/edge-functions/declarations/; keys:
/// https://docs.netlify.com/build/configure-builds/file-based-configuration/. There is no published schema; the one in
/// SchemaStore's catalogue is for Netlify's former CMS.
struct Netlify: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        let function = EdgeFunction(modules: ["decision.js", "response.js", "netlify.js"])
        var files: [HostExport.File] = []
        for site in source.sites {
            let name = site.app.name
            files += site.files(in: "\(name)/public")
            files.append(HostExport.File(path: "\(name)/netlify.toml", text: configuration(site)))
            if !site.dynamic.isEmpty {
                files.append(
                    HostExport.File(
                        path: "\(name)/netlify/edge-functions/latchkey.js",
                        text: function.text(site.app, routes: site.dynamicRoutes) { site.path(of: $0) }))
            }
        }
        return files
    }

    private func configuration(_ site: StaticSite) -> String {
        var blocks = [
            "# Made by 'latchkey export --to netlify'; the next export replaces it.\n[build]\npublish = \"public\"\n"
        ]
        blocks += site.dynamic.map { path in
            "[[edge_functions]]\npath = \(TOML.string(path.path { ":\($0)" }))\nfunction = \"latchkey\"\n"
        }
        blocks += site.redirects.map { Self.redirect($0.path, $0.location, $0.status) }
        blocks += site.patterns.map { Self.redirect($0.path, site.path(of: $0.file), 200) }
        blocks += site.rules { ":\($0)" }.map { path, fields in
            "[[headers]]\nfor = \(TOML.string(path))\n[headers.values]\n"
                + fields.map { "\($0.name) = \(TOML.string($0.value))\n" }.joined()
        }
        return blocks.joined(separator: "\n")
    }

    private static func redirect(_ path: PathRoutes, _ location: String, _ status: Int) -> String {
        "[[redirects]]\nfrom = \(TOML.string(path.path { ":\($0)" }))\nto = \(TOML.string(location))\n"
            + "status = \(status)\nforce = true\n"
    }
}

/// Basic strings of TOML (https://toml.io/en/v1.0.0#string).
enum TOML {
    static func string(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
