internal import TextEncoding

/// The class of a User-Agent, which decides whether a redirect can open the app.
///
/// A wrong guess does little harm: an unknown User-Agent gets the page, which works for everyone and has a button for
/// the app.
package enum UserAgentClass: String, Hashable, Sendable, CaseIterable {
    /// A browser on an iPhone or iPod: follows a redirect to a custom scheme.
    case iPhoneBrowser = "iphone-browser"
    /// Firefox on Android, which would always take an intent's fallback (mozilla/fenix#23397) but follows a custom scheme.
    case androidFirefox = "android-firefox"
    /// A Chromium-based browser on Android: follows an `intent:` redirect and falls back to the page.
    case androidChrome = "android-chrome"
    /// A web view inside another app, an iPad (which identifies as a Mac), a desktop browser, a bot, a scanner, a tool.
    case other

    /// The maximum length of a browser's User-Agent, in bytes. A longer one belongs to `other`, since examining it would
    /// cost more than the response.
    package static let longest = 512

    /// The classes that a redirect can take into the app. Chrome is after Firefox, because Caddy's expressions cannot
    /// exclude words.
    package static let redirectable = allCases.filter { $0 != .other }

    package init(userAgent: String?) {
        guard let userAgent, (1...Self.longest).contains(userAgent.utf8.count) else {
            self = .other
            return
        }
        let marks = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { agent in
            var count = 0
            for byte in userAgent.utf8 {
                agent[count] = byte.asciiLowercased
                count += 1
            }
            return UserAgentMarks(UnsafeBufferPointer(rebasing: agent[..<count]))
        }
        self =
            Self.marked.first { marks.isSuperset(of: $0.included) && marks.isDisjoint(with: $0.excluded) }?.class
            ?? .other
    }

    private static let marked = redirectable.map {
        (class: $0, included: UserAgentMarks($0.includes), excluded: UserAgentMarks($0.excludes))
    }
}
