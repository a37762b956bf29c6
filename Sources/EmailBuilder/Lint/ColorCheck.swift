import SiteBuilder
import SiteModel

/// The contrast of every text of a mail with what lies behind it, in the light and in the dark.
struct ColorCheck {
    /// A text that is hard to read.
    struct Finding: Hashable {
        let text: String
        let color: Color
        let ground: Color
        let isDark: Bool

        var ratio: Double { Contrast.ratio(color, ground) }
    }

    let markup: EmailMarkup

    var findings: [Finding] {
        let dark = darkColors
        var seen = Set<Finding>()
        return [[:], dark].enumerated().flatMap { index, overrides -> [Finding] in
            if index == 1, overrides.isEmpty { return [] }
            return markup.texts.compactMap { finding($0.text, in: $0.element, overrides, isDark: index == 1) }
        }.filter { seen.insert($0).inserted }
    }

    private func finding(
        _ text: String, in index: Int, _ overrides: [String: [String: Color]], isDark: Bool
    ) -> Finding? {
        let path = markup.elements[index].ancestors + [index]
        guard !path.contains(where: { isHidden(markup.elements[$0]) }) else { return nil }
        var color = Color(red: 0, green: 0, blue: 0)
        var ground = Color(red: 255, green: 255, blue: 255)
        for element in path.map({ markup.elements[$0] }) {
            color = value(of: "color", element, overrides) ?? color
            ground = value(of: "background-color", element, overrides) ?? ground
        }
        guard Contrast.ratio(color, ground) < Contrast.text else { return nil }
        return Finding(text: String(text.prefix(40)), color: color, ground: ground, isDark: isDark)
    }

    private func value(
        of property: String, _ element: EmailMarkup.Element, _ overrides: [String: [String: Color]]
    ) -> Color? {
        for name in element.classes {
            if let color = overrides[name]?[property] { return color }
        }
        return element.value(of: property).flatMap { Color(hex: $0) }
    }

    /// What nobody is meant to see: the document's head, and the preheader.
    private func isHidden(_ element: EmailMarkup.Element) -> Bool {
        ["head", "title", "style"].contains(element.name) || element.value(of: "display") == "none"
    }

    /// What the style sheet gives to classes in the dark.
    private var darkColors: [String: [String: Color]] {
        var colors: [String: [String: Color]] = [:]
        guard let start = Self.range(of: "prefers-color-scheme: dark", in: markup.styleSheet),
            let open = markup.styleSheet[start...].firstIndex(of: "{")
        else { return [:] }
        var rest = markup.styleSheet[markup.styleSheet.index(after: open)...]
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}"), open < close {
            let selectors = rest[..<open].split(separator: ",")
            let body = rest[rest.index(after: open)..<close]
            for selector in selectors {
                let name = selector.filter { !$0.isWhitespace }
                guard name.first == "." else { continue }
                for (property, value) in EmailMarkup.declarations(body) {
                    let plain = value.split(separator: " ").first.map(String.init) ?? ""
                    colors[String(name.dropFirst()), default: [:]][property] = Color(hex: plain)
                }
            }
            rest = rest[rest.index(after: close)...]
        }
        return colors
    }

    private static func range(of piece: String, in text: String) -> String.Index? {
        text.indices.first { text[$0...].hasPrefix(piece) }
    }
}
