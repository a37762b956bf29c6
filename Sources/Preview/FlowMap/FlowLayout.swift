package import Diagnostics
import JSON

/// The places of a graph's boxes and arrows, in pixels from the upper left corner.
///
/// Columns are distances from the beginning of the flow. In a column, boxes keep the order of the graph, so that a new
/// state moves the others but reorders none. Graphviz's `dot` aligns the boxes and leads the arrows around them; a text
/// beside an arrow is to it a box between two columns, so that nothing covers it.
package struct FlowLayout: Sendable {
    package struct Point: Hashable, Sendable {
        package let x, y: Double
    }

    package struct Box: Hashable, Sendable {
        package let x, y, width, height: Double
    }

    struct Arrow: Sendable {
        let label: Box
        let lines: [[String]]
        /// The curves from a box to the label and on to the other: a start, and three points for each Bézier segment.
        let curves: [[Point]]
        /// The tip of the arrow.
        let tip: Point
    }

    package let width, height: Double
    /// The boxes, in the order of the graph's nodes.
    package let boxes: [Box]
    /// The arrows, in the graph's order.
    let arrows: [Arrow]

    static let labelSize = 11.0
    private static let labelWidth = 150.0
    static let labelLine = 14.0

    /// Places a graph.
    ///
    /// - Throws: a diagnostic if `dot` is missing or fails.
    package init(_ graph: FlowGraph, contents: FlowContents) throws(Diagnostic) {
        let labels = graph.arrows.map { arrow in
            arrow.transitions.map {
                FlowText.lines($0.cause, width: Self.labelWidth, size: Self.labelSize)
            }
        }
        let sizes = labels.map(Self.size)
        let source = Self.source(graph, contents: contents, labels: sizes)
        let placed = try Graphviz.layout(source)
        guard let layout = Self(placed, graph: graph, contents: contents, labels: labels, sizes: sizes) else {
            throw Graphviz.failure("'dot' placed not every box")
        }
        self = layout
    }

    private static func size(of label: [[String]]) -> (width: Double, height: Double) {
        let lines = label.flatMap(\.self)
        let width = lines.map { FlowText.width(of: $0, size: labelSize) }.max() ?? 0
        return (width + 8, Double(lines.count) * labelLine + 4)
    }

    // MARK: - For dot

    /// The graph in the language DOT. Even ranks are columns, odd ones have the labels between them.
    static func source(
        _ graph: FlowGraph, contents: FlowContents, labels: [(width: Double, height: Double)]
    ) -> String {
        // With a higher limit `dot` exchanges boxes of a column to save crossings, whatever their order is.
        var lines = [
            "digraph{rankdir=LR;splines=spline;ranksep=.3;nodesep=.22;mclimit=.01",
            "node[shape=box,fixedsize=true];edge[dir=none]",
        ]
        var ranks: [Int: [String]] = [:]
        for index in graph.nodes.indices {
            ranks[2 * graph.distances[index], default: []].append("n\(index)")
            lines.append("n\(index)[\(inches(contents.width, contents.height(of: graph, index)))]")
        }
        let columns = ranks
        for (index, arrow) in graph.arrows.enumerated() {
            let (from, to) = (2 * graph.distances[arrow.from], 2 * graph.distances[arrow.to])
            // The label is beside the box that the arrow leaves, on the side to which it goes.
            let rank = from <= to ? from + 1 : from - 1
            ranks[rank, default: []].append("e\(index)")
            lines.append("e\(index)[\(inches(labels[index].width, labels[index].height))]")
            // Edges lead to the right, whatever the direction of the arrow is.
            lines.append(
                from < rank ? "n\(arrow.from)->e\(index)[id=t\(index)]" : "e\(index)->n\(arrow.from)[id=t\(index)]")
            lines.append(rank < to ? "e\(index)->n\(arrow.to)[id=h\(index)]" : "n\(arrow.to)->e\(index)[id=h\(index)]")
        }
        let last = ranks.keys.max() ?? 0
        for rank in 0...last {
            let all = ["c\(rank)"] + (ranks[rank] ?? [])
            lines.append("{rank=same;c\(rank)[style=invis,width=.01,height=.01];\(all.joined(separator: ";"))}")
            if rank > 0 { lines.append("c\(rank - 1)->c\(rank)[style=invis,weight=0]") }
            let column = columns[rank] ?? []
            lines += zip(column, column.dropFirst()).map { "\($0)->\($1)[style=invis]" }
        }
        return lines.joined(separator: "\n") + "}\n"
    }

    private static func inches(_ width: Double, _ height: Double) -> String {
        "width=\(width / 72),height=\(height / 72)"
    }

    // MARK: - From dot

    private init?(
        _ placed: JSONValue, graph: FlowGraph, contents: FlowContents, labels: [[[String]]],
        sizes: [(width: Double, height: Double)]
    ) {
        let frame = Self.numbers(placed["bb"]?.string ?? "")
        guard frame.count == 4 else { return nil }
        let margin = 16.0
        let height = frame[3] + 2 * margin
        // The y axis of `dot` points up.
        func point(_ text: some StringProtocol) -> Point? {
            let numbers = Self.numbers(String(text))
            return numbers.count == 2 ? Point(x: numbers[0] + margin, y: height - margin - numbers[1]) : nil
        }
        func places(_ member: String, named key: String) -> [String: String] {
            let found = (placed[member]?.array ?? []).compactMap { entry in
                entry[key]?.string.flatMap { name in entry["pos"]?.string.map { (name, $0) } }
            }
            return Dictionary(found) { first, _ in first }
        }
        let centres = places("objects", named: "name").compactMapValues(point)
        let curves = places("edges", named: "id")
        func box(_ name: String, _ width: Double, _ height: Double) -> Box? {
            centres[name].map { Box(x: $0.x - width / 2, y: $0.y - height / 2, width: width, height: height) }
        }
        func curve(_ name: String, isReversed: Bool) -> [Point]? {
            let points = (curves[name] ?? "").split(separator: " ").compactMap(point)
            guard points.count >= 4, points.count % 3 == 1 else { return nil }
            return isReversed ? points.reversed() : points
        }
        boxes = graph.nodes.indices.compactMap { box("n\($0)", contents.width, contents.height(of: graph, $0)) }
        arrows = graph.arrows.enumerated().compactMap { index, arrow in
            let (from, to) = (graph.distances[arrow.from], graph.distances[arrow.to])
            guard let label = box("e\(index)", sizes[index].width, sizes[index].height),
                let tail = curve("t\(index)", isReversed: from > to),
                let head = curve("h\(index)", isReversed: from >= to), let tip = head.last
            else { return nil }
            return Arrow(label: label, lines: labels[index], curves: [tail, head], tip: tip)
        }
        width = frame[2] + 2 * margin
        self.height = height
        guard boxes.count == graph.nodes.count, arrows.count == graph.arrows.count else { return nil }
    }

    private static func numbers(_ text: String) -> [Double] { text.split(separator: ",").compactMap { Double($0) } }
}
