internal import Release

/// Exporter for GitHub Pages: a repository for each app, with files and a workflow.
///
/// `.nojekyll` keeps `.well-known`, which Jekyll would drop. `upload-pages-artifact` uploads it only with
/// `include-hidden-files`, available since version 5 (https://github.com/actions/upload-pages-artifact/pull/137).
/// Header fields cannot be configured:
/// https://docs.github.com/en/pages/getting-started-with-github-pages/what-is-github-pages. The media type depends on
/// the extension, so an association file is `application/octet-stream`. The domain is a setting of the repository;
/// GitHub ignores a `CNAME` file that a workflow publishes
/// (https://docs.github.com/en/pages/configuring-a-custom-domain-for-your-github-pages-site/managing-a-custom-domain-for-your-github-pages-site).
struct GitHubPages {
    let source: ExportSource

    func export() throws(HostExportError) -> HostExport {
        var files: [HostExport.File] = []
        for site in source.sites {
            let name = site.app.name
            files += site.files(in: "\(name)/public")
            files.append(HostExport.File(path: "\(name)/public/.nojekyll", text: ""))
            for redirect in site.redirects where !redirect.path.hasParameters {
                files.append(
                    HostExport.File(
                        path: "\(name)/public\(redirect.path.path)/index.html",
                        text: PublishedFolders.page(to: redirect.location)))
            }
            files.append(HostExport.File(path: "\(name)/.github/workflows/pages.yml", text: Self.workflow))
        }
        return HostExport(
            files: files, announcements: announcements,
            commands: source.sites.flatMap { site in
                [
                    "gh api --method POST repos/<owner>/<repository>/pages --field build_type=workflow",
                    "gh api --method PUT repos/<owner>/<repository>/pages --field cname=\(site.app.hosts[0])",
                    "(cd <output>/\(site.app.name) && git init -b main && git add -A && git commit -m Release && git push -f <repository> main)",
                ]
            })
    }

    private static let workflow = """
        # Made by 'latchkey export --to github-pages'.
        name: Pages
        on:
          push:
            branches: [main]
        permissions:
          contents: read
          pages: write
          id-token: write
        jobs:
          deploy:
            runs-on: ubuntu-latest
            environment:
              name: github-pages
            steps:
              - uses: actions/checkout@v4
              - uses: actions/upload-pages-artifact@v5
                with:
                  path: public
                  # Otherwise .well-known with the association files is omitted.
                  include-hidden-files: true
              - uses: actions/deploy-pages@v4

        """

    private var announcements: [Announcement] {
        PublishedFolders.announcements("GitHub Pages") + [
            PublishedFolders.fileNames("GitHub Pages"),
            PublishedFolders.slashes(
                "GitHub Pages",
                "GitHub Pages answers a path with a slash at its end, or with doubled slashes, with status 404.",
                .trailingSlash, .doubledSlash),
            Announcement(
                .warning, "header fields",
                "GitHub Pages sends only its own fields: every file may be cached for ten minutes, "
                    + "scripts of every site may read it, "
                    + "and neither Content-Security-Policy nor Referrer-Policy, nor any other protection, is sent.",
                meaning:
                    "A token page may stay in a browser's cache, and other sites may frame it: prefer another host for pages with tokens.",
                [
                    .cases(
                        ConformanceCase.Aspect.allCases,
                        parts: PublishedFolders.fields.union(["access-control-allow-origin"]))
                ]),
            Announcement(
                .warning, "type of apple-app-site-association", "GitHub Pages sends it as application/octet-stream.",
                meaning: "Apple's fetcher accepts it today, although Apple requires application/json.",
                [.cases(ConformanceCase.Aspect.allCases, parts: ["content-type"])]),
            Announcement(
                .warning, "redirects", "GitHub Pages has none: a page that refreshes replaces each.",
                meaning: "Password managers follow it, as the specification permits.", [.cases(.redirect)]),
        ] + furtherHosts
            + WithoutFunctions.announcements("GitHub Pages", source.sites, keepsQuery: false, patterns: .none)
    }

    private var furtherHosts: [Announcement] {
        let hosts = source.sites.flatMap { $0.app.hosts.dropFirst() }
        guard !hosts.isEmpty else { return [] }
        return [
            Announcement(
                .warning, hosts.joined(separator: ", "),
                "GitHub Pages serves one domain, and redirects another to it at best.",
                meaning: "Links under these hosts open no app: neither Apple nor Google follows a redirect.",
                [.cases(.host)])
        ]
    }
}
