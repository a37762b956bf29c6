internal import Diagnostics
internal import JSON
internal import Release

/// Exporter for Firebase Hosting: a project with a hosting target for each app, without functions.
///
/// `appAssociation` is `NONE`, because Firebase would otherwise serve its own association file; `ignore` omits the
/// `**/.*` that `firebase init` writes, which excludes `.well-known`. Keys:
/// https://firebase.google.com/docs/hosting/full-config; order of precedence:
/// https://firebase.google.com/docs/hosting/full-config#hosting_priority_order. Schema: `schema/firebase-config.json`
/// of https://github.com/firebase/firebase-tools.
struct FirebaseHosting: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        let sites = source.sitesWithoutFunctions
        return sites.flatMap { $0.files(in: "\($0.app.name)/public") }
            + [HostExport.File(path: "firebase.json", json: ["hosting": .array(sites.map(target))])]
    }

    private func target(_ site: StaticSite) -> JSONValue {
        var headers = site.rules { _ in "*" }
        if let notFound = site.notFound { headers.append(("/404.html", notFound.fields())) }
        return [
            "target": .string(site.app.name), "public": .string("\(site.app.name)/public"),
            "appAssociation": "NONE", "cleanUrls": true, "trailingSlash": false,
            "ignore": ["firebase.json", "**/node_modules/**"], "headers": .array(headers.map(StaticSite.rule)),
            "redirects": .array(
                // Only 301 and 302 are supported.
                site.redirects.map {
                    ["source": .string($0.path.path), "destination": .string($0.location), "type": 302]
                }),
            "rewrites": .array(
                site.patterns.map { pattern in
                    [
                        "source": .string(pattern.path.path { _ in "*" }),
                        "destination": .string(site.path(of: pattern.file) + ".html"),
                    ]
                }),
        ]
    }

    var announcements: [Announcement] {
        .withoutFunctions("Firebase Hosting", source) { $0.filter { $0.only == nil } }
    }
}
