import Hashing

/// An inline script, which the page's policy allows by its hash.
package struct InlineScript: Hashable, Sendable {
    let text: String
    /// The attributes of its element, which pass data to the script.
    let attributes: [String: String]
    /// The hash source for a Content-Security-Policy (CSP 3, section 2.3.1).
    package let source: String

    /// The text must contain neither `</script` nor `<!--`.
    package init(_ text: String, attributes: [String: String] = [:]) {
        self.text = text
        self.attributes = attributes
        source = "'sha256-\(Base64.encode(Digest.sha256(text)))'"
    }

    package var html: String {
        let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(escaped($0.value))\"" }
        return "<script\(attributes.joined())>\(text)</script>"
    }
}
