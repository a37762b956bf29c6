internal import HostExport
internal import Release
internal import TextEncoding

/// How the host is reached, what lies between it and visitors, and what could not be checked.
extension Examination {
    func plainHTTP(_ ask: Ask) -> [Finding] {
        guard origin.scheme == "https", origin.hasDefaultPort else { return [] }
        let plain = Origin(scheme: "http", host: origin.host)
        let asked = "/latchkey-nowhere?token=\(ConformanceSuite.sampleValue)"
        let request = HostRequest(host: origin.host, target: asked)
        guard let answer = ask(Question(origin: plain, request: request, isDecoded: false)).answer else {
            return [
                Finding(
                    .note, "plain-http-closed", plain.description,
                    "not checked: nobody answers, so that a link that is typed without 'https://' leads nowhere",
                    fix: "Redirect http to https on the same host, with status 301.")
            ]
        }
        let location = answer["location"] ?? ""
        if (300...399).contains(answer.status), let target = Origin(address: location), target == origin {
            guard location.hasSuffix(asked) else {
                return [
                    Finding(
                        .warning, "plain-http-path", plain.description,
                        "redirects to https without the path and the query that were asked for",
                        fix: "Redirect to the same path and query: an http link would lose its token.")
                ]
            }
            return [Finding(.ok, "plain-http", plain.description, "redirects to https")]
        }
        return [
            Finding(
                .warning, "plain-http", plain.description,
                "is answered with status \(answer.status)\(location.isEmpty ? "" : " to \(location)") instead of a redirect to https",
                fix: "Redirect http to https on the same host, with status 301.")
        ]
    }

    /// Apple fetches over https and from port 443 alone.
    func appleCopy(_ file: HostAnswer, _ ask: Ask) -> [Finding] {
        guard origin.scheme == "https", origin.hasDefaultPort, file.status == 200 else { return [] }
        let request = HostRequest(host: AppleCopy.origin.host, target: AppleCopy.target(origin.host))
        let question = Question(origin: AppleCopy.origin, request: request, isDecoded: false)
        guard let copy = ask(question).answer else {
            return [
                Finding(
                    .note, "apple-copy-unreachable", AppleCopy.subject,
                    "not checked: Apple's network cannot be reached from here"
                )
            ]
        }
        return [AppleCopy.finding(copy, file: file.body)]
    }

    /// What could not be checked, and why.
    func unchecked(hasRelease: Bool) -> [Finding] {
        func note(_ what: String, _ fix: String) -> Finding {
            Finding(.note, "not-checked", origin.description, "not checked: \(what)", fix: fix)
        }
        var notes: [Finding] = []
        if origin.scheme == "http" {
            notes.append(
                note(
                    "the certificate, the redirect to https and Apple's copy, since the address is http",
                    "Examine 'https://\(origin.host)' as well: phones fetch association files over https alone."))
        } else if !origin.hasDefaultPort {
            notes.append(
                note(
                    "the redirect from http and Apple's copy, since the port is \(origin.port)",
                    "Examine 'https://\(origin.host)', with '--connect-to \(origin.host):443:<host>:\(origin.port)' where it is found there."
                ))
        }
        if origin.isAddress {
            notes.append(
                note(
                    "whether the host's own name is answered, since the address is an IP address",
                    "Name the host, and where it is found: 'https://example.com --resolve example.com:443:\(origin.host)'."
                ))
        }
        if !hasRelease {
            notes.append(
                note(
                    "pages, '/open/' and what else only a release tells, since none is named",
                    "Name the release: '--release Output'."))
        }
        return notes
    }

    static func ending(_ period: CertificatePeriod, _ origin: Origin, _ now: Int) -> Finding {
        let days = period.days(from: now)
        return Finding(
            .warning, "certificate-ending", origin.description,
            "the certificate is valid for \(days == 1 ? "one more day" : "\(days) more days"), and nothing has renewed it",
            fix:
                "Look why it was not renewed by itself: 'certbot renew --dry-run', or the host's own page of certificates."
        )
    }

    /// Pages whose address carries a token must come from nobody's cache.
    func cachedPages(_ app: ReleasedApp, _ ask: Ask) -> [Finding] {
        for (path, _) in tokenPages(app) {
            let target = "\(path)?token=\(ConformanceSuite.sampleValue)"
            guard let answer = get(target, ask).answer, answer.status == 200 else { continue }
            let cache = ["cf-cache-status", "x-cache", "x-vercel-cache", "cache-status"]
                .first { (answer[$0] ?? "").lowercased().contains("hit") }
            let age = answer["age"].flatMap { Int($0) } ?? 0
            guard cache != nil || age > 0 else { continue }
            return [
                Finding(
                    .error, "token-page-cached", path,
                    "a page whose address carries a token came from a cache (\(cache.map { "\($0): \(answer[$0] ?? "")" } ?? "Age: \(age)"))",
                    fix: "Have the cache respect 'Cache-Control: no-store', and purge what it holds.")
            ]
        }
        return []
    }
}
