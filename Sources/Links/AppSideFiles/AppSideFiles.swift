package import LinkDefinitions
internal import TextEncoding

/// Files for the app's own project, as text: for Xcode, for Gradle, and for the compiler.
package enum AppSideFiles {
    /// The files' contents by name, without those for which the app lacks information.
    ///
    /// - Parameters:
    ///   - set: the app's links.
    ///   - app: the app's name in the site, such as `recruiting-compass`; types and files are named after it.
    /// - Returns: the contents of at most four files.
    package static func all(of set: AppLinkSet, app: String) -> [String: [UInt8]] {
        let name = app.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let texts = [
            "\(name).entitlements": entitlements(set), "Info.plist": urlTypes(set),
            "AndroidManifest.xml": intentFilters(set), "\(name)Link.swift": swiftSource(set, typeName: "\(name)Link"),
        ]
        return texts.compactMapValues { $0.map { Array($0.utf8) } }
    }

    /// An entitlements file that associates the app with its hosts; nil without an iOS app.
    package static func entitlements(_ set: AppLinkSet) -> String? {
        let domains = associatedDomains(set)
        guard !domains.isEmpty else { return nil }
        return propertyList(
            [
                "<key>com.apple.developer.associated-domains</key>",
                "<array>",
            ] + domains.map { "    <string>\(MarkupEscaping.escape($0))</string>" } + ["</array>"])
    }

    static func associatedDomains(_ set: AppLinkSet) -> [String] {
        guard set.ios != nil else { return [] }
        let claimsLinks = !set.claimedTemplates.isEmpty
        return set.hosts.flatMap { host in
            (claimsLinks ? ["applinks:\(host)"] : []) + ["webcredentials:\(host)"]
        }
    }

    /// An Info.plist with the app's URL type; nil without an iOS app or without a scheme. `settings` are lines that
    /// precede the URL type.
    package static func urlTypes(_ set: AppLinkSet, settings: [String] = []) -> String? {
        guard let ios = set.ios, !set.schemes.isEmpty else { return nil }
        return propertyList(
            settings + [
                "<key>CFBundleURLTypes</key>",
                "<array>",
                "    <dict>",
                "        <key>CFBundleTypeRole</key>",
                "        <string>Viewer</string>",
                "        <key>CFBundleURLName</key>",
                "        <string>\(MarkupEscaping.escape(ios.bundleIdentifier))</string>",
                "        <key>CFBundleURLSchemes</key>",
                "        <array>",
            ] + set.schemes.sorted().map { "            <string>\(MarkupEscaping.escape($0))</string>" } + [
                "        </array>",
                "    </dict>",
                "</array>",
            ])
    }

    private static func propertyList(_ lines: [String]) -> String {
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
            #"<plist version="1.0">"#,
            "<dict>",
        ]
        return (head + lines.map { "    " + $0 } + ["</dict>", "</plist>"]).joined(separator: "\n") + "\n"
    }
}
