internal import AppLinks
internal import Release

/// The announcements of servers that match regular expressions.
enum ProxyAnnouncements {
    static func rules(for manifest: Manifest, server: String, comparesWeights: Bool = false) -> [Announcement] {
        var announcements = [
            Announcement(
                .note, "Accept-Encoding that refuses everything",
                "\(server) sends the uncompressed file instead of status 406.",
                meaning: "No browser refuses every encoding.", [.cases(.refusedEncoding)])
        ]
        if !comparesWeights {
            announcements.append(
                Announcement(
                    .note, "weights in Accept-Encoding",
                    "\(server) prefers brotli to gzip if both are acceptable, regardless of their weights.",
                    meaning: "A client that prefers gzip gets brotli, which it accepts as well.", [.cases(.weights)]))
        }
        let hasLinks = manifest.apps.contains { app in
            app.routes.contains { route in
                guard case .open(let link) = route.answer else { return false }
                return !link.web.parameters.isEmpty
            }
        }
        if hasLinks {
            announcements.append(
                Announcement(
                    .note, "/open/ with values that are not plain",
                    "\(server) opens the app only where every value consists of letters, digits, '-', '.', '_' and '~', "
                        + "and passes values on unchanged instead of encoding them again.",
                    meaning: "With any other token, people get the page, where a button opens the app.",
                    [.cases(.openEncoding, parts: ["status", "location"])]))
            announcements.append(
                Announcement(
                    .note, "a parameter twice",
                    "\(server) refuses '/open/' with it instead of using the first value, and shows the page where the link "
                        + "lands by a redirect.",
                    meaning: "No email has such a link.", [.cases(.openRepeated)]))
            announcements.append(
                Announcement(
                    .note, "names and conditions in percent-encoding",
                    "\(server) compares a query's names, and the values that select a page, without decoding them: '%74oken=' is "
                        + "not 'token='.",
                    meaning: "No email has such a link."))
        }
        if manifest.hasValuesInPaths {
            announcements.append(
                Announcement(
                    .note, "/open/ with a value for the page's path",
                    "\(server) answers with status 400 if the value contains a slash or another character that must be "
                        + "percent-encoded in a path, and was not.",
                    meaning: "Links with encoded values work; email templates encode them."))
        }
        announcements.append(
            Announcement(
                .note, "refusals",
                "\(server) answers with status 400, 405 or 421 with its own page, without the release's fields.",
                meaning: "The page has no script, no form and no token."))
        announcements.append(
            Announcement(
                .note, "ranges and If-Unmodified-Since",
                "\(server) answers Range with status 206 or 416 and If-Unmodified-Since with 412; latchkey-server ignores both.",
                meaning: "No browser requests a page in this way."))
        return announcements
    }
}

extension Manifest {
    /// Whether a link has a parameter in its page's path.
    fileprivate var hasValuesInPaths: Bool {
        apps.contains { app in
            app.routes.contains { route in
                guard case .open(let link) = route.answer else { return false }
                return link.web.path.contains(where: \.isParameter)
            }
        }
    }
}
