internal import JSON
internal import Release
internal import TextEncoding

/// Common parts of the exporters for hosts that publish a folder.
enum PublishedFolders {
    /// The announcements of all hosts that compress files, tag them and normalise paths themselves.
    static func announcements(_ host: String) -> [Announcement] {
        [
            Announcement(
                .note, "encodings", "\(host) compresses files itself instead of sending the release's variants.",
                meaning: "A page is a few hundred bytes longer than with the release's brotli.",
                [.encodings, .cases(.refusedEncoding)]),
            Announcement(
                .note, "paths outside the folder", "\(host) normalises or refuses them before any rule.",
                meaning: "Only scanners request such paths.", [.traversal()]),
            Announcement(
                .note, "other hosts", "\(host) serves only the domains of the project.",
                meaning: "No page is served under a host that is not the app's.", [.cases(.unknownHost)]),
            Announcement(
                .note, "other methods", "\(host) responds in its own way.",
                meaning: "No page sends such a request.", [.cases(.method)]),
            Announcement(
                .note, "logs", "\(host)'s own request logs contain addresses, which an export cannot change.",
                meaning: "A token in the host's logs is valid until it is used or expires."),
        ]
    }

    static func slashes(_ host: String, _ difference: String, _ aspects: ConformanceCase.Aspect...) -> Announcement {
        Announcement(
            .note, "other forms of a path", difference, meaning: "A link that was edited by hand may not work.",
            [.cases(aspects)])
    }

    /// Returns the announcement for hosts that look header fields up by the requested path.
    static func missingPageFields(
        _ host: String, _ difference: String? = nil, parts: Set<String> = PublishedFolders.fields
    ) -> Announcement {
        Announcement(
            .warning, "fields of the 404 page",
            difference
                ?? "\(host) sets header fields by the requested path, so the page for unknown paths has none of the release's fields.",
            meaning:
                "The page for unknown paths has no form and no token, so this is only a second line of defence.",
            [.cases(.unknownPath, .letterCase, .fileName, .condition, .openMalformed, parts: parts)])
    }

    /// Returns a header rule for a path in the format of Vercel and Firebase.
    static func rule(_ path: String, _ fields: [HeaderField]) -> JSONValue {
        [
            "source": .string(path),
            "headers": .array(fields.map { ["key": .string($0.name), "value": .string($0.value)] }),
        ]
    }

    /// Returns a page that refreshes to a location, which https://www.w3.org/TR/change-password-url/ permits.
    static func page(to location: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="robots" content="noindex">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=\(location)">
        <title>Redirecting</title>
        <a href="\(location)">Continue</a>
        </html>

        """
    }

    /// The header fields that a release sets on every page.
    static let fields: Set<String> = [
        "cache-control", "content-security-policy", "referrer-policy",
        "strict-transport-security", "vary", "x-content-type-options", "x-robots-tag",
    ]

    static func fileNames(_ host: String, _ difference: String? = nil) -> Announcement {
        Announcement(
            .note, "file names",
            difference
                ?? "\(host) also answers under the files' own names, such as /reset-password.html, and without the fields of the page.",
            meaning: "No link leads there.", [.cases(.fileName)])
    }
}

extension Announcement.Coverage {
    /// The cases of bodies that the host compresses itself.
    static let encodings = cases(
        .brotli, .gzip, .weights, .unknownPath, parts: ["body", "content-encoding"])
}

extension ExportSource {
    /// The apps with a host, each as a folder.
    var sites: [StaticSite] {
        release.manifest.apps.indices.filter { !release.manifest.apps[$0].hosts.isEmpty }.map {
            StaticSite($0, of: release)
        }
    }
}
