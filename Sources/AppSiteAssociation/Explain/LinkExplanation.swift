import AppLinks
public import JSON
internal import TextEncoding

/// What happens to an address: on each platform, with the app and without it.
public struct LinkExplanation: Hashable, Sendable {
    /// Where a person may be when they tap.
    public enum Situation: String, Hashable, Sendable, CaseIterable {
        case iPhoneWithApp = "iphone-with-app", iPhoneWithoutApp = "iphone-without-app"
        case androidWithApp = "android-with-app", androidWithoutApp = "android-without-app"
        case desktop, inAppBrowser = "in-app-browser"

        /// For people.
        public var title: String {
            switch self {
            case .iPhoneWithApp: "iPhone with the app"
            case .iPhoneWithoutApp: "iPhone without it"
            case .androidWithApp: "Android with the app"
            case .androidWithoutApp: "Android without it"
            case .desktop: "Desktop"
            case .inAppBrowser: "In another app's browser"
            }
        }
    }

    /// What a person gets to see.
    public enum Ending: Hashable, Sendable {
        /// The app, which reads the address as a link; nil where the app cannot tell which.
        case app(link: String?)
        /// The page of that name.
        case page(String)
        /// A redirect into the app, which ends at an error where the app is missing.
        case redirect(String)
        /// Whatever the site answers: the address is none of the app's links.
        case site
        /// Status 400: the address is malformed, or lacks what the link needs.
        case refused
        /// Another host, of which nothing is known.
        case elsewhere
        /// A scheme that nothing on the device opens.
        case nothing
    }

    /// As it was asked.
    public let address: String
    /// The link that the address is; nil where it is none.
    public let link: String?
    /// The template in `app.yml` that the address has.
    public let template: String?
    /// The link that the address sends people on to, as `/open/<link>` does; nil where it is another.
    public let openedLink: String?
    /// What was probably meant, as a sentence, where the address is none of the app's.
    public let advice: String?
    /// What the page and the app read from the address.
    public let parameters: [String: String]
    /// What Apple's association file decides; nil without an iOS app or on another host.
    public let apple: AppleDecision?
    /// The component that decided on Apple's systems.
    public let appleComponent: JSONValue?
    /// What the decision of Apple's systems rests on without proof.
    public let unproven: [AppleAssumption]
    /// What Android 15 and later decide by the dynamic rules; nil without an Android app or on another host.
    public let android: AndroidDecision?
    /// The rule that decided on Android.
    public let androidRule: JSONValue?
    /// Whether there is an app at all for iPhones.
    public let hasIOSApp: Bool
    /// Whether there is an app at all for Android.
    public let hasAndroidApp: Bool
    /// Whether `Info.plist` names the address's scheme.
    public let opensByScheme: Bool
    /// Whether an intent filter of `AndroidManifest.xml` fits the address's scheme and host.
    public let opensByFilter: Bool
    /// What happens where.
    public let endings: [Situation: Ending]

    /// Explains an address; nil where the text is no absolute address.
    ///
    /// - Parameters:
    ///   - text: an absolute address, on one of the app's hosts or with its scheme.
    ///   - set: the app's links.
    ///   - pages: the names of the site's pages by their paths, for addresses that are no links.
    public init?(of text: String, in set: AppLinkSet, pages: [String: String] = [:]) {
        guard let parsed = LinkAddress(text) else { return nil }
        address = text
        let found = LinkRecognizer(set).template(for: parsed)
        hasIOSApp = set.ios != nil
        hasAndroidApp = set.android != nil
        link = found?.name
        template = found?.template.text
        let opened = found == nil ? OpenedLink(parsed, in: set) : nil
        openedLink = opened?.link.name
        advice = found == nil && opened == nil ? OpenedLink.advice(on: parsed, in: set) : nil
        parameters = found?.parameters ?? opened?.values ?? [:]
        let host = set.hosts.first { parsed.isWeb && $0.isIdentical(parsed.host ?? "") }

        if let host, let ios = set.ios, let value = AssociationFiles.apple(set), let file = AppleAssociationFile(value)
        {
            let decision = AppleLinkMatcher(file, domain: host, appID: ios.appID).decide(parsed)
            apple = decision
            appleComponent = decision.component.flatMap { value[$0] }
            unproven = file.unprovenPoints(of: parsed, domain: host, appID: ios.appID)
        } else {
            (apple, appleComponent, unproven) = (nil, nil, [])
        }
        if host != nil, set.android != nil, let rules = set.androidRules {
            let decision = AndroidRules(rules).decide(parsed)
            android = decision
            androidRule = decision.rule.flatMap { rules.array?[$0] }
        } else {
            (android, androidRule) = (nil, nil)
        }

        let definition = set.links.first { $0.name == found?.name }
        if host != nil, parsed.isReadable, let opened {
            endings = opened.endings(in: set)
            (opensByScheme, opensByFilter) = (false, false)
            return
        }
        var endings =
            if host == nil {
                Self.everywhere(parsed.isWeb ? .elsewhere : .nothing)
            } else if !parsed.isReadable {
                Self.everywhere(.refused)
            } else if let definition, definition.landing == .redirect,
                parameters.values.allSatisfy(OpenedParameters.isSound)
            {
                definition.redirectedEndings(parameters, in: set)
            } else if let page = definition?.page ?? Self.page(at: parsed.path, in: pages) {
                Self.everywhere(.page(page))
            } else {
                Self.everywhere(.site)
            }
        // As Info.plist and the manifest have it: iOS goes by the scheme alone, Android by the host too.
        opensByScheme = set.ios != nil && !parsed.isWeb && set.schemes.contains(parsed.scheme)
        opensByFilter =
            set.android != nil && !parsed.isWeb
            && set.schemeFilters.contains {
                $0.scheme == parsed.scheme && ($0.hosts.isEmpty || $0.hosts.contains(parsed.host ?? ""))
            }
        if opensByScheme || apple?.outcome == .match { endings[.iPhoneWithApp] = .app(link: link) }
        if opensByFilter || android?.outcome == .match { endings[.androidWithApp] = .app(link: link) }
        self.endings = endings
    }

    private static func page(at path: String, in pages: [String: String]) -> String? {
        let path = CanonicalPath.of(path)
        return pages.first { CanonicalPath.of($0.key) == path }?.value
    }

    static func everywhere(_ ending: Ending) -> [Situation: Ending] {
        Dictionary(uniqueKeysWithValues: Situation.allCases.map { ($0, ending) })
    }
}
