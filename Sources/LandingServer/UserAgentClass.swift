internal import TextEncoding

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
        let marks = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { agent in
            var count = 0
            for byte in userAgent.utf8.prefix(Self.longest) {
                agent[count] = byte.asciiLowercased
                count += 1
            }
            return UserAgentMarks(UnsafeBufferPointer(rebasing: agent[..<count]))
        }
        // Bots copy the names of the browsers that they pass for; web views those that they are built on.
        if marks.contains(.excluded) {
            self = .other
        } else if marks.contains(.iPhone) {
            // A web view without a name of its own leaves out `Safari`, which every browser on iOS says.
            self = marks.contains([.mobile, .safari]) ? .iPhoneBrowser : .other
        } else if marks.contains(.android) {
            self = marks.contains(.firefox) ? .androidFirefox : marks.contains(.chrome) ? .androidChrome : .other
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
