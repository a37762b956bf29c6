import CommonMark
import Diagnostics

// Lists and boxes of a translation, held against those of its original.
extension DiagnosticCollector {
    /// The form of a block of a translation or its original.
    struct BlockForm {
        let place: SourceLocation
        /// What each item of a list begins with; nil for what is no list.
        var mark: String?
        var isBox = false
        /// The number of its items, or the lines of a paragraph.
        var count = 0
    }

    /// Warns of blocks that are paragraphs, and lists or boxes in the original, if there are as many blocks. A list that is
    /// a sentence in another language is none that lost its marks: it has a line for each item then.
    func warnOfForms(in own: [BlockForm], translating others: [BlockForm], of file: String) {
        // A box may stand at another place.
        let lostBox = own.count(where: \.isBox) < others.count(where: \.isBox)
        for (block, original) in own.count == others.count ? Array(zip(own, others)) : []
        where block.mark == nil && !block.isBox {
            if let mark = original.mark, block.count == original.count {
                report(
                    "other-form", as: .warning, at: block.place,
                    "\(file) has a list here, and its translation a paragraph",
                    fix: "Begin each of its lines with '\(mark)'.")
            } else if original.isBox, lostBox {
                report(
                    "other-form", as: .warning, at: block.place, "\(file) has a box here, and its translation none",
                    fix: "Begin each of its lines with '> '.")
            }
        }
    }

    /// A list of a translation or its original: its place, and the number of its items, nested ones too.
    typealias ListItems = (place: SourceLocation, count: Int)

    /// Warns of translated lists with fewer items or more than those of the original have, if there are as many lists.
    func warnOfItems(in own: [ListItems], translating others: [ListItems], of file: String) {
        for (list, original) in own.count == others.count ? Array(zip(own, others)) : []
        where list.count != original.count {
            report(
                "other-items", as: .warning, at: list.place,
                "this list has \(list.count) item\(list.count == 1 ? "" : "s"), and that of \(file) has \(original.count)",
                fix: "Translate each of its items as one.")
        }
    }
}

extension MarkdownNode {
    var form: DiagnosticCollector.BlockForm {
        switch kind {
        case .list(let isOrdered, _, _): .init(place: location, mark: isOrdered ? "1. " : "- ", count: children.count)
        case .blockQuote: .init(place: location, isBox: true)
        default:
            .init(place: location, count: 1 + children.count { $0.kind == .softBreak || $0.kind == .lineBreak })
        }
    }

    /// Nil for what is no list.
    var listItems: DiagnosticCollector.ListItems? {
        guard case .list = kind else { return nil }
        func count(_ node: MarkdownNode) -> Int { node.children.reduce(node.kind == .item ? 1 : 0) { $0 + count($1) } }
        return (location, count(self))
    }
}

extension EmailBlock {
    var form: DiagnosticCollector.BlockForm {
        switch kind {
        case .list(let isOrdered, let items): .init(place: location, mark: isOrdered ? "1. " : "- ", count: items.count)
        case .panel: .init(place: location, isBox: true)
        case .paragraph(let text):
            .init(place: location, count: 1 + text.count { $0 == .softBreak || $0 == .lineBreak })
        default: .init(place: location)
        }
    }

    /// Nil for what is no list.
    var listItems: DiagnosticCollector.ListItems? {
        guard case .list(_, let items) = kind else { return nil }
        return (location, items.reduce(items.count) { $0 + $1.compactMap(\.listItems).reduce(0) { $0 + $1.count } })
    }
}
