internal import TextEncoding

/// The class of a User-Agent, which decides whether a redirect can open the app.
///
/// A wrong guess does little harm: an unknown User-Agent gets the page, which works for everyone and has a button for
/// the app.
public enum UserAgentClass: String, Hashable, Sendable, CaseIterable {
    /// A browser on an iPhone or iPod: follows a redirect to a custom scheme.
    case iPhoneBrowser = "iphone-browser"
    /// A Chromium-based browser on Android: follows an `intent:` redirect and falls back to the page.
    case androidChrome = "android-chrome"
    /// Firefox on Android, which would always take an intent's fallback (mozilla/fenix#23397) but follows a custom scheme.
    case androidFirefox = "android-firefox"
    /// A web view inside another app, an iPad (which identifies as a Mac), a desktop browser, a bot, a scanner, a tool.
    case other

    /// The number of bytes of a User-Agent that are examined: browsers' are shorter, and longer ones would cost more
    /// than the response.
    private static let longest = 512

    /// Classifies the value of a User-Agent header.
    public init(userAgent: String?) {
        guard let userAgent, !userAgent.isEmpty else {
            self = .other
            return
        }
        let marks = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { agent in
            var count = 0
            for byte in userAgent.utf8.prefix(Self.longest) {
                agent[count] = byte.asciiLowercased
                count += 1
            }
            return UserAgentMarks(UnsafeBufferPointer(rebasing: agent[..<count]))
        }
        // Bots contain the names of the browsers that they imitate, web views those of the engines that they embed.
        if marks.contains(.excluded) {
            self = .other
        } else if marks.contains(.iPhone) {
            // A web view that does not identify itself lacks `Safari`, which every browser on iOS sends.
            self = marks.contains([.mobile, .safari]) ? .iPhoneBrowser : .other
        } else if marks.contains(.android) {
            self = marks.contains(.firefox) ? .androidFirefox : marks.contains(.chrome) ? .androidChrome : .other
        } else {
            self = .other
        }
    }

    /// The marks of web views inside apps, in lower case; the first is that of Android's WebView in general.
    package static let webViews = [
        "; wv)", "instagram", "fban/", "fbav/", "fb_iab", "fbios", "messenger", "barcelona", " line/", "tiktok",
        "bytedance", "musical_ly", "trill_", "bytelocale", "snapchat", "pinterest", "twitter", "linkedinapp",
        "micromessenger", "kakaotalk", "whatsapp", "gsa/", "reddit", "discord", "telegram", "viber", "yjapp",
    ]

    /// The marks of bots, link previews, scanners and tools, in lower case.
    package static let automata = [
        "bot", "crawl", "spider", "slurp", "preview", "facebookexternalhit", "facebookcatalog", "embedly", "scanner",
        "headlesschrome", "lighthouse", "pagespeed", "inspectiontool", "googleother", "google-safety", "mediapartners",
        "feedfetcher", "proofpoint", "mimecast", "barracuda", "safelinks", "curl/", "wget/", "python", "okhttp",
        "go-http-client", "java/", "axios", "node-fetch",
    ]
}
