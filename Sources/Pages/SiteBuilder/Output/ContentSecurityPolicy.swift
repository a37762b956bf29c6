/// A Content-Security-Policy (CSP 3): directives by name, each with its sources.
package struct ContentSecurityPolicy: Hashable, Sendable {
    private var directives: [(name: String, sources: [String])]

    /// Directives in the order in which they are sent; keywords and hashes are in single quotes.
    package init(_ directives: [(name: String, sources: [String])]) {
        self.directives = directives
    }

    package subscript(name: String) -> [String]? { directives.first { $0.name == name }?.sources }

    /// Allows another source; the directive is added if it is missing, and `'none'` is replaced.
    package mutating func allow(_ source: String, for name: String) {
        if let index = directives.firstIndex(where: { $0.name == name }) {
            directives[index].sources = directives[index].sources.filter { $0 != "'none'" } + [source]
        } else {
            directives.append((name, [source]))
        }
    }

    package var text: String {
        directives.map { ([$0.name] + $0.sources).joined(separator: " ") }.joined(separator: "; ")
    }

    package static func == (a: Self, b: Self) -> Bool { a.text == b.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
