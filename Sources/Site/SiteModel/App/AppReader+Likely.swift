import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import JSON
import LinkDefinitions
import TextEncoding
import YAML

// Warnings of values that are valid and that hardly anybody means.

extension AppReader {
    mutating func warnOfUnlikelyValues(_ pages: [Page], _ paths: Set<String>) {
        warnOfPlaceholders()
        warnOfDurations()
        warnOfCoveredPaths(pages)
        for (name, value) in file.contents.backend?.settings ?? OrderedMap() {
            let place = "backend.settings.\(name.value)"
            guard let parts = URLParts(value.value), parts.isWeb, let host = parts.host else { continue }
            let near = Suggestion.nearest(to: host, in: file.contents.hosts)
            if !file.contents.isLocal, LoopbackHost.contains(host) {
                warn(
                    "local-setting", at: place, "'\(value.value)' is the visitor's own machine",
                    fix: "Write an address that visitors reach.")
            } else if let near, !file.contents.hosts.contains(host) {
                warn(
                    "unknown-host", at: place, "'\(host)' is none of the app's hosts",
                    fix: "Did you mean '\(known: near)'?")
            } else {
                checkAddress(value.value, at: place, paths, besides: "")
            }
        }
    }

    /// Warns of what examples and generators have where an app has a value of its own.
    private mutating func warnOfPlaceholders() {
        let contents = file.contents
        let backend = contents.backend
        let settings = backend?.settings.map { ("backend.settings.\($0.key.value)", $0.value.value) } ?? []
        for (path, value) in [("backend.base", backend?.backend.base ?? "")] + settings
        where Placeholder.isSetting(value) {
            warn(
                "placeholder", at: path, "'\(file.shown(value, at: path))' is a placeholder",
                fix: "Write your backend's own value.")
        }
        for (path, address) in [("support", contents.support), ("reply-to", contents.replyTo)] {
            guard let address, Placeholder.host(in: "mailto:\(address.text)", besides: contents.hosts) != nil else {
                continue
            }
            warn(
                "placeholder", at: path, "'\(address.text)' is an address of an example",
                fix: "Write an address that you read.")
        }
        let isReal = contents.hosts.contains { URLParts.isHost($0) && !Placeholder.isReserved($0) }
        for (index, appID) in (contents.ios?.appIDs ?? []).enumerated() {
            let parts = appID.split(separator: ".", maxSplits: 1)
            guard Placeholder.isTeam(parts.first ?? "") || isReal && Placeholder.isIdentifier(parts.last ?? "") else {
                continue
            }
            warn(
                "placeholder", at: contents.ios?.place(index) ?? "ios", "'\(appID)' is a placeholder",
                fix:
                    "Write your team's ten characters, as the Apple Developer account shows them, and the bundle identifier."
            )
        }
        for (index, package) in (contents.android?.packages ?? []).enumerated() {
            warnOfPlaceholders(in: package, at: contents.android?.place(index) ?? "android", isReal: isReal)
        }
    }

    private mutating func warnOfPlaceholders(in package: AndroidApp.Package, at place: String, isReal: Bool) {
        let team = file.contents.ios?.appID.split(separator: ".").first ?? ""
        if team.count == 10, let name = package.name.removing(prefix: "\(team).") {
            warn(
                "team-in-package", at: "\(place).package", "'\(package.name)' begins with the team's prefix of iOS",
                fix: "Write the application ID alone, such as \(name).")
        } else if isReal, Placeholder.isIdentifier(package.name) {
            warn(
                "placeholder", at: "\(place).package", "'\(package.name)' is a placeholder",
                fix: "Write the application ID of your app, as build.gradle has it.")
        }
        let example = AndroidApp.keyTable["sha256"]?.example?.array?.first?.string
        for (index, fingerprint) in package.sha256.enumerated() {
            let isExample = isReal && fingerprint == example
            let pairs = fingerprint.split(separator: ":")
            guard isExample || pairs.count == 32 && Set(pairs).isSubset(of: ["00", "FF"]) else { continue }
            warn(
                "placeholder", at: "\(place).sha256[\(index)]", "this fingerprint is a placeholder",
                fix: "Copy yours from the Play Console, under App signing.")
        }
    }

    /// The durations that a key usually has, in seconds. Others are mistakes of a unit.
    private static let usualDurations: [(key: String, range: ClosedRange<Int>, words: String)] = [
        ("timeout", 3...600, "3s to 10m"), ("resend-after", 5...86_400, "5s to 1d"),
        ("retry-after", 5...172_800, "5s to 2d"), ("lives", 60...7_776_000, "1m to 90d"),
    ]

    private mutating func warnOfDurations() {
        let paths = ["backend"] + file.contents.links.map { "links.\($0.key.value)" }
        for path in paths {
            for (key, range, words) in Self.usualDurations {
                guard let text = file.document.root?.node(at: "\(path).\(key)")?.text, let span = TimeSpan(text),
                    !range.contains(span.seconds)
                else { continue }
                warn(
                    "unusual-duration", at: "\(path).\(key)", "'\(text)' is unusual for '\(known: key)'",
                    fix: "Write \(known: words); the units are s, m, h and d.")
            }
        }
    }

    /// Warns of a link whose parameter in the path stands for other paths of the app too: the app would open for them.
    private mutating func warnOfCoveredPaths(_ pages: [Page]) {
        let others = pages.filter(\.linkNames.isEmpty).map(\.path) + (file.contents.elsewhere ?? []).map(\.value.text)
        for (name, link) in file.contents.links {
            for (index, web) in web(of: link) where RoutePath(web.routePath).hasParameters {
                let route = RoutePath(web.routePath)
                guard
                    let other = others.first(where: { !RoutePath($0).hasParameters && route.overlaps(RoutePath($0)) })
                else { continue }
                warn(
                    "covered-path", at: "links.\(name.value).web[\(index)]",
                    "'\(web.text)' also covers '\(known: other)', for which a phone would open the app",
                    fix: "Give the link a first segment of its own, such as /\(known: name.value).")
            }
        }
    }

    private func web(of link: LinkDefinition) -> [(offset: Int, element: URLTemplate)] { Array(link.web.enumerated()) }

    /// Warns of an email with the subject of another one, which it was probably copied from. Notices may share one:
    /// systems have several for what is one change to whoever reads it.
    mutating func warnOfSameSubjects(_ emails: [Email]) {
        let emails = emails.filter { $0.link != nil }
        for (index, email) in emails.enumerated() {
            let line = email.source.line(email.subject.location.line)
            let other = emails[..<index].first { $0.source.line($0.subject.location.line) == line }
            guard let other else { continue }
            diagnose(
                email.source.diagnostic(
                    .warning, code: "same-subject", at: email.subject.location,
                    "the email '\(other.name)' has the same subject", fix: "Say what this one is for."))
        }
    }

    // MARK: - The backend's address

    /// Warns of a base URL that is not as the contract's projects have it, or that ends in a part of the contract's own
    /// paths.
    mutating func warnOfUnlikelyBase(_ base: String, _ contract: Contract) {
        guard let parts = URLParts(base), let host = parts.host, !LoopbackHost.contains(host), !file.contents.isLocal
        else { return }
        if let pattern = contract.base.flatMap({ URLParts($0.replacing("*", with: "wildcard")) }),
            let name = pattern.host
        {
            // `*` is one part of the host that each project has of its own.
            let ends = Substring(name).firstRange(of: "wildcard").map { ($0.lowerBound, $0.upperBound) }
            let (start, end) = (ends.map { String(name[..<$0.0]) } ?? name, ends.map { String(name[$0.1...]) } ?? "")
            let vendor = name.split(separator: ".").suffix(2).first.map(String.init) ?? name
            let isVendors = host.hasPrefix(start) && host.hasSuffix(end) && (ends != nil || host == name)
            let isNear = ends == nil || host.split(separator: ".").suffix(2).first.map(String.init) == vendor
            let right = isVendors ? host : name.replacing("wildcard", with: "YOUR-PROJECT")
            if isVendors ? parts.path != pattern.path : isNear {
                return warn(
                    "unlikely-base", at: "backend.base",
                    "'\(base)' is not where this backend answers requests",
                    fix: "Write https://\(right)\(known: pattern.path)")
            }
            if let index = file.contents.hosts.firstIndex(where: { $0.hasPrefix(start) && $0.hasSuffix(end) }) {
                warn(
                    "backend-as-host", at: "hosts[\(index)]",
                    "'\(file.contents.hosts[index])' is the backend's, and no page can be served there",
                    fix: "Write the host that serves the pages.")
            }
        }
        guard let last = parts.path.split(separator: "/").last else { return }
        let urls = contract.operations.flatMap(\.steps).map(\.request.url.text)
        guard
            let url = urls.first(where: { !$0.contains("/../") && $0.split(separator: "/").dropFirst().contains(last) })
        else { return }
        var right = base[...]
        for segment in url.split(separator: "/").reversed() {
            right = right.hasSuffix("/\(segment)") ? right.dropLast(segment.count + 1) : right
        }
        warn(
            "unlikely-base", at: "backend.base", "the requests to '\(known: url)' would have '/\(last)' twice",
            fix: "Write \(right)")
    }
}
