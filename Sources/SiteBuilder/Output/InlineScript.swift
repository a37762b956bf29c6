import Hashing
import Release

/// A script that stands in a page itself, and that the page's policy allows by its hash.
public struct InlineScript: Hashable, Sendable {
    let text: String
    /// The attributes of its element, for what it has to know.
    let attributes: [String: String]
    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    public let source: String

    /// A script of a text that does not end its element: neither `</script` nor `<!--` is in it.
    public init(_ text: String, attributes: [String: String] = [:]) {
        self.text = text
        self.attributes = attributes
        source = "'sha256-\(Base64.encode(Digest.sha256(text)))'"
    }

    /// The script's element.
    public var html: String {
        let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(escaped($0.value))\"" }
        return "<script\(attributes.joined())>\(text)</script>"
    }
}
