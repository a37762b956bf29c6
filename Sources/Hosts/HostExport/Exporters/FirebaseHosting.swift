internal import JSON
internal import Release
internal import TextEncoding

/// Exporter for Firebase Hosting: a project with a hosting target for each app, without functions.
///
/// `appAssociation` is `NONE`, because Firebase would otherwise serve its own association file; `ignore` omits the
/// `**/.*` that `firebase init` writes, which excludes `.well-known`. Keys:
/// https://firebase.google.com/docs/hosting/full-config; order of precedence:
/// https://firebase.google.com/docs/hosting/full-config#hosting_priority_order. Schema: `schema/firebase-config.json`
/// of https://github.com/firebase/firebase-tools.
struct FirebaseHosting: Exporter {
    let source: ExportSource

    func files() throws(HostExportError) -> [HostExport.File] {
        let sites = source.sites
        return sites.flatMap { $0.files(in: "\($0.app.name)/public") }
            + [HostExport.File(path: "firebase.json", json: ["hosting": .array(sites.map(target))])]
    }

    private func target(_ site: StaticSite) -> JSONValue {
        let without = WithoutFunctions(site, keepsQuery: true, patterns: .anywhere)
        var headers = site.headers
        headers += without.pages.map { pattern in (pattern.path.path { _ in "*" }, pattern.file.fields()) }
        headers += site.redirects.map { ($0.path.path, site.app.redirectHeaders) }
        headers += without.redirects.map { ($0.path.path, site.app.redirectHeaders) }
        if let notFound = site.notFound { headers.append(("/404.html", notFound.fields())) }
        // Only 301 and 302 are supported.
        let redirects =
            site.redirects.map { ($0.path.path, $0.location) } + without.redirects.map { ($0.path.path, $0.location) }
        return [
            "target": .string(site.app.name), "public": .string("\(site.app.name)/public"),
            "appAssociation": "NONE", "cleanUrls": true, "trailingSlash": false,
            "ignore": ["firebase.json", "**/node_modules/**"], "headers": .array(headers.map(StaticSite.rule)),
            "redirects": .array(
                redirects.map { ["source": .string($0.0), "destination": .string($0.1), "type": 302] }),
            "rewrites": .array(
                without.pages.map { pattern in
                    [
                        "source": .string(pattern.path.path { _ in "*" }),
                        "destination": .string(site.path(of: pattern.file) + ".html"),
                    ]
                }),
        ]
    }

    var announcements: [Announcement] {
        WithoutFunctions.announcements("Firebase Hosting", source.sites, keepsQuery: true, patterns: .anywhere)
    }
}
