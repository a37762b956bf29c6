import CommonMark
import Configuration
import Diagnostics
import Hashing
import JSON

/// Who has read a translation, when, and which texts it then had; `reviewed:` in the front matter of its file.
package struct TranslationReview: Hashable, Sendable {
    package let by: String
    /// The date: `2026-11-28`.
    package let on: String
    /// The digest of the texts (`TranslationSheet.digest`): if they change, the review does not count any more.
    package let of: String

    static let key = "reviewed"

    package init(by: String, on: String, of: String) {
        self.by = by
        self.on = on
        self.of = of
    }

    init?(_ value: ConfigurationNode?) {
        guard let by = value?["by"]?.text, let on = value?["on"]?.text, let of = value?["of"]?.text else { return nil }
        self.init(by: by, on: on, of: of)
    }

    /// The line of the front matter.
    var line: String {
        func quoted(_ text: String) -> String { JSONValue.string(text).serialized() }
        return "\(Self.key): { by: \(quoted(by)), on: \(quoted(on)), of: \(quoted(of)) }\n"
    }
}

extension TranslationSheet {
    /// Whether somebody has read the texts as they are.
    package var isReviewed: Bool { review.map { $0.of == digest } ?? false }

    /// The first twelve hexadecimal digits of the SHA-256 of the originals, each with its translation.
    package var digest: String {
        let texts = texts.map { "\($0.place)\n\($0.original)\n\($0.translation ?? "")\n" }.joined()
        return Base16.encode(Digest.sha256(Array(texts.utf8)).prefix(6))
    }
}

extension TranslationSheet.Text {
    /// What makes a text no translation of this one: other values, other links, or markup that the original does not have.
    ///
    /// - Returns: the code, and what the text has or lacks, to follow "the text"; nil if nothing does.
    package func fault(of translation: String) -> (code: String, words: String, fix: String)? {
        let (values, known) = (translation.placeholders, original.placeholders)
        if let name = values.subtracting(known).min() {
            return (
                "unknown-placeholder", "has '{{\(name)}}', which the original does not have",
                known.isEmpty
                    ? "Remove it." : "The original has \(known.sorted().map { "{{\($0)}}" }.joined(separator: ", "))."
            )
        }
        if let name = known.subtracting(values).min() {
            return ("lost-placeholder", "lacks '{{\(name)}}'", "Write '{{\(name)}}' where the value belongs.")
        }
        let rest = translation.withoutPlaceholders
        if let braces = ["{{", "}}"].first(where: rest.contains) {
            return ("unknown-placeholder", "has '\(braces)' without a value", "Write values as the original has them.")
        }
        if !isMarkdown {
            return translation.contains(where: \.isNewline)
                ? ("other-markup", "has several lines, and the original one", "Write it on one line.") : nil
        }
        let (own, others) = (original.markup, translation.markup)
        if own.links != others.links {
            let links = own.links.map { "(\($0))" }.joined(separator: ", ")
            return (
                "translated-link", "has other links than the original",
                links.isEmpty ? "Remove them." : "Its links are \(links); only the words in brackets are translated."
            )
        }
        if let mark = others.inlines.subtracting(own.inlines).min()
            ?? (own.blocks == others.blocks ? nil : "paragraphs")
        {
            let isBlock = own.blocks != others.blocks
            return (
                "other-markup",
                isBlock ? "has other blocks than the original" : "has \(mark), which the original does not have",
                isBlock ? "Write as many paragraphs as the original, and no lists or headings." : "Remove it."
            )
        }
        return nil
    }
}

extension String {
    /// The names of values and sections: `wait` of `{{wait}}`, `#name` of `{{#name}}`.
    fileprivate var placeholders: Set<String> { Set(matches(of: #/\{\{([^{}]*)\}\}/#).map { String($0.1) }) }

    fileprivate var withoutPlaceholders: String { replacing(#/\{\{[^{}]*\}\}/#, with: "") }

    /// The Markdown of a text: its blocks, the kinds of markup in these, and the destinations of its links.
    fileprivate var markup: (blocks: [String], inlines: Set<String>, links: [String]) {
        guard let document = try? Markdown.parse(SourceText(file: "", text: self)) else { return ([], [], []) }
        var (blocks, inlines, links) = ([String](), Set<String>(), [String]())
        func collect(_ node: MarkdownNode) {
            switch node.kind {
            case .document, .text, .softBreak: break
            case .paragraph: blocks.append("paragraph")
            case .heading: blocks.append("heading")
            case .list, .item: blocks.append("list")
            case .blockQuote: blocks.append("quotation")
            case .codeBlock, .thematicBreak: blocks.append("code")
            case .htmlBlock, .html: inlines.insert("HTML")
            case .lineBreak: inlines.insert("a forced line break")
            case .code: inlines.insert("code")
            case .emphasis: inlines.insert("emphasis")
            case .strong: inlines.insert("bold text")
            case .image: inlines.insert("a picture")
            case .link(let destination, _): links.append(destination)
            }
            for child in node.children { collect(child) }
        }
        collect(document)
        return (blocks, inlines, links.sorted())
    }
}
