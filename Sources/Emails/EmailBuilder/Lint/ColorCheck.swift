import CSS
import Colors

/// Checks the contrast of every text of an email with its background, in light and in dark mode.
struct ColorCheck {
    /// A text with too little contrast.
    struct Finding: Hashable {
        let text: String
        let color: Color
        let background: Color
        let isDark: Bool
        let element: HTMLElement

        var ratio: Double { Contrast.ratio(color, background) }
    }

    private struct Colors {
        var color = Color.black
        var background = Color.white
    }

    let document: [HTMLNode]

    var findings: [Finding] {
        let dark = document.styleSheets.reduce(into: [:]) { colors, sheet in
            colors.merge(sheet.darkColors) { $0.merging($1) { $1 } }
        }
        return findings(document, nil, Colors(), nil) + (dark.isEmpty ? [] : findings(document, nil, Colors(), dark))
    }

    private func findings(
        _ nodes: [HTMLNode], _ parent: HTMLElement?, _ colors: Colors, _ dark: [String: [String: String]]?
    ) -> [Finding] {
        nodes.flatMap { node -> [Finding] in
            switch node {
            case .text(let text):
                guard let parent, !text.isBlank, Contrast.ratio(colors.color, colors.background) < Contrast.text else {
                    return []
                }
                let shown = text.trimmed.string
                return [
                    Finding(
                        text: shown.count > 40 ? shown.prefix(40) + "…" : shown, color: colors.color,
                        background: colors.background, isDark: dark != nil, element: parent)
                ]
            case .element(let element):
                let style = element.style
                // The document's head and the preheader are hidden.
                if element.name == "head" || style.last(where: { $0.property == "display" })?.value == "none" {
                    return []
                }
                let classes = dark == nil ? [] : element.classes
                func color(_ property: String) -> Color? {
                    let darkColor = classes.lazy.compactMap { dark?[$0]?[property].flatMap { Color(hex: $0) } }.first
                    return darkColor ?? style.last { $0.property == property }.flatMap { Color(hex: $0.value) }
                }
                var inside = colors
                func attribute(_ name: String) -> Color? { element[name].flatMap { Color(hex: $0) } }
                inside.color = color("color") ?? attribute("color") ?? colors.color
                inside.background =
                    color("background-color") ?? color("background") ?? attribute("bgcolor") ?? colors.background
                return findings(element.children, element, inside, dark)
            case .styleSheet, .doctype: return []
            }
        }
    }
}

extension [HTMLNode] {
    /// Every element, in document order.
    var elements: [HTMLElement] {
        flatMap { node -> [HTMLElement] in
            if case .element(let element) = node { [element] + element.children.elements } else { [] }
        }
    }

    var styleSheets: [EmailStyleSheet] {
        flatMap { node -> [EmailStyleSheet] in
            switch node {
            case .styleSheet(let sheet): [sheet]
            case .element(let element): element.children.styleSheets
            case .text, .doctype: []
            }
        }
    }
}
