internal import HostExport
internal import Release

/// Where the association files are.
enum AssociationPath {
    static let apple = "/.well-known/apple-app-site-association"
    static let appleRoot = "/apple-app-site-association"
    static let android = "/.well-known/assetlinks.json"
}

/// Both association files, as Apple's and Google's fetchers see them.
///
/// Apple: https://developer.apple.com/documentation/xcode/supporting-associated-domains. Google:
/// https://developer.android.com/training/app-links/configure-assetlinks.
struct AssociationCheck {
    let origin: Origin
    let host: Host?
    let release: LoadedRelease?
    let appIndex: Int?

    /// Asks by path, method, accepted encoding and User-Agent; a body in an encoding comes decoded.
    typealias Get = (_ path: String, _ method: String, _ encoding: String?, _ agent: String?) -> FetchEnding

    /// What the fetchers call themselves: Apple's network, and an iPhone that asks by itself.
    private static let appleAgents = ["AASA-Bot/1.0.0", "swcd (unknown version) CFNetwork/1494.0.7 Darwin/23.4.0"]
    private static let googleAgents = ["GoogleAssociationService"]

    func findings(_ get: Get) -> [Finding] {
        let apple = findings(AssociationPath.apple, get, isApple: true)
        let android = findings(AssociationPath.android, get, isApple: false)
        let neither =
            apple.isEmpty && android.isEmpty
            ? [
                Finding(
                    .error, "no-association-file", origin.description,
                    "serves neither association file: no link opens an app",
                    fix: HostFixes(host: host, path: AssociationPath.apple).missing)
            ] : []
        return apple + android + neither
    }

    /// What the release has for a path; nil where it is not known or has none.
    private func expected(_ path: String) -> [UInt8]? {
        guard let release, let appIndex else { return nil }
        let app = release.manifest.apps[appIndex]
        let name = app.routes.compactMap { route -> String? in
            if route.path == path, case .file(let name) = route.answer { name } else { nil }
        }.first
        return app.files.firstIndex { $0.name == name }.map { release.bytes(app: appIndex, file: $0, variant: 0) }
    }

    private func findings(_ path: String, _ get: Get, isApple: Bool) -> [Finding] {
        let fixes = HostFixes(host: host, path: path)
        let fetcher = isApple ? "Apple" : "Google"
        guard let answer = get(path, "GET", nil, nil).answer else {
            return [Finding(.error, "no-answer", path, "no answer came", fix: "Look at the server's error log.")]
        }
        let expected = expected(path)
        switch answer.status {
        case 200: break
        case 300...399:
            let location = answer["location"] ?? "nowhere"
            return [
                Finding(
                    .error, "redirected", path,
                    "is redirected to \(location) with status \(answer.status), and \(fetcher) does not follow",
                    fix: fixes.redirect)
            ]
        case 404, 410:
            // An app for one platform has no file for the other.
            if expected == nil, release != nil || !isApple { return [] }
            if expected == nil, get(AssociationPath.android, "GET", nil, nil).answer?.status == 200 { return [] }
            return [Finding(.error, "missing", path, "is not there (status \(answer.status))", fix: fixes.missing)]
        case 200...299, 500...599:
            return [
                Finding(
                    .error, "refused", path, "is answered with status \(answer.status), and \(fetcher) takes 200 alone",
                    fix: "Look at the server's error log, and serve the file itself with status 200.")
            ]
        default:
            return [
                Finding(
                    .error, "refused", path, "is answered with status \(answer.status)",
                    fix:
                        "Let everybody read the file, without a login and from any country: \(fetcher) comes from its own network."
                )
            ]
        }
        if expected == nil, release != nil, appIndex != nil, Self.isMarkup(answer.body) {
            return [
                Finding(
                    .error, "catch-all", path, "every path is answered with a page and status 200", fix: fixes.catchAll)
            ]
        }
        var findings = content(answer, path, fetcher, fixes, isApple: isApple, expected: expected)
        findings += transfer(answer, path, fetcher, fixes, isApple: isApple, get)
        findings += blocked(path, fetcher, isApple ? Self.appleAgents : Self.googleAgents, get)
        if isApple { findings += root(answer, get) }
        if !findings.contains(where: { $0.severity != .ok }) {
            findings = [
                Finding(
                    .ok, "association-file", path,
                    "\(fetcher) reads it: status 200, application/json, \(answer.body.count) bytes")
            ]
        }
        return findings
    }

    /// A firewall that turns away what is no browser turns the fetchers away.
    private func blocked(_ path: String, _ fetcher: String, _ agents: [String], _ get: Get) -> [Finding] {
        for agent in agents {
            guard let answer = get(path, "GET", nil, agent).answer, answer.status != 200 else { continue }
            return [
                Finding(
                    .error, "fetcher-blocked", path,
                    "is answered with status \(answer.status) to '\(agent.prefix { $0 != " " })', and with 200 to others",
                    fix:
                        "Leave the path out of the firewall and of the protection against bots: \(fetcher) has to read it."
                )
            ]
        }
        return []
    }

    static func isMarkup(_ bytes: [UInt8]) -> Bool {
        bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }
}
