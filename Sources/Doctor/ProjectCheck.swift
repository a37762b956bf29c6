/// Checks the hosts in an app's project: entitlements for iOS, manifest for Android.
enum ProjectCheck {
    static func findings(_ projects: [(path: String, text: String)], origin: Origin) -> [Finding] {
        projects.flatMap { path, text -> [Finding] in
            path.hasSuffix(".entitlements")
                ? entitlements(path, text, origin.host) : manifest(path, text, origin.host)
        }
    }

    /// https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains
    private static func entitlements(_ path: String, _ text: String, _ host: String) -> [Finding] {
        let domains = strings(text, opening: "<string>", closing: "</string>").filter { $0.contains(":") }
        let own = domains.filter { domain in
            let name = domain.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" }
            return name == host || name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
        }
        if let wrong = domains.first(where: { $0.contains("://") || $0.contains("/") }) {
            return .finding(
                .error, "entitlement-form", path, "'\(wrong)' has a scheme or a path, and iOS ignores it",
                fix: "Write 'applinks:\(host)'.")
        }
        guard own.contains(where: { $0.hasPrefix("applinks:") || $0.hasPrefix("webcredentials:") }) else {
            return .finding(
                .error, "entitlement-missing", path, "does not name \(host)",
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

    private static func strings(_ text: String, opening: String, closing: String) -> [String] {
        text.components(opening).dropFirst().compactMap { $0.components(closing).first }
    }
}

extension String {
    /// Splits the string at a separator.
    fileprivate func components(_ separator: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(separator) {
                pieces.append(piece)
                piece = ""
                rest = rest.dropFirst(separator.count)
            } else {
                piece.append(rest.removeFirst())
            }
        }
        return pieces + [piece]
    }
}
