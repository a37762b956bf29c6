#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The class of a User-Agent, which decides whether a redirect can open the app.
///
/// A wrong guess must cost little: an unknown User-Agent gets the page, which works for everyone and has a button for the
/// app.
public enum UserAgentClass: String, Hashable, Sendable, CaseIterable {
    /// An iPhone or iPod in a browser: follows a redirect to a custom scheme.
    case iPhoneBrowser = "iphone-browser"
    /// A browser of Chrome's family on Android: follows an `intent:` redirect and falls back to the page.
    case androidChrome = "android-chrome"
    /// Firefox on Android, which would always take an intent's fallback (mozilla/fenix#23397) but follows a custom scheme.
    case androidFirefox = "android-firefox"
    /// A web view inside another app, an iPad (which calls itself a Macintosh), a desktop, a bot, a scanner, a tool.
    case other

    /// How much of a User-Agent is read, in bytes: browsers say less, and more would cost more than the answer.
    private static let longest = 512

    /// Reads a User-Agent header.
    public init(userAgent: String?) {
        guard let userAgent, !userAgent.isEmpty else {
            self = .other
            return
        }
        let agent = userAgent.utf8.prefix(Self.longest).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } + [0]
        func mentions(_ word: String) -> Bool {
            agent.withUnsafeBytes { bytes in
                // The copy ends in a NUL.
                bytes.withMemoryRebound(to: CChar.self) { agent in
                    agent.baseAddress.map { strstr($0, word) != nil } ?? false
                }
            }
        }
        // Bots copy the names of the browsers that they pass for; web views those that they are built on.
        guard !Self.automata.contains(where: mentions), !Self.webViews.contains(where: mentions),
            !mentions("windows phone")
        else {
            self = .other
            return
        }
        if mentions("(iphone") || mentions("(ipod") {
            // A web view without a name of its own leaves out `Safari`, which every browser on iOS says.
            self = mentions("mobile/") && mentions("safari/") ? .iPhoneBrowser : .other
        } else if mentions("android") {
            if mentions("firefox/") || mentions("focus/") || mentions("klar/") {
                self = .androidFirefox
            } else {
                self = mentions("chrome/") ? .androidChrome : .other
            }
        } else {
            self = .other
        }
    }

    /// Web views inside apps, in lower case: Android's mark for any of them first.
    package static let webViews = [
        "; wv)", "instagram", "fban/", "fbav/", "fb_iab", "fbios", "messenger", "barcelona", " line/", "tiktok",
        "bytedance", "musical_ly", "trill_", "bytelocale", "snapchat", "pinterest", "twitter", "linkedinapp",
        "micromessenger", "kakaotalk", "whatsapp", "gsa/", "reddit", "discord", "telegram", "viber", "yjapp",
    ]

    /// Bots, previews, scanners and tools, in lower case.
    package static let automata = [
        "bot", "crawl", "spider", "slurp", "preview", "facebookexternalhit", "facebookcatalog", "embedly", "scanner",
        "headlesschrome", "lighthouse", "pagespeed", "inspectiontool", "googleother", "google-safety", "mediapartners",
        "feedfetcher", "proofpoint", "mimecast", "barracuda", "safelinks", "curl/", "wget/", "python", "okhttp",
        "go-http-client", "java/", "axios", "node-fetch",
    ]
}
