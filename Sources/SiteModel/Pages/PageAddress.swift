public import CommonMark

/// An address that a page leads to, with places for values: `https://example.com/action?code={{oobCode}}`.
///
/// Scheme, host and path are the page spec's own; values stand in the query and in the fragment alone, so that nothing
/// that a link or a backend brings can lead a person elsewhere.
public struct PageAddress: Hashable, Sendable {
    /// As the page spec writes it.
    public let text: String
    private let pieces: [Piece]

    private enum Piece: Hashable, Sendable {
        case text(String)
        case value(String)
    }

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: the address as the page spec writes it.
    ///   - takesValues: whether there may be places for values at all.
    /// - Throws: why a value cannot stand where one does.
    init(_ text: String, takesValues: Bool = true) throws(LinkDestinationError) {
        self.text = text
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
                throw LinkDestinationError(
                    "a value may stand only behind the '?' or the '#' of an address",
                    fix: "Write the rest of it out: /login#email={{email}}")
            }
            let name = after.dropFirst().prefix { $0 != "}" }
            guard rest[name.endIndex...].hasPrefix("}}") else {
                throw LinkDestinationError("'{{' is never closed", fix: "Write a value as {{email}}.")
            }
            pieces += [.text(String(before)), .value(String(name))]
            rest = rest[name.endIndex...].dropFirst(2)
        }
        self.pieces = pieces + [.text(String(rest))]
    }

    /// The address of a destination that carries values; nil for every other destination.
    public init?(_ destination: LinkDestination) {
        guard let address = try? PageAddress(destination.text), !address.names.isEmpty else { return nil }
        self = address
    }

    /// The names of the values, in order of appearance.
    public var names: [String] {
        pieces.compactMap { piece in
            if case .value(let name) = piece { name } else { nil }
        }
    }

    /// The address with every value in its place, percent-encoded.
    ///
    /// - Parameters:
    ///   - values: as they are, by name.
    ///   - encode: what may not stand in an address as it is, written so that it may.
    /// - Returns: nil where a value is missing or empty.
    public func filled(with values: [String: String], encode: (String) -> String) -> String? {
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
