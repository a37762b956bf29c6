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
        self =
            Self.redirectable.first { marks.isSuperset(of: $0.included) && marks.isDisjoint(with: $0.excluded) }?.class
            ?? .other
    }

    /// The classes that a redirect can take into the app, with the marks of their words.
    private static let redirectable = allCases.filter { $0 != .other }.map {
        (class: $0, included: UserAgentMarks($0.includes), excluded: UserAgentMarks($0.excludes))
    }
}
