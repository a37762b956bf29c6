import Diagnostics
import SiteBuilder
import SiteModel

/// The contrast of every text of an email with what lies behind it, in light and in dark mode.
struct ColorCheck {
    /// A text that is hard to read.
    struct Finding: Hashable {
        let text: String
        let color: Color
        let ground: Color
        let isDark: Bool
        /// The element that the text is in.
        let element: HTMLElement

        var ratio: Double { Contrast.ratio(color, ground) }
    }

    /// The colours at one place of the document.
    private struct Colors {
        var color = Color(red: 0, green: 0, blue: 0)
        var ground = Color(red: 255, green: 255, blue: 255)
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
                guard let parent, !text.isBlank, Contrast.ratio(colors.color, colors.ground) < Contrast.text else {
                    return []
                }
                let shown = text.trimmed.string
                return [
                    Finding(
                        text: shown.count > 40 ? shown.prefix(40) + "…" : shown, color: colors.color,
                        ground: colors.ground, isDark: dark != nil, element: parent)
                ]
            case .element(let element):
                guard !isHidden(element) else { return [] }
                var inside = colors
                inside.color = value(of: "color", element, dark) ?? colors.color
                inside.ground = value(of: "background-color", element, dark) ?? colors.ground
                return findings(element.children, element, inside, dark)
            case .styleSheet, .doctype: return []
            }
        }
    }

    private func value(of property: String, _ element: HTMLElement, _ dark: [String: [String: String]]?) -> Color? {
        for name in element.classes {
            if let color = dark?[name]?[property].flatMap({ Color(hex: $0) }) { return color }
        }
        return element.style(property).flatMap { Color(hex: $0) }
    }

    /// What nobody is meant to see: the document's head, and the preheader.
    private func isHidden(_ element: HTMLElement) -> Bool {
        element.name == "head" || element.style("display") == "none"
    }
}

extension [HTMLNode] {
    /// Every element, in document order.
    var elements: [HTMLElement] {
        flatMap { node -> [HTMLElement] in
            if case .element(let element) = node { [element] + element.children.elements } else { [] }
        }
    }

    /// Every style sheet.
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
