/// A Content-Security-Policy (CSP 3): directives by name, each with its sources.
public struct ContentSecurityPolicy: Hashable, Sendable {
    private var directives: [(name: String, sources: [String])]

    /// Creates a policy from its directives, in the order in which they are sent.
    ///
    /// - Parameter directives: names and sources; keywords and hashes are in single quotes.
    public init(_ directives: [(name: String, sources: [String])]) {
        self.directives = directives
    }

    /// The sources of a directive; nil if the policy does not have it.
    public subscript(name: String) -> [String]? { directives.first { $0.name == name }?.sources }

    /// Allows another source; the directive is added if it is missing, and `'none'` is replaced.
    public mutating func allow(_ source: String, for name: String) {
        if let index = directives.firstIndex(where: { $0.name == name }) {
            directives[index].sources = directives[index].sources.filter { $0 != "'none'" } + [source]
        } else {
            directives.append((name, [source]))
        }
    }

    /// The value of the header.
    public var text: String {
        directives.map { ([$0.name] + $0.sources).joined(separator: " ") }.joined(separator: "; ")
    }

    /// Whether two policies have the same directives and sources in the same order.
    public static func == (a: Self, b: Self) -> Bool { a.text == b.text }

    /// Hashes the policy's text, which `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
