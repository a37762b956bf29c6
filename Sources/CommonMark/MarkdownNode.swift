public import Diagnostics

/// A part of a Markdown text: a block such as a heading, or something in a line such as a link.
public struct MarkdownNode: Hashable, Sendable {
    /// What a part is. Raw HTML is kept as it was written; whoever renders it escapes it.
    public enum Kind: Hashable, Sendable {
        case document
        case heading(level: Int)
        case paragraph
        case list(ordered: Bool, start: Int, tight: Bool)
        case item
        case blockQuote
        case codeBlock(info: String, literal: String)
        case htmlBlock(String)
        case thematicBreak

        /// Text with its escapes and entities resolved; neighbouring texts are always one.
        case text(String)
        case softBreak
        case lineBreak
        case code(String)
        case html(String)
        case emphasis
        case strong
        case link(destination: String, title: String)
        case image(destination: String, title: String)
    }

    /// What the part is.
    public var kind: Kind
    /// Where the part begins, its markup included.
    public var location: SourceLocation
    /// The parts that it is made of.
    public var children: [MarkdownNode]
    /// Where the destination of a link or an image begins; nil for everything else, and for a link by reference.
    public var destinationLocation: SourceLocation?
    /// Where the pieces of a text begin: a piece follows an escape or an entity.
    var pieces: [TextPiece] = []

    /// Makes a part.
    public init(_ kind: Kind, at location: SourceLocation, children: [MarkdownNode] = []) {
        self.kind = kind
        self.location = location
        self.children = children
    }

    /// The words without their markup; blocks and hard breaks are on lines of their own.
    public var plainText: String {
        switch kind {
        case .text(let text), .code(let text), .html(let text), .htmlBlock(let text), .codeBlock(_, let text): text
        case .softBreak: " "
        case .lineBreak: "\n"
        case .thematicBreak: ""
        case .document, .list, .item, .blockQuote: children.map(\.plainText).joined(separator: "\n")
        case .heading, .paragraph, .emphasis, .strong, .link, .image: children.map(\.plainText).joined()
        }
    }

    /// The place of a byte of a text node's text, for diagnostics about a part of it.
    ///
    /// - Parameter offset: UTF-8 bytes into the text, escapes and entities resolved.
    /// - Returns: The place of the byte, or of the whole part where it is no text.
    public func location(atByte offset: Int) -> SourceLocation {
        guard let piece = pieces.last(where: { $0.offset <= offset }) else { return location }
        var place = location
        place.column = piece.column + (piece.isVerbatim ? offset - piece.offset : 0)
        return place
    }
}

/// A run of a text that stands in the file byte by byte, or one escape or entity.
struct TextPiece: Hashable, Sendable {
    /// UTF-8 bytes into the text.
    var offset: Int
    var column: Int
    var isVerbatim: Bool
}
