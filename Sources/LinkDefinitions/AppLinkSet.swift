public import AppLinks

/// A link of an app: the URLs in emails, the app's own URL, and the page behind both.
public struct LinkDefinition: Hashable, Sendable {
    /// The answer to a phone without the app that opens the URL from an email.
    public enum Landing: String, Hashable, Sendable, CaseIterable {
        /// A page, which offers to open the app.
        case page
        /// A redirect to the app's own URL; without the app it ends in an error.
        case redirect
    }

    /// The name in `app.yml`, such as `reset-password`.
    public var name: String
    /// The templates on the app's hosts; emails use the first.
    public var web: [URLTemplate]
    /// The template with the app's own scheme.
    public var app: URLTemplate?
    /// The name of the page that serves the link.
    public var page: String?
    /// How long the link is valid once sent, in seconds; nil if unknown.
    public var lifetime: Int?
    /// The answer to the URL in the email.
    public var landing: Landing

    /// Creates a link.
    public init(
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

/// The iOS app that handles the links.
public struct IOSApp: Hashable, Sendable {
    /// The application identifier: prefix, dot, bundle identifier, as in `ABCDE12345.com.artitec.app`.
    public var appID: String
    /// The custom URL scheme, without its colon.
    public var scheme: String?
    /// The app's identifier in the App Store.
    public var store: Int?

    /// Creates an app.
    public init(appID: String, scheme: String? = nil, store: Int? = nil) {
        self.appID = appID
        self.scheme = scheme
        self.store = store
    }

    /// The application identifier without its prefix.
    public var bundleIdentifier: String {
        appID.firstIndex(of: ".").map { String(appID[appID.index(after: $0)...]) } ?? appID
    }
}

/// The Android app that handles the links.
public struct AndroidApp: Hashable, Sendable {
    /// The application ID: `com.artitec.app`.
    public var package: String
    /// The SHA-256 fingerprints of the signing certificates, in upper-case hexadecimal with colons; one match suffices.
    public var sha256: [String]

    /// Creates an app.
    public init(package: String, sha256: [String]) {
        self.package = package
        self.sha256 = sha256
    }
}

/// All links of an app, as `app.yml` declares them.
public struct AppLinkSet: Hashable, Sendable {
    /// The hosts, in lower case; emails use the first.
    public var hosts: [String]
    /// The iOS app; nil if there is none.
    public var ios: IOSApp?
    /// The Android app; nil if there is none.
    public var android: AndroidApp?
    /// The links, in the order of `app.yml`.
    public var links: [LinkDefinition]
    /// The template of the app's login screen, to which pages link; emails do not.
    public var login: URLTemplate?

    /// The custom schemes that open the app, in lower case.
    public var schemes: Set<String> {
        Set(appAddresses.compactMap(\.template.scheme) + (ios?.scheme.map { [$0.lowercased()] } ?? []))
    }

    /// The templates with a scheme of the app's own, by link name; the login screen's name is `login`.
    package var appAddresses: [(name: String, template: URLTemplate)] {
        let named = links.compactMap { link in link.app.map { (link.name, $0) } }
        guard let login, !links.contains(where: { $0.name == Self.login }) else { return named }
        return named + [(Self.login, login)]
    }

    /// The name of the login screen among the links.
    package static let login = "login"

    /// Whether an iPhone can follow a redirect to the app's own URL.
    ///
    /// False for an app that declares Android only. An app that declares no platform is taken to be on both.
    package var opensOnIPhones: Bool { ios != nil || android == nil }

    /// Creates a set of links.
    public init(
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
