package import Diagnostics

/// A node of a Markdown document: a block such as a heading, or an inline such as a link.
package struct MarkdownNode: Hashable, Sendable {
    /// The type of a node. Raw HTML is preserved; the renderer must escape it.
    package enum Kind: Hashable, Sendable {
        case document
        case heading(level: Int)
        case paragraph
        case list(ordered: Bool, start: Int, tight: Bool)
        case item
        case blockQuote
        case codeBlock(info: String, literal: String)
        case htmlBlock(String)
        case thematicBreak

        /// Text with escapes and entities resolved; adjacent texts are merged.
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

    package var kind: Kind
    /// The location of the node's start, including its markup.
    package var location: SourceLocation
    package var children: [MarkdownNode]
    /// The location of a link's or an image's destination; nil for other nodes and for reference links.
    package var destinationLocation: SourceLocation?
    /// The locations of a text's pieces; a new piece begins after an escape or an entity.
    var pieces: [TextPiece] = []

    package init(_ kind: Kind, at location: SourceLocation, children: [MarkdownNode] = []) {
        self.kind = kind
        self.location = location
        self.children = children
    }

    /// The text without markup; blocks and hard breaks begin a new line.
    package var plainText: String {
        switch kind {
        case .text(let text), .code(let text), .html(let text), .htmlBlock(let text), .codeBlock(_, let text): text
        case .softBreak: " "
        case .lineBreak: "\n"
        case .thematicBreak: ""
        case .document, .list, .item, .blockQuote: children.map(\.plainText).joined(separator: "\n")
        case .heading, .paragraph, .emphasis, .strong, .link, .image: children.map(\.plainText).joined()
        }
    }

    /// The location of a byte of a text node, with escapes and entities resolved, for diagnostics about a part of the
    /// text; that of the whole node if it is not a text.
    package func location(atByte offset: Int) -> SourceLocation {
        guard let piece = pieces.last(where: { $0.offset <= offset }) else { return location }
        var place = location
        place.column = piece.column + (piece.isVerbatim ? offset - piece.offset : 0)
        return place
    }
}

/// A run of text that is identical in the file, or one escape or entity.
struct TextPiece: Hashable, Sendable {
    /// The offset in the text in UTF-8 bytes.
    var offset: Int
    var column: Int
    var isVerbatim: Bool
}
