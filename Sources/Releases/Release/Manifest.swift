package import AppLinks
package import TextEncoding

/// The description of a release: every app with its routes and files.
///
/// It is written to `release.json` next to the app folders. A server needs nothing else but the files that it names,
/// all of them below `<app>/web/`.
package struct Manifest: Hashable, Sendable {
    /// The only version of the format so far.
    package static let version = 1

    /// The SHA-256 of the rest of the manifest, in lower-case hexadecimal.
    package var id: String
    /// The apps, sorted by name.
    package var apps: [ReleasedApp]
}

package struct ReleasedApp: Hashable, Sendable {
    /// The name of the app's folder, both in the site and in the release.
    package var name: String
    /// The app's hosts, in lower case without a port; emails use the first.
    package var hosts: [String]
    /// The routes in order; the first whose path and conditions match applies.
    package var routes: [Route]
    /// The name of the file for every other path, with status 404.
    package var notFound: String
    /// The files, sorted by name.
    package var files: [ReleasedFile]
    /// The files below `<app>/app/` with the hashes of their contents; used by the next build, not by servers.
    package var appFiles: [String: String] = [:]
    /// The digest of all inputs of the app, from which the next build detects that the app has not changed.
    package var inputs: String?
    /// The environment whose file overrode keys of the app; nil if there was none.
    package var environment: String?
    /// The languages of the pages; nil for an app whose pages are in one language.
    package var languages: LanguageRanges?
    /// The names of the files for every other path, by their language.
    package var notFoundByLanguage: [String: String] = [:]
}

/// Which of an app's languages a language range of Accept-Language (RFC 4647) stands for.
package struct LanguageRanges: Hashable, Sendable {
    /// The language of the files that routes name.
    package var own: String
    /// The tags of the app's languages by ranges in lower case; empty for a range that stands for none of them, though
    /// a shorter one does: `zh-tw` where the app has `zh-Hans`.
    package var ranges: [String: String]

    package init(own: String, ranges: [String: String]) {
        self.own = own
        self.ranges = ranges
    }
}

/// A rule for the requests of one path.
package struct Route: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        /// A file of the same app, by name.
        case file(String)
        /// A redirect to a fixed address.
        case redirect(status: Int, location: String)
        /// A redirect into the app, or to the page if the app cannot be opened: `/open/<link>`.
        ///
        /// If its path is that of the link's own page, it precedes the page's route; instead of a redirect to the page,
        /// the following routes are tried.
        case open(OpenLink)

        /// The name of the file; nil for a redirect.
        package var file: String? { if case .file(let name) = self { name } else { nil } }

        /// The link of `/open/<link>`; nil for any other response.
        package var link: OpenLink? { if case .open(let link) = self { link } else { nil } }
    }

    /// The path, without a double or trailing slash.
    package var path: RoutePath
    /// The required query items with their exact values, decoded; empty if the path alone decides.
    package var conditions: [String: String]
    /// The names of query items, decoded, that must be present and non-empty; used only if another route handles
    /// requests without them.
    package var required: [String]
    package var answer: Answer
    /// The names of the files in other languages than the app's own, by their tags.
    package var languages: [String: String] = [:]

    /// Creates a route from its parts; the path is the text of a `RoutePath`.
    package init(path: String, conditions: [String: String] = [:], required: [String] = [], answer: Answer) {
        self.path = RoutePath(path)
        self.conditions = conditions
        self.required = required
        self.answer = answer
    }
}

/// The part of a link that `/open/<link>` needs.
package struct OpenLink: Hashable, Sendable {
    /// The link's web template, as in `app.yml`: `/reset-password?token={token}`.
    package var web: URLTemplate
    /// The app's URL template, as in `app.yml`: `artitec://reset-password?token={token}`; nil if there is none.
    package var app: URLTemplate?
    /// Whether iPhones are redirected to the app's URL.
    package var opensOnIPhones: Bool
    /// The Android package; nil if none is declared.
    package var androidPackage: String?

    package init(web: URLTemplate, app: URLTemplate?, opensOnIPhones: Bool = false, androidPackage: String? = nil) {
        self.web = web
        self.app = app
        self.opensOnIPhones = opensOnIPhones
        self.androidPackage = androidPackage
    }
}

/// A file of a release, under a name with its content's hash.
package struct ReleasedFile: Hashable, Sendable {
    /// One encoding of the file's content.
    package struct Variant: Hashable, Sendable {
        /// The content coding (RFC 9110, section 8.4.1): `identity`, `gzip`, `br`.
        package var encoding: String
        /// The path relative to `<app>/web/`.
        package var path: String
        package var length: Int
        /// The first 16 hexadecimal digits of the SHA-256 of the variant's bytes, used as its entity tag.
        package var hash: String
    }

    /// The name of the identity variant, which routes refer to.
    package var name: String
    /// The media type, as in `Content-Type`.
    package var type: String
    /// The hash of the identity variant, which the file's name contains.
    package var hash: String
    /// The other header fields, in order: caching and security.
    package var headers: [HeaderField]
    /// The variants: identity, then the compressed ones, most preferred first.
    package var variants: [Variant]

    /// The name without its hash: `reset-password.html`.
    package var plainName: String { HashedName.plainName(of: name, hash: hash) }
}

/// A conflict between two apps of a release: the same name or host.
package struct AppConflict: Hashable, Sendable {
    package let app: Int
    package let message: String
}

extension AppConflict {
    /// Finds the first conflict, in the apps' order; nil if there is none.
    package init?(in apps: [(name: String, hosts: [String])]) {
        var names: Set<String> = []
        var owners: [String: String] = [:]
        for (index, app) in apps.enumerated() {
            guard names.insert(app.name).inserted else {
                self.init(app: index, message: "two apps have the name '\(app.name)'")
                return
            }
            for host in app.hosts {
                guard let owner = owners.updateValue(app.name, forKey: host) else { continue }
                self.init(app: index, message: "the host '\(host)' is in both '\(owner)' and '\(app.name)'")
                return
            }
        }
        return nil
    }
}
