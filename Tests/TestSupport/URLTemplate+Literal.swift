package import AppLinks
import Problems

extension URLTemplate: ExpressibleByStringLiteral {
    /// Parses a template that a test writes.
    package init(stringLiteral text: String) {
        do { self = try URLTemplate(parsing: text) } catch { fatalError("'\(text)': \(error.message)") }
    }
}
