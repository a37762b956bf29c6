public import TextEncoding

/// What a host reads of a release: every app with its routes and files.
///
/// It is written to `release.json` beside the app folders. Whoever holds a manifest needs nothing else to answer a
/// request but the files that it names, all of them below `<app>/web/`.
public struct Manifest: Hashable, Sendable {
    /// The only version of the format so far.
    public static let version = 1

    /// SHA-256, in lower-case hexadecimal, of everything else in the manifest.
    public var id: String
    /// In the order of their names.
    public var apps: [ReleasedApp]

    /// A manifest with an id that is known already.
    public init(id: String, apps: [ReleasedApp]) {
        self.id = id
        self.apps = apps
    }
}

/// One app of a release.
public struct ReleasedApp: Hashable, Sendable {
    /// The name of the app's folder, in the site as in the release.
    public var name: String
    /// The hosts that this app answers for, in lower case without a port; the first is the one that emails use.
    public var hosts: [String]
    /// Tried in order; the first whose path and conditions hold answers.
    public var routes: [Route]
    /// The name of the file that answers every other path, with status 404.
    public var notFound: String
    /// In the order of their names.
    public var files: [ReleasedFile]
    /// What stands below `<app>/app/`, with the hash of each content: no host reads it, the next build goes by it.
    public var appFiles: [String: String]
    /// The digest of all that the app was made from, by which the next build knows an app that has not changed.
    public var inputs: String?

    /// An app by its parts.
    public init(
        name: String, hosts: [String], routes: [Route], notFound: String, files: [ReleasedFile],
        appFiles: [String: String] = [:], inputs: String? = nil
    ) {
        self.name = name
        self.hosts = hosts
        self.routes = routes
        self.notFound = notFound
        self.files = files
        self.appFiles = appFiles
        self.inputs = inputs
    }
}

/// Which request is answered how.
public struct Route: Hashable, Sendable {
    /// What a route answers with.
    public enum Answer: Hashable, Sendable {
        /// A file of the same app, by its name.
        case file(String)
        /// A redirect to an address that never depends on the request.
        case redirect(status: Int, location: String)
        /// A redirect into the app, or to the page where the app cannot be: `/open/<link>`.
        ///
        /// On the path of the link's own page it stands before the page's route: whoever would be sent to the page
        /// gets the answer of the routes after it.
        case open(OpenLink)
    }

    /// Starts with a slash, is percent-encoded as it is in a request, has no doubled and no trailing slash;
    /// a segment `{name}` stands for any one segment that is not empty.
    public var path: String
    /// Query items that must be there with exactly these values, decoded; empty where the path alone decides.
    public var conditions: [String: String]
    /// The names of query items that must be there, decoded, with any value but an empty one; they stand only where another
    /// route takes the requests without them.
    public var required: [String]
    /// What the request gets.
    public var answer: Answer

    /// A route by its parts.
    public init(path: String, conditions: [String: String] = [:], required: [String] = [], answer: Answer) {
        self.path = path
        self.conditions = conditions
        self.required = required
        self.answer = answer
    }
}

/// What `/open/<link>` needs to know of its link.
public struct OpenLink: Hashable, Sendable {
    /// The link's web template, as in `app.yml`: `/reset-password?token={token}`.
    public var web: String
    /// The app's address, as in `app.yml`: `artitec://reset-password?token={token}`; nil where the app has none.
    public var app: String?
    /// Whether iPhones are redirected to the app's address.
    public var opensOnIPhones: Bool
    /// The Android package, where one is declared.
    public var androidPackage: String?

    /// A link by its addresses.
    public init(web: String, app: String?, opensOnIPhones: Bool = false, androidPackage: String? = nil) {
        self.web = web
        self.app = app
        self.opensOnIPhones = opensOnIPhones
        self.androidPackage = androidPackage
    }
}

/// A file of a release, under a name that contains its content's hash.
public struct ReleasedFile: Hashable, Sendable {
    /// One encoding of the file's content.
    public struct Variant: Hashable, Sendable {
        /// The content coding (RFC 9110, section 8.4.1): `identity`, `gzip`, `br`.
        public var encoding: String
        /// Relative to `<app>/web/`.
        public var path: String
        /// In bytes.
        public var length: Int
        /// The first 16 hexadecimal digits of the SHA-256 of the variant's own bytes, which make its entity tag.
        public var hash: String

        /// A variant by its parts.
        public init(encoding: String, path: String, length: Int, hash: String) {
            self.encoding = encoding
            self.path = path
            self.length = length
            self.hash = hash
        }
    }

    /// The name of the identity variant, by which routes speak of the file.
    public var name: String
    /// The media type, as in `Content-Type`.
    public var type: String
    /// The hash in the file's name, of the identity variant.
    public var hash: String
    /// Everything else that goes with it, in order: caching and security.
    public var headers: [HeaderField]
    /// Identity first, then by falling preference.
    public var variants: [Variant]

    /// The name without its hash: `reset-password.html`.
    public var plainName: String { name.split(separator: ".").filter { $0 != hash }.joined(separator: ".") }

    /// A file by its parts.
    public init(name: String, type: String, hash: String, headers: [HeaderField], variants: [Variant]) {
        self.name = name
        self.type = type
        self.hash = hash
        self.headers = headers
        self.variants = variants
    }
}
