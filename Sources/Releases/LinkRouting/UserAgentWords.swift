/// Words of User-Agents, in lower case, grouped by what they indicate.
///
/// The classes of User-Agents are defined by these groups alone: the server classifies requests with them, and the
/// configurations and functions of other hosts are written from them.
package enum UserAgentWords: UInt8, CaseIterable, Sendable {
    /// A web view inside another app, a bot, a link preview, a scanner, a tool, or Windows Phone, which copies the names
    /// of other browsers.
    ///
    /// Bots contain the names of the browsers that they imitate, web views those of the engines that they embed.
    case excluded
    case iPhone
    case mobile
    /// A web view on iOS that does not identify itself lacks this word, which every browser there sends.
    case safari
    case android
    case firefox
    case chrome

    /// The words; a User-Agent belongs to the group if it contains one of them.
    package var words: [String] {
        switch self {
        case .excluded: Self.automata + Self.webViews + ["windows phone"]
        case .iPhone: ["(iphone", "(ipod"]
        case .mobile: ["mobile/"]
        case .safari: ["safari/"]
        case .android: ["android"]
        case .firefox: ["firefox/", "focus/", "klar/"]
        case .chrome: ["chrome/"]
        }
    }

    /// Web views inside apps; the first word is that of Android's WebView in general.
    private static let webViews = [
        "; wv)", "instagram", "fban/", "fbav/", "fb_iab", "fbios", "messenger", "barcelona", " line/", "tiktok",
        "bytedance", "musical_ly", "trill_", "bytelocale", "snapchat", "pinterest", "twitter", "linkedinapp",
        "micromessenger", "kakaotalk", "whatsapp", "gsa/", "reddit", "discord", "telegram", "viber", "yjapp",
    ]

    /// Bots, link previews, scanners and tools.
    private static let automata = [
        "bot", "crawl", "spider", "slurp", "preview", "facebookexternalhit", "facebookcatalog", "embedly", "scanner",
        "headlesschrome", "lighthouse", "pagespeed", "inspectiontool", "googleother", "google-safety", "mediapartners",
        "feedfetcher", "proofpoint", "mimecast", "barracuda", "safelinks", "curl/", "wget/", "python", "okhttp",
        "go-http-client", "java/", "axios", "node-fetch",
    ]
}

extension UserAgentClass {
    /// The groups of which a User-Agent of the class must contain a word each; empty for `other`.
    package var includes: [UserAgentWords] {
        switch self {
        case .iPhoneBrowser: [.iPhone, .mobile, .safari]
        case .androidChrome: [.android, .chrome]
        case .androidFirefox: [.android, .firefox]
        case .other: []
        }
    }

    /// The groups of which it must contain no word.
    package var excludes: [UserAgentWords] {
        switch self {
        case .iPhoneBrowser: [.excluded]
        case .androidFirefox: [.excluded, .iPhone]
        case .androidChrome: [.excluded, .iPhone, .firefox]
        case .other: []
        }
    }
}
