import Diagnostics
import Hashing
import SiteModel
import TemplateFiles

/// Detects whether the inputs of an app have changed: its files, those of its environment, the variables that they use,
/// the templates, the options, the version of the program.
///
/// The digest is in the manifest, which is identical for identical inputs on all machines, so it is not keyed. It may
/// nevertheless cover values of variables: every value of `app.yml` is published by the pages or emails that use it,
/// secret ones are refused (`SecretKey`), and no value has a digest of its own from which it could be guessed.
struct InputsDigest: Sendable {
    private let shared: [UInt8]

    /// `templates` are all, since any of them may be used by a page or an email, and `options` all other settings that
    /// affect the output.
    init(templates: TemplateSources, options: [String]) {
        var bytes: [UInt8] = []
        Self.append([SourceDigest.text, EmbeddedTemplates.digest] + options, to: &bytes)
        for (path, source) in templates.sources(under: "") where templates.isChanged(path) {
            Self.append(Array(path.utf8), to: &bytes)
            Self.append(source.bytes, to: &bytes)
        }
        shared = Digest.sha256(bytes)
    }

    /// The digest as 64 hexadecimal digits; nil if a file of the app cannot be read.
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

    /// Appends a part after its length, so that different lists of parts never have the same bytes.
    private static func append(_ part: [UInt8], to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
        bytes += part
    }
}
