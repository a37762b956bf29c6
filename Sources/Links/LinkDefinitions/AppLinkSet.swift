package import AppLinks

/// A link of an app: the URLs in emails, the app's own URL, and the page behind both.
package struct LinkDefinition: Hashable, Sendable {
    /// The answer to a phone without the app that opens the URL from an email.
    package enum Landing: String, Hashable, Sendable, CaseIterable {
        /// A page, which offers to open the app.
        case page
        /// A redirect to the app's own URL; without the app it ends in an error.
        case redirect
    }

    /// The name in `app.yml`, such as `reset-password`.
    package var name: String
    /// The templates on the app's hosts; emails use the first.
    package var web: [URLTemplate]
    package var app: URLTemplate?
    package var page: String?
    /// How long the link is valid once sent, in seconds; nil if unknown.
    package var lifetime: Int?
    /// The answer to the URL in the email.
    package var landing: Landing

    package init(
        name: String, web: [URLTemplate], app: URLTemplate? = nil, page: String? = nil, lifetime: Int? = nil,
        landing: Landing = .page
    ) {
        self.name = name
        self.web = web
        self.app = app
        self.page = page
        self.lifetime = lifetime
        self.landing = landing
    }
}

/// The iOS app that handles the links, with its other versions: a beta, a development build, a second app.
package struct IOSApp: Hashable, Sendable {
    /// The application identifiers: prefix, dot, bundle identifier, as in `ABCDE12345.com.artitec.app`. The first is that of
    /// the App Store.
    package var appIDs: [String]
    /// Whether `app.yml` lists even the first one under `app-ids`, not under `app-id`.
    package var isList: Bool
    /// The custom URL scheme of the first app, without its colon.
    package var scheme: String?
    /// The first app's identifier in the App Store.
    package var store: Int?

    package init(appIDs: [String], isList: Bool = true, scheme: String? = nil, store: Int? = nil) {
        self.appIDs = appIDs
        self.isList = isList
        self.scheme = scheme
        self.store = store
    }

    package init(appID: String, scheme: String? = nil, store: Int? = nil) {
        self.init(appIDs: [appID], isList: false, scheme: scheme, store: store)
    }

    /// The path in `app.yml` of an identifier.
    package func place(_ index: Int) -> String {
        isList ? "ios.app-ids[\(index)]" : index == 0 ? "ios.app-id" : "ios.app-ids[\(index - 1)]"
    }

    package var appID: String { appIDs.first ?? "" }

    package var bundleIdentifier: String {
        appID.firstIndex(of: ".").map { String(appID[appID.index(after: $0)...]) } ?? appID
    }
}

/// The Android app that handles the links, with its other versions.
package struct AndroidApp: Hashable, Sendable {
    /// An application ID with the certificates of its builds.
    package struct Package: Hashable, Sendable {
        /// The application ID: `com.artitec.app`.
        package var name: String
        /// The SHA-256 fingerprints of the signing certificates, in upper-case hexadecimal with colons; one match
        /// suffices.
        package var sha256: [String]

        package init(name: String, sha256: [String]) {
            self.name = name
            self.sha256 = sha256
        }
    }

    /// The packages; the first is that of Google Play, which redirects open.
    package var packages: [Package]
    /// Whether `app.yml` lists even the first one under `packages`.
    package var isList: Bool

    package init(packages: [Package], isList: Bool = true) {
        self.packages = packages
        self.isList = isList
    }

    package init(package: String, sha256: [String]) {
        self.init(packages: [Package(name: package, sha256: sha256)], isList: false)
    }

    /// The path in `app.yml` of the mapping with a package.
    package func place(_ index: Int) -> String {
        isList ? "android.packages[\(index)]" : index == 0 ? "android" : "android.packages[\(index - 1)]"
    }

    package var package: String { packages.first?.name ?? "" }
}

/// All links of an app, as `app.yml` declares them.
package struct AppLinkSet: Hashable, Sendable {
    /// The hosts, in lower case; emails use the first.
    package var hosts: [String]
    /// The iOS app; nil if there is none.
    package var ios: IOSApp?
    /// The Android app; nil if there is none.
    package var android: AndroidApp?
    /// The links, in the order of `app.yml`.
    package var links: [LinkDefinition]
    /// The template of the app's login screen, to which pages link; emails do not.
    package var login: URLTemplate?

    /// The custom schemes that open the app, in lower case.
    package var schemes: Set<String> {
        Set(appAddresses.compactMap(\.template.scheme) + (ios?.scheme.map { [$0.lowercased()] } ?? []))
    }

    /// The templates with a scheme of the app's own, by link name; the login screen's name is `login`.
    package var appAddresses: [(name: String, template: URLTemplate)] {
        let named = links.compactMap { link in link.app.map { (link.name, $0) } }
        guard let login, !links.contains(where: { $0.name == Self.login }) else { return named }
        return named + [(Self.login, login)]
    }

    package static let login = "login"

    /// Whether an iPhone can follow a redirect to the app's own URL.
    ///
    /// False for an app that declares Android only. An app that declares no platform is taken to be on both.
    package var opensOnIPhones: Bool { ios != nil || android == nil }

    package init(
        hosts: [String], ios: IOSApp? = nil, android: AndroidApp? = nil, links: [LinkDefinition],
        login: URLTemplate? = nil
    ) {
        self.hosts = hosts
        self.ios = ios
        self.android = android
        self.links = links
        self.login = login
    }
}
