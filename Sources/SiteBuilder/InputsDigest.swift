import Diagnostics
import Hashing
import SiteModel

/// Tells whether an app was made from other inputs than before: its files, those of its environment, the variables that they
/// name, the templates, the options, the tool.
///
/// The digest is in the manifest, which is the same for the same inputs everywhere, so it has no key. It may be one of the
/// values of variables all the same: every value of `app.yml` is published by the pages or the emails that it is for, one that
/// must not be is refused (`SecretKey`), and none has a digest of its own that it could be guessed by.
struct InputsDigest: Sendable {
    /// The digest of what all apps of a build share.
    private let shared: [UInt8]

    /// - Parameters:
    ///   - templates: all of them, since any may stand in a page or an email.
    ///   - options: whatever else changes what is made.
    init(templates: TemplateSources, options: [String]) {
        var bytes: [UInt8] = []
        Self.append([SourceDigest.text] + options, to: &bytes)
        for (path, source) in templates.sources(under: "") {
            Self.append(Array(path.utf8), to: &bytes)
            Self.append(source.bytes, to: &bytes)
        }
        shared = Digest.sha256(bytes)
    }

    /// 64 hexadecimal digits; nil where a file of the app could not be read.
    func digest(of app: AppSources) -> String? {
        guard let contents = app.contents else { return nil }
        var bytes = shared
        Self.append([app.name], to: &bytes)
        for (name, content) in contents {
            Self.append(Array(name.utf8), to: &bytes)
            Self.append(content, to: &bytes)
        }
        return Base16.encode(Digest.sha256(bytes))
    }

    private static func append(_ texts: [String], to bytes: inout [UInt8]) {
        for text in texts { append(Array(text.utf8), to: &bytes) }
    }

    /// With its length before it, so that no two lists of parts have the same bytes.
    private static func append(_ part: [UInt8], to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
        bytes += part
    }
}
