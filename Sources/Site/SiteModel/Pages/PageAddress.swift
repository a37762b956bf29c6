internal import Diagnostics

/// A URL that a page links to, with placeholders for values: `https://example.com/action?code={{oobCode}}`.
///
/// Scheme, host and path are fixed in the page spec. Values are allowed only in the query and the fragment, so that no
/// value from a link or a backend can change the destination.
package struct PageAddress: Hashable, Sendable {
    /// The URL as written in the page spec.
    package let text: String
    private let pieces: [Piece]

    private enum Piece: Hashable, Sendable {
        case text(String)
        case value(String)
    }

    /// Parses a URL as written in the page spec; throws a placeholder that is not allowed where it is, or at all.
    init(_ text: String, takesValues: Bool = true) throws(TextProblem) {
        self.text = text
        // Few addresses contain a value, and searching by characters is slow.
        guard text.utf8.contains(UInt8(ascii: "{")) else {
            pieces = [.text(text)]
            return
        }
        var pieces: [Piece] = []
        var isOpen = false
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            let before = rest[..<brace]
            let after = rest[rest.index(after: brace)...]
            if after.first != "{" {
                pieces.append(.text(String(before) + "{"))
                rest = after
                continue
            }
            isOpen = isOpen || before.contains { $0 == "?" || $0 == "#" }
            guard isOpen, takesValues else {
                throw Self.problem(
                    "a value is allowed only after the '?' or the '#' of an address",
                    fix: "Write the rest of it out: /login#email={{email}}")
            }
            let name = after.dropFirst().prefix { $0 != "}" }
            guard rest[name.endIndex...].hasPrefix("}}") else {
                throw Self.problem("'{{' is never closed", fix: "Write a value as {{email}}.")
            }
            pieces += [.text(String(before)), .value(String(name))]
            rest = rest[name.endIndex...].dropFirst(2)
        }
        self.pieces = pieces + [.text(String(rest))]
    }

    private static func problem(_ message: String, fix: String) -> TextProblem {
        TextProblem(code: "value-in-address", at: nil, message, fix: fix)
    }

    /// Creates the URL of a destination; nil if it contains no placeholders.
    package init?(_ destination: LinkDestination) {
        guard let address = try? PageAddress(destination.text), !address.names.isEmpty else { return nil }
        self = address
    }

    /// The names of the values, in order of appearance.
    package var names: [String] {
        pieces.compactMap { piece in
            if case .value(let name) = piece { name } else { nil }
        }
    }

    /// The names of the values in the query, which servers and proxies write to their logs; a fragment stays in the browser.
    var namesInQuery: [String] {
        pieces.prefix { if case .text(let text) = $0 { !text.contains("#") } else { true } }.compactMap { piece in
            if case .value(let name) = piece { name } else { nil }
        }
    }

    /// The URL with every placeholder replaced by its value, percent-encoded by `encode`; nil if one is missing or
    /// empty.
    package func filled(with values: [String: String], encode: (String) -> String) -> String? {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .value(let name):
                guard let value = values[name], !value.isEmpty else { return nil }
                result += encode(value)
            }
        }
        return result
    }
}
