package import AppLinks
package import Release
internal import TextEncoding

/// The locations of redirects that open an app for one of its links, by class of User-Agent.
///
/// The server expands them; the rules and functions of other hosts are written from them. A location consists of the
/// manifest's addresses and the values of declared parameters, percent-encoded; scheme and host never come from a
/// request.
package struct AppLocation: Sendable {
    package enum Piece: Hashable, Sendable {
        /// Text as it is.
        case text(String)
        /// The percent-encoded value of a parameter, by its name.
        case value(String)
        /// The value in an address that is percent-encoded itself, and so encoded twice.
        case nestedValue(String)
    }

    /// The maximum length of a location, in bytes: more than pages need, and less than any browser refuses.
    package static let longest = 8_000

    let web: URLTemplate
    private let app: URLTemplate?
    /// The scheme of the app's URL, as written.
    private let scheme: String?
    private let opensOnIPhones: Bool
    private let package: String?
    private let host: String?

    /// `host` is the page's, for the fallback on Android, and `app` the app's URL, possibly with another app's scheme;
    /// nil for the link's own.
    package init(_ link: OpenLink, host: String?, app: URLTemplate? = nil) {
        web = link.web
        self.app = app ?? link.app
        scheme = link.scheme
        opensOnIPhones = link.opensOnIPhones
        package = link.androidPackage
        self.host = host
    }

    /// Returns the pieces of the location for a class of User-Agents; nil if a redirect cannot open the app there.
    package func pieces(for agent: UserAgentClass) -> [Piece]? {
        switch agent {
        case .iPhoneBrowser: return opensOnIPhones ? address() : nil
        case .androidFirefox: return package == nil ? nil : address()
        case .androidChrome: return intent()
        case .other: return nil
        }
    }

    /// Returns the location for a class of User-Agents; nil if a redirect cannot open the app there with these values.
    ///
    /// The values are decoded text by parameter name, with which the page's address can be expanded.
    package func location(for agent: UserAgentClass, _ values: [String: String]) -> String? {
        guard let pieces = pieces(for: agent), app?.accepts(values) == true else { return nil }
        var location = ""
        for piece in pieces {
            switch piece {
            case .text(let text): location += text
            case .value(let name), .nestedValue(let name):
                guard let value = values[name].map(URLTemplate.encoded), !value.isEmpty else { return nil }
                if case .value = piece { location += value } else { location += PercentEncoding.encode(value) }
            }
        }
        return location.utf8.count <= Self.longest ? location : nil
    }

    /// Returns an `intent:` URL (https://developer.chrome.com/docs/android/intents), with the page as fallback if the
    /// app is not installed.
    private func intent() -> [Piece]? {
        guard let package, let host, let scheme, let address = address(scheme: "intent") else { return nil }
        let page = web.pieces.map { piece -> Piece in
            switch piece {
            case .literal(let text): .text(PercentEncoding.encode(text))
            case .parameter(let name): .nestedValue(name)
            }
        }
        return address + [
            .text("#Intent;scheme=\(scheme);package=\(package);S.browser_fallback_url="),
            .text(PercentEncoding.encode("https://\(host)")),
        ] + page + [.text(";end")]
    }

    /// Returns the app's URL, with the app's own scheme or another one.
    private func address(scheme other: String? = nil) -> [Piece]? {
        guard let app else { return nil }
        var pieces = app.pieces.map { piece -> Piece in
            switch piece {
            case .literal(let text): .text(text)
            case .parameter(let name): .value(name)
            }
        }
        if let scheme, case .text(let start)? = pieces.first {
            pieces[0] = .text((other ?? scheme) + start.drop { $0 != ":" })
        }
        return pieces
    }
}

extension OpenLink {
    /// The scheme of the app's URL, as written; nil if it has a parameter.
    var scheme: String? {
        guard let app, let scheme = app.scheme else { return nil }
        return String(app.text.prefix(scheme.count))
    }
}
