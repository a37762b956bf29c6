internal import TextEncoding

/// The format of a link's parameter: `{hex:64}`, `pkce_{hex:56}`, `{base64url:40-}`,
/// `{base64url}.{base64url}.{base64url}`.
///
/// A name in braces is a run of one or more characters of a kind. A number restricts its length: `{hex:64}` is exactly
/// 64, `{hex:40-}` at least 40, and `{hex:40-64}` from 40 to 64. Everything else is literal. After a run of variable
/// length comes a character that the run cannot contain, so matching needs no backtracking.
package struct ParameterShape: Hashable, Sendable {
    /// The kinds of characters in a run.
    package enum Characters: String, Hashable, Sendable, CaseIterable {
        case digits, hex, alphanumeric, base64url
    }

    fileprivate enum Piece: Hashable, Sendable {
        case literal([UInt8])
        case run(Characters, ClosedRange<Int>)
    }

    package let text: String
    private let pieces: [Piece]

    /// Parses a format; nil if the text is not valid.
    package init?(_ text: String) {
        self.text = text
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first == "{" {
                guard let end = rest.firstIndex(of: "}"), let run = Self.run(rest[..<end].dropFirst()) else {
                    return nil
                }
                pieces.append(run)
                rest = rest[end...].dropFirst()
            } else {
                let literal = rest.prefix { $0 != "{" }
                guard literal.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "}") }) else {
                    return nil
                }
                pieces.append(.literal(Array(literal.utf8)))
                rest = rest[literal.endIndex...]
            }
        }
        guard pieces.contains(where: \.isRun),
            zip(pieces, pieces.dropFirst()).allSatisfy({ $0.ends(before: $1) })
        else { return nil }
        self.pieces = pieces
    }

    /// The maximum number of characters in a run.
    private static let longest = 4096

    private static func run(_ text: Substring) -> Piece? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let characters = Characters(rawValue: String(parts[0])) else { return nil }
        guard parts.count > 1 else { return .run(characters, 1...longest) }
        let bounds = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let last = bounds[bounds.count - 1]
        guard let lower = count(bounds[0]), let upper = last.isEmpty && bounds.count > 1 ? longest : count(last),
            lower <= upper
        else { return nil }
        return .run(characters, lower...upper)
    }

    private static func count(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let count = Int(text) else { return nil }
        return (1...longest).contains(count) ? count : nil
    }

    /// Whether it is the format of a JSON Web Token: three runs of `base64url` with dots between (RFC 7519, section 3).
    package var isJSONWebToken: Bool {
        let dot = Piece.literal([UInt8(ascii: ".")])
        return pieces.count == 5 && pieces[1] == dot && pieces[3] == dot
            && [0, 2, 4].allSatisfy { if case .run(.base64url, _) = pieces[$0] { true } else { false } }
    }

    /// Whether the whole parameter has this format.
    package func isMet(by parameter: String) -> Bool {
        var rest = Array(parameter.utf8)[...]
        for piece in pieces {
            switch piece {
            case .literal(let bytes):
                guard rest.starts(with: bytes) else { return false }
                rest = rest.dropFirst(bytes.count)
            case .run(let characters, let counts):
                let taken = rest.prefix(counts.upperBound).prefix(while: characters.contains)
                guard taken.count >= counts.lowerBound else { return false }
                rest = rest[taken.endIndex...]
            }
        }
        return rest.isEmpty
    }

    /// A random text with this format; runs of unlimited length have about 20 characters.
    package func sample(using random: inout some RandomNumberGenerator) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let bytes): return String(decoding: bytes, as: UTF8.self)
            case .run(let characters, let counts):
                let known = (0x2D...0x7A).filter(characters.contains)
                let count = min(max(20, counts.lowerBound), counts.upperBound)
                let bytes = (0..<count).map { _ in known[Int(random.next(upperBound: UInt(known.count)))] }
                return String(decoding: bytes, as: UTF8.self)
            }
        }.joined()
    }

    /// The equivalent regular expression (ECMA-262), for a page.
    package var pattern: String {
        pieces.map { piece in
            switch piece {
            case .literal(let bytes):
                bytes.map { byte in
                    let character = String(UnicodeScalar(byte))
                    return Characters.alphanumeric.contains(byte) ? character : #"\x\#(String(byte, radix: 16))"#
                }.joined()
            case .run(let characters, let counts):
                switch (counts.lowerBound, counts.upperBound) {
                case (1, Self.longest): "[\(characters.pattern)]+"
                case (let lower, Self.longest): "[\(characters.pattern)]{\(lower),}"
                case (let lower, let upper) where lower == upper: "[\(characters.pattern)]{\(lower)}"
                case (let lower, let upper): "[\(characters.pattern)]{\(lower),\(upper)}"
                }
            }
        }.joined()
    }
}

extension ParameterShape.Piece {
    fileprivate var isRun: Bool { if case .run = self { true } else { false } }

    /// Whether the end of this piece is unambiguous before the next one.
    fileprivate func ends(before next: Self) -> Bool {
        guard case .run(let characters, let counts) = self, counts.lowerBound < counts.upperBound else { return true }
        switch next {
        case .literal(let bytes): return !bytes.prefix(1).contains(where: characters.contains)
        case .run: return false
        }
    }
}

extension ParameterShape.Characters {
    fileprivate func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39: true
        case 0x41...0x46, 0x61...0x66: self != .digits
        case 0x47...0x5A, 0x67...0x7A: self == .alphanumeric || self == .base64url
        case UInt8(ascii: "-"), UInt8(ascii: "_"): self == .base64url
        default: false
        }
    }

    /// The content of the character class in a regular expression.
    fileprivate var pattern: String {
        switch self {
        case .digits: #"\d"#
        case .hex: #"\da-fA-F"#
        case .alphanumeric: #"\da-zA-Z"#
        case .base64url: #"\w\-"#
        }
    }
}
