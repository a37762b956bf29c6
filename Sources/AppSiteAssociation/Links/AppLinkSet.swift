public import AppLinks

/// One link of an app: the addresses in emails, the app's own address, and the page behind both.
public struct LinkDefinition: Hashable, Sendable {
    /// What a phone without the app gets for the address in the email.
    public enum Landing: String, Hashable, Sendable, CaseIterable {
        /// The page, which offers the app.
        case page
        /// A redirect into the app, which ends at an error where the app is missing.
        case redirect
    }

    /// As in `app.yml`: `reset-password`.
    public var name: String
    /// The templates on the app's hosts; the first is the one that is mailed.
    public var web: [URLTemplate]
    /// The template with the app's own scheme.
    public var app: URLTemplate?
    /// The name of the page that answers.
    public var page: String?
    /// In seconds from the email on; nil where it is not known.
    public var lifetime: Int?
    /// What answers the address in the email.
    public var landing: Landing

    /// A link with all that is known of it.
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

/// The iOS app that opens an app's links.
public struct IOSApp: Hashable, Sendable {
    /// Application identifier prefix, a dot, bundle identifier: `ABCDE12345.com.artitec.app`.
    public var appID: String
    /// The custom scheme, without its colon.
    public var scheme: String?
    /// The app's number in the App Store.
    public var store: Int?

    /// An app by its identifiers.
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

/// The Android app that opens an app's links.
public struct AndroidApp: Hashable, Sendable {
    /// The application ID: `com.artitec.app`.
    public var package: String
    /// SHA-256 fingerprints of the signing certificates, in upper-case hexadecimal with colons; any one suffices.
    public var sha256: [String]

    /// An app by its identifiers.
    public init(package: String, sha256: [String]) {
        self.package = package
        self.sha256 = sha256
    }
}

/// Everything that one app's `app.yml` says of links.
public struct AppLinkSet: Hashable, Sendable {
    /// In lower case; the first is the one that emails use.
    public var hosts: [String]
    /// nil where there is no iOS app.
    public var ios: IOSApp?
    /// nil where there is no Android app.
    public var android: AndroidApp?
    /// In the order of `app.yml`.
    public var links: [LinkDefinition]
    /// The app's address of its login, which pages link to and no email carries.
    public var login: URLTemplate?

    /// The schemes that open the app, in lower case.
    public var schemes: Set<String> {
        Set(appAddresses.compactMap(\.template.scheme) + (ios?.scheme.map { [$0.lowercased()] } ?? []))
    }

    /// Every address with a scheme of the app's own, by the name of its link; the login's is `login`.
    package var appAddresses: [(name: String, template: URLTemplate)] {
        let named = links.compactMap { link in link.app.map { (link.name, $0) } }
        guard let login, !links.contains(where: { $0.name == Self.login }) else { return named }
        return named + [(Self.login, login)]
    }

    /// The name of the login among the app's addresses.
    package static let login = "login"

    /// Whether an iPhone can follow a redirect to the app's address: an app that declares Android alone is not there. One
    /// that declares nothing has been told of no platform, and Android is the one that cannot do without.
    package var opensOnIPhones: Bool { ios != nil || android == nil }

    /// A set with all that is known of it.
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
