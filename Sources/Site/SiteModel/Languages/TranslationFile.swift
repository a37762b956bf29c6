import CommonMark
import Configuration
import Diagnostics
import TextEncoding
import YAML

/// The file of a translation, or of an email, in its parts.
struct TranslationFile {
    struct Block {
        /// Empty if there is a quotation without a text below it.
        var text: String
        let quoted: String?
    }

    let source: SourceText?
    let root: ConfigurationNode?

    init(_ source: SourceText?) {
        self.source = source
        let range = source.flatMap { FrontMatter(closedIn: $0)?.yaml }
        root = source.flatMap { source in range.flatMap { try? YAMLDocument(parsing: source, in: $0).root } }
    }

    /// The quotation on the line above a value whose key stands first on its own.
    func quotation(above value: ConfigurationNode?) -> String? {
        guard let place = value?.location, let above = source?.line(place.line - 1) else { return nil }
        return QuotedOriginal.text(of: String(above.drop { $0 == " " }))
    }

    /// The blocks by the names of their states; those of an email by `body`.
    func sections(inPage isPage: Bool) -> [String: [Block]] {
        guard let source, let start = FrontMatter(closedIn: source)?.body,
            let body = try? Markdown.parse(source, from: start)
        else { return [:] }
        let reader = PageReader(name: "", collector: DiagnosticCollector(source))
        if isPage {
            return Dictionary(reader.sections(of: body).map { ($0.name, Self.paired($0.blocks)) }) { first, _ in first }
        }
        let ends = body.children.dropFirst().map(\.location.line) + [nil]
        let blocks = zip(body.children, ends).flatMap { reader.blocks(of: $0, before: $1, areMessages: false) }
        return ["body": Self.paired(blocks)]
    }

    private static func paired(_ blocks: [PageSpec.Block]) -> [Block] {
        var result: [Block] = []
        var quoted: String?
        for block in blocks {
            if case .htmlBlock(let comment) = block.node.kind, let text = QuotedOriginal.text(of: comment) {
                if quoted != nil { result.append(Block(text: "", quoted: quoted)) }
                quoted = text
            } else if BlockText(block.text).hasWords {
                result.append(Block(text: block.text, quoted: quoted))
                quoted = nil
            } else {
                result.append(Block(text: block.text, quoted: nil))
            }
        }
        return quoted == nil ? result : result + [Block(text: "", quoted: quoted)]
    }
}

/// A block of Markdown without what is the same in every language.
struct BlockText {
    /// The marks of a heading, or the name of a message.
    let before: String
    let text: String
    let message: String?

    init(_ block: String) {
        var rest = block[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        let marks = rest.prefix { $0 == "#" }
        var end = rest.startIndex
        var message: String?
        if !marks.isEmpty, rest[marks.endIndex...].hasPrefix(" ") {
            end = rest.index(after: marks.endIndex)
        } else if rest.hasPrefix("- **"), let close = rest.dropFirst(4).firstRange(of: "** ") {
            message = String(rest.dropFirst(4)[..<close.lowerBound])
            end = close.upperBound
        } else if rest.hasPrefix("- **"), let name = String(rest.dropFirst(4)).removing(suffix: "**"),
            PageReader.isName(name)
        {
            // The place for a text that is not translated yet.
            message = name
            end = rest.endIndex
        }
        before = String(rest[..<end])
        text = String(rest[end...])
        self.message = message
    }

    var hasWords: Bool { text.hasWords }
}

extension StringProtocol {
    /// Whether there is more than values and marks.
    var hasWords: Bool {
        split(separator: "{{", omittingEmptySubsequences: false).enumerated().contains { number, part in
            let words = number == 0 ? part : part.firstRange(of: "}}").map { part[$0.upperBound...] } ?? part
            return words.contains(where: \.isLetter)
        }
    }
}
