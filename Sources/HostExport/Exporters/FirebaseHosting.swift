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
struct FirebaseHosting {
    let source: ExportSource

    func export() throws(HostExportError) -> HostExport {
        var files: [HostExport.File] = []
        var targets: [JSONValue] = []
        for site in source.sites {
            files += site.files(in: "\(site.app.name)/public")
            targets.append(.object(target(site)))
        }
        let configuration: JSONValue = ["hosting": .array(targets)]
        files.append(HostExport.File(path: "firebase.json", text: configuration.serialized(.pretty) + "\n"))
        return HostExport(
            files: files, announcements: announcements,
            commands: source.sites.map {
                "(cd <output> && firebase target:apply hosting \($0.app.name) <site>)"
            } + ["(cd <output> && firebase deploy --only hosting)"])
    }

    private func target(_ site: StaticSite) -> JSONObject {
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
            "ignore": ["firebase.json", "**/node_modules/**"], "headers": .array(headers.map(PublishedFolders.rule)),
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

    private var announcements: [Announcement] {
        PublishedFolders.announcements("Firebase Hosting") + [
            PublishedFolders.slashes(
                "Firebase Hosting",
                "Firebase Hosting redirects a path with a slash at its end, or with .html, to the one without, and does not join doubled slashes.",
                .trailingSlash, .doubledSlash, .fileName),
            Announcement(
                .note, "queries of redirects", "Firebase Hosting preserves the query in redirects.",
                meaning: "The page ignores unknown parameters.",
                [.cases(.redirect, parts: ["location"])]),
            PublishedFolders.missingPageFields("Firebase Hosting"),
        ] + WithoutFunctions.announcements("Firebase Hosting", source.sites, keepsQuery: true, patterns: .anywhere)
    }
}
