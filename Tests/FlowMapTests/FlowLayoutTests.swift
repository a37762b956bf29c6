import SiteModel
import TemplateFiles
import Testing

@testable import FlowMap

@Suite struct FlowLayoutTests {
    /// The apps of the repository's site, and made-up flows.
    static let graphs: [FlowGraph] =
        sites + [30, 60, 100].flatMap { count in (1...2).map { .madeUp(states: count, seed: $0) } }

    private static var sites: [FlowGraph] {
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Site"
        let site = try? SiteReader.read(folder, contracts: TemplateSources.embedded.library).site
        return site?.apps.map(FlowGraph.init) ?? []
    }

    private func layout(_ graph: FlowGraph) throws -> FlowLayout { try FlowLayout(graph, contents: FlowContents()) }

    @Test("the five apps of the repository have maps")
    func apps() {
        #expect(Self.sites.count == 5)
    }

    @Test("neither boxes nor the texts of arrows overlap", arguments: graphs)
    func overlaps(graph: FlowGraph) throws {
        let layout = try layout(graph)
        let places = layout.boxes + layout.arrows.map(\.label)
        for (index, first) in places.enumerated() {
            for second in places[(index + 1)...] {
                let isApart =
                    first.x + first.width <= second.x || second.x + second.width <= first.x
                    || first.y + first.height <= second.y || second.y + second.height <= first.y
                #expect(isApart, "\(first) \(second)")
            }
            #expect(first.x >= 0 && first.y >= 0)
            #expect(first.x + first.width <= layout.width && first.y + first.height <= layout.height)
        }
    }

    @Test("an arrow leads from its box to its box, and around the others", arguments: graphs)
    func routes(graph: FlowGraph) throws {
        let layout = try layout(graph)
        for (arrow, place) in zip(graph.arrows, layout.arrows) {
            let line = Self.line(place)
            #expect(Self.distance(line[0], layout.boxes[arrow.from]) < 2)
            #expect(Self.distance(place.tip, layout.boxes[arrow.to]) < 2)
            for (index, box) in layout.boxes.enumerated() where index != arrow.from && index != arrow.to {
                let inner = FlowLayout.Box(x: box.x + 4, y: box.y + 4, width: box.width - 8, height: box.height - 8)
                let crossing = line.first { Self.distance($0, inner) == 0 }
                #expect(
                    crossing == nil,
                    "\(graph.nodes[arrow.from].id) → \(graph.nodes[arrow.to].id): \(graph.nodes[index].id)")
            }
        }
    }

    @Test("every transition is in the picture once, with its cause", arguments: graphs)
    func transitions(graph: FlowGraph) throws {
        let layout = try layout(graph)
        #expect(graph.arrows.flatMap(\.transitions).count == graph.transitions.count)
        #expect(Set(graph.arrows.flatMap(\.transitions)) == Set(graph.transitions))
        let causes = layout.arrows.flatMap(\.lines).map { $0.joined(separator: " ") }
        #expect(causes.map(Self.letters).sorted() == graph.transitions.map(\.cause).map(Self.letters).sorted())
        #expect(layout.arrows.count == Set(graph.transitions.map { "\($0.from) \($0.to)" }).count)
    }

    /// A text without what breaking it into lines changes.
    private static func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test("arrows cross one another seldom", arguments: graphs)
    func crossings(graph: FlowGraph) throws {
        let lines = try layout(graph).arrows.map(Self.line)
        var count = 0
        for (index, first) in lines.enumerated() {
            for second in lines[(index + 1)...] where Self.cross(first, second) { count += 1 }
        }
        #expect(count <= 3 * graph.arrows.count)
    }

    @Test("boxes of a column keep the graph's order", arguments: graphs)
    func order(graph: FlowGraph) throws {
        let layout = try layout(graph)
        for (_, column) in Dictionary(grouping: graph.nodes.indices, by: { graph.distances[$0] }) {
            let heights = column.map { layout.boxes[$0].y }
            #expect(heights == heights.sorted())
        }
    }

    @Test("a new state reorders no other", arguments: [30, 60, 100])
    func stability(count: Int) throws {
        let before = FlowGraph.madeUp(states: count)
        let after = FlowGraph.madeUp(states: count, added: true)
        #expect(after.nodes.count == before.nodes.count + 1)
        let (first, second) = (try layout(before), try layout(after))
        let places = Dictionary(uniqueKeysWithValues: after.nodes.enumerated().map { ($1.id, second.boxes[$0]) })
        let columns = Dictionary(grouping: before.nodes.indices) { before.distances[$0] }
        for (_, column) in columns {
            let order = column.sorted { first.boxes[$0].y < first.boxes[$1].y }.map { before.nodes[$0].id }
            let heights = order.compactMap { places[$0]?.y }
            #expect(heights == heights.sorted())
            #expect(Set(order.compactMap { places[$0]?.x }).count == 1)
        }
    }

    // MARK: - Geometry

    /// Points on the curves of an arrow, close to one another.
    private static func line(_ arrow: FlowLayout.Arrow) -> [FlowLayout.Point] {
        arrow.curves.flatMap { curve in
            stride(from: 0, to: curve.count - 1, by: 3).flatMap { start in
                (0...4).map { step in
                    let t = Double(step) / 4
                    let weights = [
                        (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t,
                    ]
                    let points = zip(weights, curve[start...])
                    return FlowLayout.Point(
                        x: points.map { $0 * $1.x }.reduce(0, +), y: points.map { $0 * $1.y }.reduce(0, +))
                }
            }
        }
    }

    /// The distance of a point from a box; 0 inside.
    private static func distance(_ point: FlowLayout.Point, _ box: FlowLayout.Box) -> Double {
        max(box.x - point.x, point.x - box.x - box.width, box.y - point.y, point.y - box.y - box.height, 0)
    }

    private static func cross(_ first: [FlowLayout.Point], _ second: [FlowLayout.Point]) -> Bool {
        func side(_ a: FlowLayout.Point, _ b: FlowLayout.Point, _ c: FlowLayout.Point) -> Bool {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
        }
        func range(_ values: some Sequence<Double>) -> ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }
        guard range(first.map(\.x)).overlaps(range(second.map(\.x))),
            range(first.map(\.y)).overlaps(range(second.map(\.y)))
        else { return false }
        return zip(first, first.dropFirst()).contains { a, b in
            zip(second, second.dropFirst()).contains { c, d in
                side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
            }
        }
    }
}

extension FlowGraph: CustomTestStringConvertible {
    /// The name in the reports of tests.
    public var testDescription: String { "\(name), \(nodes.count) boxes" }
}
