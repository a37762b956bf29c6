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

    func files() throws(HostExportError) -> [HostExport.File] {
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
        var text = ConfigurationText()
        text.line("# Made by 'latchkey export --to netlify'; the next export replaces it.")
        text.line("[build]")
        text.line("publish = \"public\"")
        for path in site.dynamic {
            text.line()
            text.line("[[edge_functions]]")
            text.line("path = \(TOML.string(path.path { ":\($0)" }))")
            text.line("function = \"latchkey\"")
        }
        for redirect in site.redirects {
            Self.redirect(redirect.path.path { ":\($0)" }, redirect.location, redirect.status, &text)
        }
        for pattern in site.patterns {
            Self.redirect(pattern.path.path { ":\($0)" }, site.path(of: pattern.file), 200, &text)
        }
        for (path, fields) in site.rules({ ":\($0)" }) { Self.headers(path, fields, &text) }
        return text.text
    }

    private static func redirect(_ from: String, _ to: String, _ status: Int, _ text: inout ConfigurationText) {
        text.line()
        text.line("[[redirects]]")
        text.line("from = \(TOML.string(from))")
        text.line("to = \(TOML.string(to))")
        text.line("status = \(status)")
        text.line("force = true")
    }

    private static func headers(_ path: String, _ fields: [HeaderField], _ text: inout ConfigurationText) {
        text.line()
        text.line("[[headers]]")
        text.line("for = \(TOML.string(path))")
        text.line("[headers.values]")
        for field in fields { text.line("\(field.name) = \(TOML.string(field.value))") }
    }
}

/// Basic strings of TOML (https://toml.io/en/v1.0.0#string).
enum TOML {
    static func string(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
