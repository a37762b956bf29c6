internal import HostExport

extension Checks {
    static func associationFiles(_ host: ExaminedHost) throws(Pending) -> [Finding] {
        let apple = try AssociationCheck(host, AssociationPath.apple, isApple: true).findings()
        let android = try AssociationCheck(host, AssociationPath.android, isApple: false).findings()
        guard apple.isEmpty, android.isEmpty else { return apple + android }
        return [.of("no-association-file", host.origin.description, on: host.host, ["path": AssociationPath.apple])]
    }
}

enum AssociationPath {
    static let apple = "/.well-known/apple-app-site-association"
    static let appleRoot = "/apple-app-site-association"
    static let android = "/.well-known/assetlinks.json"
}

/// Checks an association file as Apple's or Google's fetchers request it.
///
/// Apple: https://developer.apple.com/documentation/xcode/supporting-associated-domains. Google:
/// https://developer.android.com/training/app-links/configure-assetlinks.
struct AssociationCheck {
    let host: ExaminedHost
    let path: String
    let isApple: Bool
    /// The release's file; nil if there is none or the app is unknown.
    let expected: [UInt8]?

    init(_ host: ExaminedHost, _ path: String, isApple: Bool) {
        self.host = host
        self.path = path
        self.isApple = isApple
        expected = host.subject.app == nil ? nil : host.subject.source?.file(at: path, of: host.origin.host)
    }

    func finding(_ name: String, _ values: [String: String] = [:]) -> Finding {
        .of(name, path, on: host.host, values.merging(["fetcher": isApple ? "Apple" : "Google"]) { own, _ in own })
    }

    func findings() throws(Pending) -> [Finding] {
        let ending = try host.get(path)
        guard let response = ending.response else { return [ending.finding(path)] }
        let (hasRelease, hasApp) = (host.subject.source != nil, host.subject.app != nil)
        let status = ["status": "\(response.status)", "location": response["location"] ?? "nowhere"]
        switch response.status {
        case 200: break
        // If the release has no file, the path is like any unknown one.
        case 300...399: return expected == nil && hasApp ? [] : [finding("redirected", status)]
        case 404, 410:
            // An app for only one platform has no file for the other.
            if expected == nil, hasRelease || !isApple { return [] }
            if expected == nil, try host.get(AssociationPath.android).response?.status == 200 { return [] }
            return [finding("missing", status)]
        case 200...299: return [finding("refused-success", status)]
        case 403: return [finding("refused-forbidden", status)]
        case 421: return [finding("refused-host", status)]
        case 429: return [finding("refused-rate", status)]
        case 500...599: return [finding("refused-failing", status)]
        default: return [finding("refused", status)]
        }
        if expected == nil, hasApp, Self.isMarkup(response.body) { return [finding("catch-all")] }
        if let coding = try coding(response) { return [coding] }
        let findings =
            try content(response) + fetchers(response) + transfer(response) + (isApple ? root(response) : [])
        return findings.isEmpty ? [finding("association-file", ["length": "\(response.body.count)"])] : findings
    }

    static func isMarkup(_ bytes: [UInt8]) -> Bool {
        bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }
}
