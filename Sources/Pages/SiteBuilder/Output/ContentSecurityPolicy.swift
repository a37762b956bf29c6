/// A Content-Security-Policy (CSP 3): directives by name, each with its sources.
package struct ContentSecurityPolicy: Hashable, Sendable {
    private var directives: [(name: String, sources: [String])]

    /// Creates a policy from its directives, in the order in which they are sent.
    ///
    /// - Parameter directives: names and sources; keywords and hashes are in single quotes.
    package init(_ directives: [(name: String, sources: [String])]) {
        self.directives = directives
    }

    /// The sources of a directive; nil if the policy does not have it.
    package subscript(name: String) -> [String]? { directives.first { $0.name == name }?.sources }

    /// Allows another source; the directive is added if it is missing, and `'none'` is replaced.
    package mutating func allow(_ source: String, for name: String) {
        if let index = directives.firstIndex(where: { $0.name == name }) {
            directives[index].sources = directives[index].sources.filter { $0 != "'none'" } + [source]
        } else {
            directives.append((name, [source]))
        }
    }

    /// The value of the header.
    package var text: String {
        directives.map { ([$0.name] + $0.sources).joined(separator: " ") }.joined(separator: "; ")
    }

    /// Whether two policies have the same directives and sources in the same order.
    package static func == (a: Self, b: Self) -> Bool { a.text == b.text }

    /// Hashes the policy's text, which `==` compares.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
