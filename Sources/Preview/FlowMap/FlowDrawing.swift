import TemplateFiles
import TextEncoding

/// Maps of apps as one picture: SVG 1.1 without scripts, with its text as text.
package struct FlowDrawing {
    package struct Map {
        let graph: FlowGraph
        let contents: FlowContents
        let layout: FlowLayout

        package init(_ graph: FlowGraph, contents: FlowContents = FlowContents(), layout: FlowLayout) {
            self.graph = graph
            self.contents = contents
            self.layout = layout
        }
    }

    let maps: [Map]
    /// The app whose states and transitions the picture links to in the studio; nil for a picture without links, which
    /// has its own style sheet.
    let studioApp: String?

    package init(_ maps: [Map], studioApp: String? = nil) {
        self.maps = maps
        self.studioApp = studioApp
    }

    /// The room above a map for the app's name.
    private var headingHeight: Double { studioApp == nil ? 48 : 0 }

    package var svg: String {
        let width = maps.map(\.layout.width).max() ?? 0
        let height = maps.map { $0.layout.height + headingHeight }.reduce(0, +)
        let size = "width=\"\(number(width))\" height=\"\(number(height))\""
        let box = "viewBox=\"0 0 \(number(width)) \(number(height))\""
        let names = maps.map(\.graph.name).joined(separator: ", ")
        var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" \(size) \(box) role=\"group\" "
        svg += "aria-labelledby=\"map-title\" aria-describedby=\"map-text\">\n"
        svg += element("title", "The flow of \(names)", "id=\"map-title\"")
        svg += element("desc", description, "id=\"map-text\"")
        if studioApp == nil {
            svg += "<style>\(Self.style)</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
        }
        svg += "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
        svg += "orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker>\n"
        var top = 0.0
        for map in maps {
            svg += "<g transform=\"translate(0 \(number(top)))\">\n"
            if studioApp == nil { svg += text(map.graph.name, x: 16, y: 36, "heading") }
            svg += "<g transform=\"translate(0 \(number(headingHeight)))\">\n" + drawing(map) + "</g>\n</g>\n"
            top += map.layout.height + headingHeight
        }
        return svg + "</svg>\n"
    }

    private static var style: String {
        let file = EmbeddedTemplates.files.first { $0.path == "studio/map.css" }
        return String(decoding: file?.bytes ?? [], as: UTF8.self)
    }

    private var description: String {
        maps.map { map in
            let states = map.graph.nodes.filter { $0.kind == .state }.count
            return "\(map.graph.name) has \(states) states and \(map.graph.transitions.count) transitions."
        }.joined(separator: " ")
    }

    private func drawing(_ map: Map) -> String {
        let boxes = map.graph.nodes.indices.map { box(map, $0) }.joined()
        let arrows = map.graph.arrows.indices.map { arrow(map, $0) }.joined()
        return "<g role=\"list\" aria-label=\"States\">\n\(boxes)</g>\n"
            + "<g role=\"list\" aria-label=\"Transitions\">\n\(arrows)</g>\n"
    }

    private func box(_ map: Map, _ index: Int) -> String {
        let node = map.graph.nodes[index]
        let place = map.layout.boxes[index]
        let isMarked = !node.marks.isEmpty || map.graph.unvisited.contains(index)
        let names = [
            node.kind.rawValue, isMarked ? "marked" : nil, map.graph.unvisited.contains(index) ? "unvisited" : nil,
        ]
        var inside =
            "<rect x=\"\(number(place.x))\" y=\"\(number(place.y))\" width=\"\(number(place.width))\" "
            + "height=\"\(number(place.height))\" rx=\"\(node.kind == .exit || node.kind == .link ? 18 : 8)\"/>\n"
        var y = place.y + map.contents.picture(of: node) + FlowContents.padding + 12
        for line in map.contents.lines(of: map.graph, index) {
            inside += text(line.text, x: place.x + FlowContents.padding, y: y, line.style.rawValue)
            y += FlowContents.lineHeight
        }
        let parts = node.id.split(separator: ":", maxSplits: 1).last ?? ""
        if let studioApp, node.kind == .state { inside = link("#/pages/\(studioApp)/\(parts)", inside) }
        return "<g role=\"listitem\" class=\"node \(names.compactMap(\.self).joined(separator: " "))\" "
            + "data-node=\"\(MarkupEscaping.escape(node.id))\">\n\(inside)</g>\n"
    }

    private func arrow(_ map: Map, _ index: Int) -> String {
        let arrow = map.graph.arrows[index]
        let place = map.layout.arrows[index]
        let isPossible = arrow.transitions.contains(where: \.isPossible)
        let (from, to) = (map.graph.nodes[arrow.from], map.graph.nodes[arrow.to])
        let causes = arrow.transitions.map(\.cause).joined(separator: "; ")
        let name = "From \(from.title) to \(to.title): \(causes)"
        var inside = ""
        for (number, curve) in place.curves.enumerated() {
            inside += "<path d=\"\(path(curve))\"\(number > 0 ? " marker-end=\"url(#tip)\"" : "")/>\n"
        }
        var y = place.label.y + 12
        for (transition, lines) in zip(arrow.transitions, place.lines) {
            var words = ""
            for line in lines {
                words += text(
                    line, x: place.label.x + place.label.width / 2, y: y,
                    transition.isPossible ? "cause" : "cause never")
                y += FlowLayout.labelLine
            }
            if let studioApp, let condition = transition.condition {
                let state = from.id.split(separator: ":", maxSplits: 1).last ?? ""
                words = link("#/pages/\(studioApp)/\(state)/\(condition)", words)
            }
            inside += words
        }
        return "<g role=\"listitem\" aria-label=\"\(MarkupEscaping.escape(name))\" "
            + "data-from=\"\(MarkupEscaping.escape(from.id))\" "
            + "class=\"arrow\(isPossible ? "" : " never")\">\n\(inside)</g>\n"
    }

    // MARK: - Markup

    private func path(_ points: [FlowLayout.Point]) -> String {
        let texts = points.map { "\(number($0.x)) \(number($0.y))" }
        return "M\(texts.first ?? "")C\(texts.dropFirst().joined(separator: " "))"
    }

    private func link(_ address: String, _ inside: String) -> String {
        "<a href=\"\(MarkupEscaping.escape(address))\">\n\(inside)</a>\n"
    }

    private func text(_ words: String, x: Double, y: Double, _ style: String) -> String {
        element("text", words, "class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\"")
    }

    private func element(_ name: String, _ words: String, _ attributes: String) -> String {
        "<\(name) \(attributes)>\(MarkupEscaping.escape(words))</\(name)>\n"
    }

    /// A number with at most one decimal.
    private func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
    }
}
