import AppLinks
package import LinkDefinitions

/// A SHA-256 fingerprint of a signing certificate.
package let fingerprint = Array(repeating: "14", count: 32).joined(separator: ":")

/// The links of Artitec: one, for an app on both platforms.
package func artitecSet() throws -> AppLinkSet {
    AppLinkSet(
        hosts: ["artitec.com"],
        ios: IOSApp(appID: "ABCDE12345.com.artitec.app", scheme: "artitec", store: 1_234_567_890),
        android: AndroidApp(package: "com.artitec.app", sha256: [fingerprint]),
        links: [
            LinkDefinition(
                name: "reset-password", web: [try URLTemplate(parsing: "/reset-password?token={token}")],
                app: try URLTemplate(parsing: "artitec://reset-password?token={token}"), page: "reset-password",
                lifetime: 3600)
        ])
}
