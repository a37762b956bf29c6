/// What the boxes of a map contain: lines of text, and in the studio a picture of each state above them.
package struct FlowContents: Sendable {
    struct Line {
        enum Style: String { case group, title, text, mark }

        let style: Style
        let text: String
    }

    package let width = 196.0
    /// The height of the picture in a state's box; 0 for none.
    package let pictureHeight: Double

    package init(pictureHeight: Double = 0) { self.pictureHeight = pictureHeight }

    static let padding = 10.0
    static let lineHeight = 17.0

    func lines(of graph: FlowGraph, _ index: Int) -> [Line] {
        let node = graph.nodes[index]
        let marks = (graph.unvisited.contains(index) ? ["Never reached"] : []) + node.marks
        return broken(node.group, .group, size: 11, most: 1) + broken(node.title, .title, size: 13, most: 2)
            + broken(node.text, .text, size: 12, most: 2) + marks.flatMap { broken($0, .mark, size: 11, most: 4) }
    }

    private func broken(_ text: String, _ style: Line.Style, size: Double, most: Int) -> [Line] {
        FlowText.lines(text, width: width - 2 * Self.padding, size: size, most: most).map {
            Line(style: style, text: $0)
        }
    }

    func height(of graph: FlowGraph, _ index: Int) -> Double {
        picture(of: graph.nodes[index]) + Double(lines(of: graph, index).count) * Self.lineHeight + 2 * Self.padding
    }

    /// The height of the picture in a node's box.
    func picture(of node: FlowGraph.Node) -> Double { node.kind == .state ? pictureHeight : 0 }
}
