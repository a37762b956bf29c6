internal import Release

/// What hosts that publish a folder have in common: a folder an app, and announcements.
enum PublishedFolders {
    /// What holds for every host that compresses, tags and normalises by itself.
    static func announcements(_ host: String) -> [Announcement] {
        [
            Announcement(
                .note, "encodings", "\(host) compresses by itself instead of sending the release's variants.",
                meaning: "A page is a few hundred bytes longer than with the release's brotli.",
                [
                    .cases(
                        .brotli, .gzip, .weights, .refusedEncoding, .unknownPath,
                        parts: ["body", "content-encoding", "status", "vary"])
                ]),
            Announcement(
                .note, "Vary", "\(host) sets it where it compresses, and not on every answer.",
                meaning: "A cache of the host's own keeps the encodings apart.", [.everywhere("vary")]),
            Announcement(
                .note, "paths that lead out of the folder", "\(host) normalises or refuses them before any rule.",
                meaning: "Nobody but a scanner asks for such a path.", [.cases(.traversal)]),
            Announcement(
                .note, "other hosts", "\(host) knows only the domains that the project is given.",
                meaning: "Nobody gets a page under a host that is not the app's.", [.cases(.unknownHost, .host)]),
            Announcement(
                .note, "other methods", "\(host) answers them in its own way.",
                meaning: "No page sends such a request.", [.cases(.method)]),
            Announcement(
                .note, "logs", "\(host)'s own request logs hold addresses, and nothing in an export can change that.",
                meaning: "A token stands in the host's logs until it is used or has expired."),
        ]
    }

    static func slashes(_ host: String, _ difference: String, _ aspects: ConformanceCase.Aspect...) -> Announcement {
        Announcement(
            .note, "other forms of a path", difference, meaning: "A link that somebody changed by hand may not arrive.",
            [Announcement.Coverage(aspects: Set(aspects), parts: nil, paths: nil)])
    }

    static func fileNames(_ host: String) -> Announcement {
        Announcement(
            .note, "file names", "\(host) also answers under the files' own names, such as /reset-password.html.",
            meaning: "The page is the same there; no link leads to it.", [.cases(.fileName)])
    }
}

extension ExportSource {
    /// The apps that have a host, each as a folder.
    var sites: [StaticSite] {
        release.manifest.apps.indices.filter { !release.manifest.apps[$0].hosts.isEmpty }.map {
            StaticSite($0, of: release)
        }
    }
}
