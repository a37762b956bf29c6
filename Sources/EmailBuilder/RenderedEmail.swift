/// A mail's parts, ready to be sent or to be read by somebody else's template engine.
public struct RenderedEmail: Hashable, Sendable {
    /// Which text something belongs to.
    public enum Part: Hashable, Sendable, CaseIterable {
        case subject, preheader, html, text
    }

    /// A stretch of a part.
    enum Piece: Hashable, Sendable {
        case text(String)
        /// A dialect's words.
        case verbatim(String)

        var string: String {
            switch self {
            case .text(let text), .verbatim(let text): text
            }
        }
    }

    /// One line.
    public let subject: String
    /// One line.
    public let preheader: String
    /// A document in HTML, lines ending in LF.
    public let html: String
    /// The same words in plain text, lines ending in LF.
    public let text: String
    let pieces: [Part: [Piece]]

    init(_ pieces: [Part: [Piece]]) {
        func string(_ part: Part) -> String { (pieces[part] ?? []).map(\.string).joined() }
        subject = string(.subject)
        preheader = string(.preheader)
        html = string(.html)
        text = string(.text)
        self.pieces = pieces
    }

    /// The same mail with everything but the dialect's own words rewritten, so that its engine takes none of it for its
    /// own.
    ///
    /// - Parameter escape: gets each stretch of text between two of the dialect's words, and the part that it is in.
    /// - Returns: the mail with the same words of the dialect's.
    /// - Throws: what `escape` throws.
    public func escaping(_ escape: (String, Part) throws -> String) rethrows -> RenderedEmail {
        var escaped = pieces
        for (part, pieces) in pieces {
            escaped[part] = try pieces.map { piece in
                switch piece {
                case .text(let text): .text(try escape(text, part))
                case .verbatim: piece
                }
            }
        }
        return RenderedEmail(escaped)
    }
}
