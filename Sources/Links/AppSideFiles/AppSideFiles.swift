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
        guard set.ios != nil, !set.hosts.isEmpty else { return nil }
        let claimsLinks = !set.claimedTemplates.isEmpty
        let domains = set.hosts.flatMap { host in
            (claimsLinks ? ["applinks:\(host)"] : []) + ["webcredentials:\(host)"]
        }
        return propertyList(
            [
                "<key>com.apple.developer.associated-domains</key>",
                "<array>",
            ] + domains.map { "    <string>\(MarkupEscaping.escape($0))</string>" } + ["</array>"])
    }

    /// An Info.plist with the app's URL type; nil without an iOS app or without a scheme.
    package static func urlTypes(_ set: AppLinkSet) -> String? {
        guard let ios = set.ios, !set.schemes.isEmpty else { return nil }
        return propertyList(
            [
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
