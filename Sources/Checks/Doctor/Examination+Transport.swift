internal import AppLinks
internal import HostExport
internal import Release
internal import TextEncoding

/// Caches between host and visitors, certificates, and notes on what was not checked.
extension Examination {
    /// Compares Apple's copy; only for HTTPS on port 443, which is all that Apple fetches from.
    func appleCopy(_ file: HostResponse, _ fetch: Fetch) -> [Finding] {
        guard origin.scheme == "https", origin.hasDefaultPort, file.status == 200 else { return [] }
        let request = HostRequest(host: AppleCopy.origin.host, target: AppleCopy.target(origin.host))
        let ending = fetch(Request(origin: AppleCopy.origin, request: request, isDecoded: false))
        guard let copy = ending.response else {
            return .finding(
                .note, "apple-copy-unreachable", AppleCopy.subject,
                "not checked: Apple's network cannot be reached from here")
        }
        return [AppleCopy.finding(copy, file: file.body)]
    }

    /// Returns notes on what could not be checked, with the reasons.
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
                    "Examine 'https://\(origin.host)', with '--connect-to \(origin.host):443:<host>:\(origin.port)' if it listens there."
                ))
        }
        if origin.isAddress {
            notes.append(
                note(
                    "whether the host's own name is answered, since the address is an IP address",
                    "Name the host and its address: 'https://example.com --resolve example.com:443:\(origin.host)'."
                ))
        }
        if !hasRelease {
            notes.append(
                note(
                    "pages, '/open/' and everything else that needs a release, since none is named",
                    "Name the release: '--release Output'."))
        }
        return notes
    }

    static func ending(_ period: CertificatePeriod, _ origin: Origin, _ now: Int) -> Finding {
        let days = period.days(from: now)
        return Finding(
            .warning, "certificate-ending", origin.description,
            "the certificate is valid for \(days == 1 ? "one more day" : "\(days) more days"), and it has not been renewed",
            fix:
                "Find out why it was not renewed automatically: 'certbot renew --dry-run', or the host's page of certificates."
        )
    }

    /// Finds pages with a token in their URL that come from a shared cache.
    func cachedPages(_ app: ReleasedApp, _ fetch: Fetch) -> [Finding] {
        let pages = Set(
            app.files.filter { file in
                file.headers.contains { $0.name == "Cache-Control" && $0.value.contains("no-store") }
            }
            .map(\.name))
        for route in app.routes {
            guard case .file(let name) = route.answer, pages.contains(name), route.conditions.isEmpty,
                !route.path.hasParameters
            else { continue }
            let target = "\(route.path.text)?token=\(ConformanceSuite.sampleValue)"
            guard let response = get(target, fetch).response, response.status == 200 else { continue }
            let cache = ["cf-cache-status", "x-cache", "x-vercel-cache", "cache-status"]
                .first { (response[$0] ?? "").lowercased().contains("hit") }
            let age = response["age"].flatMap { Int($0) } ?? 0
            guard cache != nil || age > 0 else { continue }
            return .finding(
                .error, "token-page-cached", route.path.text,
                "a page whose address carries a token came from a cache (\(cache.map { "\($0): \(response[$0] ?? "")" } ?? "Age: \(age)"))",
                fix: "Let the cache respect 'Cache-Control: no-store', and purge it.")
        }
        return []
    }
}
