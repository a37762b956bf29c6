internal import Release

/// What servers that decide by regular expressions have in common.
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
                    .note, "/open/ with a parameter twice",
                    "\(server) refuses such a link instead of taking the first value.",
                    meaning: "No email has such a link.", [.cases(.openRepeated)]))
        }
        return announcements
    }
}
