internal import Diagnostics
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
struct GitHubPages: Exporter {
    let source: ExportSource

    func files() throws(Diagnostic) -> [HostExport.File] {
        var files: [HostExport.File] = []
        for site in source.sitesWithoutFunctions {
            let name = site.app.name
            files += site.files(in: "\(name)/public")
            files.append(HostExport.File(path: "\(name)/public/.nojekyll", text: ""))
            for redirect in site.redirects where !redirect.path.hasParameters {
                files.append(
                    HostExport.File(
                        path: "\(name)/public\(redirect.path.path)/index.html",
                        text: StaticSite.page(to: redirect.location)))
            }
            files.append(
                HostExport.File(
                    path: "\(name)/.github/workflows/pages.yml", text: HostTemplate.text("github-pages/pages.yml")))
        }
        return files
    }

    var announcements: [Announcement] {
        let others = [Announcement].withoutFunctions("GitHub Pages", source) { paths in
            paths.filter { $0.only == nil || $0.hasParameters }
        }
        // The notes are about Vary, which it never sends.
        return furtherHosts + others.filter { $0.weight != .note }
    }

    private var furtherHosts: [Announcement] {
        let hosts = source.apps.flatMap { $0.hosts.dropFirst() }
        guard !hosts.isEmpty else { return [] }
        return [
            Announcement(
                .warning, hosts.joined(separator: ", "),
                "GitHub Pages serves one domain, and redirects another to it at best.",
                meaning: "Links under these hosts open no app: neither Apple nor Google follows a redirect.",
                [Announcement.Coverage(aspects: [.host])])
        ]
    }
}
