import AppLinks
package import JSON
package import LinkDefinitions
internal import TextEncoding

/// The outcome of opening a URL: on each platform, with the app and without it.
package struct LinkExplanation: Hashable, Sendable {
    package enum Situation: String, Hashable, Sendable, CaseIterable {
        case iPhoneWithApp = "iphone-with-app", iPhoneWithoutApp = "iphone-without-app"
        case androidWithApp = "android-with-app", androidWithoutApp = "android-without-app"
        case desktop, inAppBrowser = "in-app-browser"

        package var title: String {
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

    package enum Ending: Hashable, Sendable {
        /// The app; the associated value is the link that it recognises, nil if it recognises none.
        case app(link: String?)
        case page(String)
        /// A redirect to the app's own URL; without the app it ends in an error.
        case redirect(String)
        /// The site, with an answer outside the app's links.
        case site
        /// Status 400: the URL is malformed.
        case refused
        /// Another host, about which nothing is known.
        case elsewhere
        /// Nothing: no app on the device handles the scheme.
        case nothing
    }

    /// The URL as given.
    package let address: String
    /// The link that the URL is; nil if it is none.
    package let link: String?
    /// The template in `app.yml` that the URL matches.
    package let template: String?
    /// The link to which the URL redirects, as `/open/<link>` does; nil for any other URL.
    package let openedLink: String?
    /// A suggestion, as a sentence, if the URL is not one of the app's links.
    package let advice: String?
    /// The parameters that the page and the app read from the URL.
    package let parameters: [String: String]
    /// The decision of Apple's association file; nil without an iOS app or on another host.
    package let apple: AppleDecision?
    /// The component that decided on Apple's systems.
    package let appleComponent: JSONValue?
    /// The unproven assumptions that affect the decision for Apple's systems.
    package let unproven: [AppleAssumption]
    /// The decision of Android 15 and later by the dynamic rules; nil without an Android app or on another host.
    package let android: AndroidDecision?
    /// The rule that decided on Android.
    package let androidRule: JSONValue?
    /// The identifiers of the iOS apps, to all of which the decision applies.
    package let iosApps: [String]
    /// The application IDs on Android, to all of which the decision applies.
    package let androidApps: [String]
    /// Whether `Info.plist` declares the URL's scheme.
    package let opensByScheme: Bool
    /// Whether an intent filter of `AndroidManifest.xml` matches the URL's scheme and host.
    package let opensByFilter: Bool
    package let endings: [Situation: Ending]

    /// Explains an absolute URL on one of the app's hosts or with its scheme; nil if the text is none. `pages` has the
    /// names of the site's pages by path, for URLs that are not links.
    package init?(of text: String, in set: AppLinkSet, pages: [String: String] = [:]) {
        guard let parsed = URLParts(text) else { return nil }
        address = text
        let found = LinkRecognizer(set).template(for: parsed)
        iosApps = set.ios?.appIDs ?? []
        androidApps = set.android?.packages.map(\.name) ?? []
        link = found?.name
        template = found?.template.text
        let opened = found == nil ? OpenedLink(parsed, in: set) : nil
        openedLink = opened?.link.name
        advice =
            found == nil && opened == nil
            ? OpenedLink.advice(on: parsed, in: set) ?? OpenedLink.advice(onItemsOf: parsed, in: set) : nil
        parameters = found?.parameters ?? opened?.values ?? [:]
        let host = set.hosts.first { parsed.isWeb && $0.isIdentical(parsed.host ?? "") }

        (apple, appleComponent, unproven) = Self.appleDecision(about: parsed, on: host, in: set)
        (android, androidRule) = Self.androidDecision(about: parsed, on: host, in: set)

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
                parameters.values.allSatisfy(OpenedParameters.isAcceptable)
            {
                definition.redirectedEndings(parameters, in: set)
            } else if let page = definition?.page ?? Self.page(at: parsed.path, in: pages) {
                Self.everywhere(.page(page))
            } else {
                Self.everywhere(.site)
            }
        // iOS matches the scheme alone (Info.plist), Android also the host (AndroidManifest.xml).
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

    /// Returns Apple's decision by the association file of a host, the component that decided, and the assumptions on
    /// which it depends.
    private static func appleDecision(
        about address: URLParts, on host: String?, in set: AppLinkSet
    ) -> (AppleDecision?, JSONValue?, [AppleAssumption]) {
        guard let host, let ios = set.ios, let value = AssociationFiles.apple(set),
            let file = AppleAssociationFile(value)
        else { return (nil, nil, []) }
        let decision = AppleLinkMatcher(file, domain: host, appID: ios.appID).decide(address)
        return (
            decision, decision.component.flatMap { value[$0] },
            file.decisiveAssumptions(for: address, domain: host, appID: ios.appID)
        )
    }

    /// Returns Android's decision by the rules for the app, and the rule that decided.
    private static func androidDecision(
        about address: URLParts, on host: String?, in set: AppLinkSet
    ) -> (AndroidDecision?, JSONValue?) {
        guard host != nil, set.android != nil, let rules = set.androidRules else { return (nil, nil) }
        let decision = AndroidRules(rules).decide(address)
        return (decision, decision.rule.flatMap { rules.array?[$0] })
    }

    private static func page(at path: String, in pages: [String: String]) -> String? {
        let path = CanonicalPath.of(path)
        return pages.first { CanonicalPath.of($0.key) == path }?.value
    }

    static func everywhere(_ ending: Ending) -> [Situation: Ending] {
        Dictionary(uniqueKeysWithValues: Situation.allCases.map { ($0, ending) })
    }
}
