internal import Release

/// The announcements of servers that match regular expressions.
enum ProxyAnnouncements {
    static func rules(for manifest: Manifest, server: String, comparesWeights: Bool = false) -> [Announcement] {
        var announcements = [
            Announcement(
                .note, "Accept-Encoding that refuses everything",
                "\(server) sends the file as it is instead of status 406.",
                meaning: "No browser refuses every encoding.", [.cases(.refusedEncoding)])
        ]
        if !comparesWeights {
            announcements.append(
                Announcement(
                    .note, "weights in Accept-Encoding",
                    "\(server) chooses brotli before gzip whenever both are acceptable, whatever their weights.",
                    meaning: "A client that prefers gzip gets brotli, which it takes as well.", [.cases(.weights)]))
        }
        let hasLinks = manifest.apps.contains { app in
            app.routes.contains { route in
                guard case .open(let link) = route.answer else { return false }
                return OpenRules(link, host: "")?.items.isEmpty == false
            }
        }
        if hasLinks {
            announcements.append(
                Announcement(
                    .note, "/open/ with values that are not plain",
                    "\(server) opens the app only where every value consists of letters, digits, '-', '.', '_' and '~', "
                        + "and passes values on as they were written instead of encoding them afresh.",
                    meaning: "With any other token, people get the page, where a button opens the app.",
                    [.cases(.openEncoding, parts: ["status", "location"])]))
            announcements.append(
                Announcement(
                    .note, "a parameter twice",
                    "\(server) refuses '/open/' with it instead of taking the first value, and shows the page where the link "
                        + "lands by a redirect.",
                    meaning: "No email has such a link.", [.cases(.openRepeated)]))
            announcements.append(
                Announcement(
                    .note, "names and conditions in percent-encoding",
                    "\(server) compares a query's names, and the values that choose a page, as they were written: '%74oken=' is "
                        + "not 'token='.",
                    meaning: "No email has such a link."))
        }
        if manifest.hasValuesInPaths {
            announcements.append(
                Announcement(
                    .note, "/open/ with a value for the page's path",
                    "\(server) answers with status 400 where the value has a slash or another character that a path takes in "
                        + "percent-encoding alone, and was not encoded.",
                    meaning: "Links whose values are encoded arrive; an email's template encodes them."))
        }
        announcements.append(
            Announcement(
                .note, "refusals",
                "\(server) answers with status 400, 405 or 421 by a bare page of its own, without the release's fields.",
                meaning: "The page has no script, no form and no token."))
        announcements.append(
            Announcement(
                .note, "ranges and If-Unmodified-Since",
                "\(server) answers Range with status 206 or 416 and If-Unmodified-Since with 412; latchkey-server ignores both.",
                meaning: "No browser asks for a page so."))
        return announcements
    }
}

extension Manifest {
    /// Whether a link has a parameter in its page's path.
    fileprivate var hasValuesInPaths: Bool {
        apps.contains { app in
            app.routes.contains { route in
                guard case .open(let link) = route.answer else { return false }
                return OpenRules(link, host: "")?.segments.isEmpty == false
            }
        }
    }
}
