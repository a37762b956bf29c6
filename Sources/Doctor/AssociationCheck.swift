internal import AppLinks
internal import AppSiteAssociation
internal import HostExport
internal import JSON
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

    /// Asks by path, method and accepted encoding; a body in an encoding comes decoded.
    typealias Get = (_ path: String, _ method: String, _ encoding: String?) -> FetchEnding

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
        guard let answer = get(path, "GET", nil).answer else {
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
            if expected == nil, get(AssociationPath.android, "GET", nil).answer?.status == 200 { return [] }
            return [Finding(.error, "missing", path, "is not there (status \(answer.status))", fix: fixes.missing)]
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

    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }

    // MARK: - Content

    private func content(
        _ answer: HostAnswer, _ path: String, _ fetcher: String, _ fixes: HostFixes, isApple: Bool, expected: [UInt8]?
    ) -> [Finding] {
        if Self.isMarkup(answer.body) {
            return [Finding(.error, "catch-all", path, "is a web page and not the file", fix: fixes.catchAll)]
        }
        var findings: [Finding] = []
        let type = (answer["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        if type != "application/json" {
            findings.append(
                Finding(
                    isApple ? .warning : .error, "wrong-type", path,
                    "is sent \(type.isEmpty ? "without a type" : "as \(type)"), and \(fetcher) asks for application/json",
                    fix: fixes.type("application/json")))
        }
        if answer.body.starts(with: [0xEF, 0xBB, 0xBF]) {
            findings.append(
                Finding(
                    .error, "byte-order-mark", path, "begins with a byte order mark, which is no JSON",
                    fix: "Save the file as UTF-8 without a byte order mark."))
            return findings
        }
        for finding in AssociationLint.findings(in: answer.body) where finding.severity != .note {
            let place = finding.position.map { " at line \($0.line), column \($0.column)" } ?? ""
            findings.append(
                Finding(
                    finding.severity == .error ? .error : .warning, finding.code, path, finding.message + place,
                    fix: finding.fix ?? "Publish the file that 'latchkey build' writes."))
        }
        if let expected, expected != answer.body, !findings.contains(where: { $0.severity == .error }) {
            findings.append(contentsOf: Self.differences(answer.body, expected, path))
        }
        return findings
    }

    /// Which apps a file names that the release's does not.
    private static func differences(_ found: [UInt8], _ expected: [UInt8], _ path: String) -> [Finding] {
        let (found, expected) = (identifiers(found), identifiers(expected))
        let missing = expected.subtracting(found).sorted()
        if missing.isEmpty {
            return [
                Finding(
                    .error, "another-file", path, "is not the file of the release",
                    fix: "Publish the release again, and purge the cache.")
            ]
        }
        return missing.map { name in
            let similar = found.first { $0.lowercased() == name.lowercased() }
            let sameBundle = found.first { Self.bundle($0) == Self.bundle(name) }
            if let similar {
                return Finding(
                    .error, "wrong-case", path,
                    "names '\(similar)', and the release '\(name)': upper and lower case count",
                    fix: "Write '\(name)' as it stands in the app.")
            }
            if let sameBundle {
                return Finding(
                    .error, "wrong-team", path, "names '\(sameBundle)', and the release '\(name)': the team is another",
                    fix: "Use the team that signs the app, as Apple's developer account shows it: '\(name)'.")
            }
            return Finding(
                .error, "another-app", path, "does not name '\(name)'",
                fix: "Publish the release again, and purge the cache.")
        }
    }

    private static func bundle(_ identifier: String) -> String {
        identifier.firstIndex(of: ".").map { String(identifier[identifier.index(after: $0)...]) } ?? identifier
    }

    /// The texts of a file that name apps: what stands under `appIDs`, `apps`, `package_name` and the fingerprints.
    private static func identifiers(_ bytes: [UInt8]) -> Set<String> {
        guard let value = try? JSONDocument(parsing: bytes).value else { return [] }
        var names: Set<String> = []
        func collect(_ value: JSONValue, _ key: String) {
            switch value {
            case .string(let text):
                if ["appIDs", "appID", "apps", "package_name", "sha256_cert_fingerprints"].contains(key) {
                    names.insert(text)
                }
            case .array(let elements): for element in elements { collect(element, key) }
            case .object(let object): for member in object { collect(member.value, member.key) }
            default: break
            }
        }
        collect(value, "")
        return names
    }

    // MARK: - Transfer

    private func transfer(
        _ answer: HostAnswer, _ path: String, _ fetcher: String, _ fixes: HostFixes, isApple: Bool, _ get: Get
    ) -> [Finding] {
        var findings: [Finding] = []
        if let head = get(path, "HEAD", nil).answer, head.status != 200 {
            findings.append(
                Finding(
                    .warning, "head-refused", path, "HEAD is answered with status \(head.status) and GET with 200",
                    fix: "Answer HEAD as GET: link checkers and caches ask by it."))
        }
        switch get(path, "GET", "gzip") {
        case .answer(let decoded) where decoded.status == 200 && decoded.body != answer.body:
            findings.append(
                Finding(
                    .error, "other-encoding", path, "is another file in gzip than without",
                    fix: "Remove the old '.gz' beside the file, or compress it anew."))
        case .failure(.other(let reason)):
            findings.append(
                Finding(
                    .error, "broken-encoding", path, "cannot be decoded from gzip: \(reason)",
                    fix: "Send 'Content-Encoding: gzip' only with what is gzip."))
        default: break
        }
        if (answer["x-content-type-options"] ?? "").lowercased() != "nosniff" {
            findings.append(
                Finding(
                    .warning, "sniffable", path, "is sent without X-Content-Type-Options: nosniff",
                    fix: fixes.field("X-Content-Type-Options", "nosniff")))
        }
        if answer["set-cookie"] != nil {
            findings.append(
                Finding(
                    .warning, "cookie", path, "sets a cookie",
                    fix: "Leave the path out of sessions: a cache must be able to keep the file."))
        }
        let age = (answer["cache-control"] ?? "").lowercased().split(separator: ",").compactMap { directive in
            directive.split(separator: "=").count == 2 && directive.contains("max-age")
                ? Int(directive.split(separator: "=")[1].filter(\.isNumber)) : nil
        }.max()
        if let age, age > 86_400 {
            findings.append(
                Finding(
                    .warning, "kept-too-long", path,
                    "may be kept for \(age / 86_400) days, and \(fetcher) would miss a new app for as long",
                    fix: fixes.field("Cache-Control", "public, max-age=3600")))
        }
        return findings
    }

    /// iOS 9.0 to 9.2 and some tools ask at the root; what stands there must be the same.
    private func root(_ answer: HostAnswer, _ get: Get) -> [Finding] {
        guard let root = get(AssociationPath.appleRoot, "GET", nil).answer, root.status == 200, root.body != answer.body
        else { return [] }
        return [
            Finding(
                .warning, "other-root", AssociationPath.appleRoot, "is another file than \(AssociationPath.apple)",
                fix: Self.isMarkup(root.body)
                    ? HostFixes(host: host, path: AssociationPath.appleRoot).catchAll
                    : "Serve the same file at both, or none at the root.")
        ]
    }
}
