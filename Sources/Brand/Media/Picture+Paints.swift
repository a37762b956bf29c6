internal import CSS
internal import Diagnostics

extension Picture {
    /// The colours with which an SVG picture is painted, as written; nil if they are not plain to see, as with gradients,
    /// style sheets and shapes that are used elsewhere, and for a PNG.
    package var paints: Set<String>? {
        guard format == .svg else { return nil }
        var painted: Set<String> = []
        // A shape is black unless it or an element around it says otherwise (SVG 2, section 13.3).
        var inherited = [(fill: "black", stroke: "none")]
        for event in XMLEvents(SourceText(file: "", bytes: bytes)).events {
            switch event.kind {
            case .start(let name, let attributes):
                let style = attributes.filter { $0.name.local == "style" }.flatMap { CSSDeclaration.list($0.value) }
                func value(_ property: String, else inherited: String) -> String {
                    style.last { $0.property == property }?.value
                        ?? attributes.first { $0.name.local == property }?.value ?? inherited
                }
                guard let around = inherited.last, !Self.indirect.contains(name.local),
                    !attributes.contains(where: { $0.name.local == "class" })
                else { return nil }
                let own = (value("fill", else: around.fill), value("stroke", else: around.stroke))
                if Self.shapes.contains(name.local) { painted.formUnion([own.0, own.1]) }
                inherited.append(own)
            case .end: inherited.removeLast()
            default: continue
            }
        }
        return painted.subtracting(["none", "transparent"])
    }

    private static let shapes: Set = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"]
    private static let indirect: Set = [
        "style", "use", "symbol", "defs", "linearGradient", "radialGradient", "pattern", "mask", "clipPath", "filter",
    ]
}
