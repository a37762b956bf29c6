internal import AppLinks
internal import HostExport
internal import JSON
internal import Release

/// The paths of the association files.
enum AssociationPath {
    static let apple = "/.well-known/apple-app-site-association"
    static let appleRoot = "/apple-app-site-association"
    static let android = "/.well-known/assetlinks.json"
}

/// Checks both association files as Apple's and Google's fetchers request them.
///
/// Apple: https://developer.apple.com/documentation/xcode/supporting-associated-domains. Google:
/// https://developer.android.com/training/app-links/configure-assetlinks.
struct AssociationCheck {
    let origin: Origin
    let host: Host?
    let release: LoadedRelease?
    let appIndex: Int?

    /// Sends a request with a path, method, accepted encoding and User-Agent; an encoded body is decoded.
    typealias Get = (_ path: String, _ method: String, _ encoding: String?, _ agent: String?) -> FetchEnding

    func findings(_ get: Get) -> [Finding] {
        let apple = findings(AssociationPath.apple, get, isApple: true)
        let android = findings(AssociationPath.android, get, isApple: false)
        let neither =
            apple.isEmpty && android.isEmpty
            ? [
                Finding(
                    .error, "no-association-file", origin.description,
                    "serves neither association file: no link opens an app",
                    fix: HostFixes(host: host, path: AssociationPath.apple)(.missing))
            ] : []
        return apple + android + neither
    }

    /// Returns the release's file at a path; nil if there is none or the app is unknown.
    private func expected(_ path: String) -> [UInt8]? {
        guard let release, let appIndex else { return nil }
        let app = release.manifest.apps[appIndex]
        let name = app.routes.filter { $0.path.text == path }.compactMap(\.answer.file).first
        return app.files.firstIndex { $0.name == name }.map { release.bytes(app: appIndex, file: $0, variant: 0) }
    }

    private func findings(_ path: String, _ get: Get, isApple: Bool) -> [Finding] {
        let fixes = HostFixes(host: host, path: path)
        let fetcher = isApple ? "Apple" : "Google"
        let ending = get(path, "GET", nil, nil)
        guard let response = ending.response else { return [ending.finding(path)] }
        let expected = expected(path)
        switch response.status {
        case 200: break
        // If the release has no file, the path is like any unknown one.
        case 300...399 where expected == nil && appIndex != nil: return []
        case 300...399:
            let location = response["location"] ?? "nowhere"
            return .finding(
                .error, "redirected", path,
                "is redirected to \(location) with status \(response.status), and \(fetcher) does not follow",
                fix: fixes(.redirect))
        case 404, 410:
            // An app for only one platform has no file for the other.
            if expected == nil, release != nil || !isApple { return [] }
            if expected == nil, get(AssociationPath.android, "GET", nil, nil).response?.status == 200 { return [] }
            return [Finding(.error, "missing", path, "is not there (status \(response.status))", fix: fixes(.missing))]
        default:
            return .finding(
                .error, "refused", path, "is answered with status \(response.status)",
                fix: Self.fix(status: response.status, fetcher))
        }
        if expected == nil, release != nil, appIndex != nil, Self.isMarkup(response.body) {
            return .finding(
                .error, "catch-all", path, "every path is answered with a page and status 200", fix: fixes(.catchAll))
        }
        let coding = coding(response, path, get)
        guard coding.isEmpty else { return coding }
        var findings = content(response, path, fetcher, fixes, isApple: isApple, expected: expected)
        findings += fetchers(response, path, fixes, isApple: isApple, get)
        findings += transfer(response, path, fetcher, fixes, isApple: isApple, get)
        if isApple { findings += root(response, get) }
        if !findings.contains(where: { $0.severity != .ok }) {
            findings = [
                Finding(
                    .ok, "association-file", path,
                    "\(fetcher) reads it: status 200, application/json, \(response.body.count) bytes")
            ]
        }
        return findings
    }

    private static func fix(status: Int, _ fetcher: String) -> String {
        switch status {
        case 200...299: "Answer with status 200 and the whole file: \(fetcher) accepts no other."
        case 421: "Configure the server for this host's name."
        case 429: "Exempt the path from rate limits: \(fetcher) comes from few addresses."
        case 500...599: "Look at the server's error log."
        default:
            "Let everyone read the file, without a login and from any country: \(fetcher) comes from its own network."
        }
    }

    /// Whether Apple's association file names links, as far as it is readable.
    static func claimsLinks(_ file: [UInt8]) -> Bool {
        (try? JSONDocument(parsing: file))?.value["applinks"] != nil
    }

    static func isMarkup(_ bytes: [UInt8]) -> Bool {
        bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }
}
