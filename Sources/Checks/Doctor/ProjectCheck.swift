/// Checks the hosts in an app's project: entitlements for iOS, manifest for Android.
enum ProjectCheck {
    /// Returns the findings for an app's entitlements and manifests.
    ///
    /// - Parameters:
    ///   - projects: the files, with their contents.
    ///   - origin: the host.
    ///   - claimsLinks: whether the host's association file names links for iOS; without any, it only lets passwords be
    ///     filled in (`webcredentials`).
    /// - Returns: a finding for each file.
    static func findings(
        _ projects: [(path: String, text: String)], origin: Origin, claimsLinks: Bool
    ) -> [Finding] {
        projects.flatMap { path, text -> [Finding] in
            path.hasSuffix(".entitlements")
                ? entitlements(path, text, origin.host, claimsLinks: claimsLinks) : manifest(path, text, origin.host)
        }
    }

    /// https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains
    private static func entitlements(
        _ path: String, _ text: String, _ host: String, claimsLinks: Bool
    ) -> [Finding] {
        let arrays = strings(text, opening: "<key>com.apple.developer.associated-domains</key>", closing: "</array>")
        let domains = arrays.flatMap { strings($0, opening: "<string>", closing: "</string>") }
        let own = domains.filter { domain in
            let name = domain.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" }
            return name == host || name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
        }
        if let wrong = domains.first(where: { $0.contains("://") || $0.contains("/") }) {
            return .finding(
                .error, "entitlement-form", path, "'\(wrong)' has a scheme or a path, and iOS ignores it",
                fix: "Write 'applinks:\(host)'.")
        }
        guard
            own.contains(where: {
                $0.hasPrefix("applinks:") || !claimsLinks && $0.hasPrefix("webcredentials:")
            })
        else {
            return .finding(
                .error, "entitlement-missing", path,
                own.isEmpty ? "does not name \(host)" : "names \(host), but not for links",
                fix: "Add 'applinks:\(host)' to the associated domains.")
        }
        if let developer = own.first(where: { $0.contains("?mode=") }) {
            return .finding(
                .warning, "entitlement-mode", path, "'\(developer)' works on developers' devices alone",
                fix: "Add the domain without '?mode=' for the App Store.")
        }
        return [Finding(.ok, "entitlements", path, "names \(host)")]
    }

    /// https://developer.android.com/training/app-links/verify-applinks
    private static func manifest(_ path: String, _ text: String, _ host: String) -> [Finding] {
        let hosts = strings(text, opening: "android:host=\"", closing: "\"")
        guard hosts.contains(where: { $0 == host || $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst()) }) else {
            return .finding(
                .error, "manifest-host-missing", path, "has no intent filter for \(host)",
                fix: "Add '<data android:scheme=\"https\" android:host=\"\(host)\" />' to an intent filter.")
        }
        guard text.contains("android:autoVerify=\"true\"") else {
            return .finding(
                .error, "manifest-not-verified", path, "does not request verification, so links open the browser",
                fix: "Add 'android:autoVerify=\"true\"' to the intent filter.")
        }
        return [Finding(.ok, "manifest", path, "names \(host)")]
    }

    /// Returns the texts between an opening and a closing one, without XML comments.
    private static func strings(_ text: some StringProtocol, opening: String, closing: String) -> [String] {
        let pieces = text.split(separator: "<!--", omittingEmptySubsequences: false)
        let uncommented = pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
            text + piece.split(separator: "-->", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().joined()
        }
        return uncommented.split(separator: opening, omittingEmptySubsequences: false).dropFirst().map { piece in
            String(piece.split(separator: closing, maxSplits: 1, omittingEmptySubsequences: false)[0])
        }
    }
}
