internal import HostExport
internal import JSON

/// The hosts in an app's project: entitlements for iOS, manifest for Android.
extension Checks {
    static func projectFiles(_ host: ExaminedHost) throws(Pending) -> [Finding] {
        let file = try host.get(AssociationPath.apple).response?.body ?? []
        return projectFiles(host.subject, claims: (try? JSONDocument(parsing: file))?.value ?? [:])
    }

    /// Compares the app's files with the host; `claims` is Apple's association file, nil if the host has not been
    /// reached. Without any links in it, it only lets passwords be filled in (`webcredentials`).
    static func projectFiles(_ subject: ExaminationSubject, claims: JSONValue?) -> [Finding] {
        let name = subject.origin.host
        return subject.projects.map { path, text in
            path.hasSuffix(".entitlements")
                ? entitlements(
                    path, text, name, claimsLinks: claims.map { $0["applinks"] != nil } ?? true,
                    sharesPasswords: claims?["webcredentials"] != nil) : manifest(path, text, name)
        }
    }

    /// https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains
    private static func entitlements(
        _ path: String, _ text: String, _ host: String, claimsLinks: Bool, sharesPasswords: Bool
    ) -> Finding {
        let arrays = strings(text, opening: "<key>com.apple.developer.associated-domains</key>", closing: "</array>")
        let domains = arrays.flatMap { strings($0, opening: "<string>", closing: "</string>") }
        let own = domains.filter { domain in
            let name = domain.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" }
            return name == host || name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
        }
        if let wrong = domains.first(where: { $0.contains("://") || $0.contains("/") }) {
            return .of("entitlement-form", path, ["host": host, "domain": wrong])
        }
        let isNamed = own.contains {
            $0.hasPrefix("applinks:") || !claimsLinks && $0.hasPrefix("webcredentials:")
        }
        guard isNamed else {
            return .of(own.isEmpty ? "entitlement-missing" : "entitlement-other", path, ["host": host])
        }
        if let developer = own.first(where: { $0.contains("?mode=") }) {
            return .of("entitlement-mode", path, ["domain": developer])
        }
        if sharesPasswords, !own.contains(where: { $0.hasPrefix("webcredentials:") }) {
            return .of("entitlement-passwords", path, ["host": host])
        }
        return .of("entitlements", path, ["host": host])
    }

    /// https://developer.android.com/training/app-links/verify-applinks
    private static func manifest(_ path: String, _ text: String, _ host: String) -> Finding {
        var filters: [[MarkupTag]] = []
        MarkupTag.read(text) { tag in
            if tag.name == "intent" { filters.append([]) }
            if tag.name == "data", !filters.isEmpty { filters[filters.count - 1].append(tag) }
            return true
        }
        let named = filters.filter { filter in
            filter.contains { data in
                let name = data["android:host"] ?? ""
                return name == host || name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
            }
        }
        let isVerified = text.contains("android:autoVerify=\"true\"")
        let isSecure = named.contains { $0.contains { $0["android:scheme"] == "https" } }
        let name =
            named.isEmpty
            ? "manifest-host-missing"
            : !isSecure
                ? "manifest-not-https" : !isVerified ? "manifest-not-verified" : "manifest"
        return .of(name, path, ["host": host])
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
