import CommonMark
import Diagnostics

// Lists of a translation, held against those of its original.
extension DiagnosticCollector {
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
    /// Nil for what is no list.
    var listItems: DiagnosticCollector.ListItems? {
        guard case .list = kind else { return nil }
        func count(_ node: MarkdownNode) -> Int { node.children.reduce(node.kind == .item ? 1 : 0) { $0 + count($1) } }
        return (location, count(self))
    }
}

extension EmailBlock {
    /// Nil for what is no list.
    var listItems: DiagnosticCollector.ListItems? {
        guard case .list(_, let items) = kind else { return nil }
        return (location, items.reduce(items.count) { $0 + $1.compactMap(\.listItems).reduce(0) { $0 + $1.count } })
    }
}
