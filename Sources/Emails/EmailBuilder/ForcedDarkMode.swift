import CSS
import Colors

/// A dark mode that changes an email's light colours, whatever its own dark ones are.
///
/// This is an approximation, since no program documents what it does. Known are the colours that change
/// (https://www.litmus.com/blog/the-ultimate-guide-to-dark-mode-for-email-marketers), that Outlook.com keeps texts readable and
/// lets an email answer by the attributes `data-ogsc` and `data-ogsb`
/// (https://www.hteumeuleu.com/2019/dealing-with-outlook-com-s-dark-mode/), and how Microsoft's editor mirrors lightness
/// (https://github.com/microsoft/roosterjs, `getDarkColor.ts`).
package enum ForcedDarkMode: String, Hashable, Sendable, CaseIterable {
    /// Gmail on an iPhone inverts all colours; what is dark becomes light.
    case gmailIOS = "gmail-ios"
    /// Gmail on Android inverts light backgrounds and dark texts.
    case gmailAndroid = "gmail-android"
    /// Outlook.com darkens light backgrounds, and then changes the texts that cannot be read on them.
    case outlook

    /// The colour that white becomes, which is the program's own background.
    private var ground: Color {
        self == .outlook ? Color(red: 0x33, green: 0x33, blue: 0x33) : Color(red: 0x14, green: 0x14, blue: 0x14)
    }

    /// The colour with its lightness mirrored onto the range from white to the ground.
    private func mirrored(_ color: Color) -> Color {
        var mirrored = OKLCH(color)
        mirrored.lightness = 1 - mirrored.lightness * (1 - OKLCH(ground).lightness)
        return mirrored.color
    }

    private func background(_ color: Color) -> Color {
        self == .gmailIOS || OKLCH(color).lightness > 0.5 ? mirrored(color) : color
    }

    private func text(_ color: Color, on background: Color) -> Color {
        let changed = self == .gmailIOS || OKLCH(color).lightness < 0.5 ? mirrored(color) : color
        return self == .outlook ? Contrast.readable(changed, on: [background], ratio: Contrast.text) : changed
    }

    // MARK: - Documents

    /// A document in light colours as the program shows it.
    func applied(to document: [HTMLNode]) -> [HTMLNode] { applied(to: document, on: ground) }

    private func applied(to nodes: [HTMLNode], on background: Color) -> [HTMLNode] {
        nodes.map { node in
            switch node {
            case .element(let element): .element(applied(to: element, on: background))
            case .styleSheet(let sheet): .styleSheet(sheet.mapped { applied(to: $0, on: ground) })
            case .text, .doctype: node
            }
        }
    }

    private func applied(to element: HTMLElement, on outer: Color) -> HTMLElement {
        var element = element
        let own = element.style.last { $0.property == "background-color" }?.value ?? element["bgcolor"]
        let background = own.flatMap { Color(hex: $0) }.map(background) ?? outer
        for index in element.attributes.indices {
            let value = element.attributes[index].value.string
            switch element.attributes[index].name {
            case "style":
                let style = element.style.map { applied(to: $0, on: background) }
                element.attributes[index].value = EmailText(style.map(\.text).joined(separator: "; "))
            case "bgcolor":
                element.attributes[index].value = EmailText(Color(hex: value).map(self.background)?.hex ?? value)
            default: break
            }
        }
        if element.name == "html" {
            element.attributes += [
                .init(
                    name: "style", value: EmailText("background-color: \(ground.hex); color: \(mirrored(.black).hex)"))
            ]
            if self == .outlook {
                element.attributes += ["data-ogsc", "data-ogsb"].map { .init(name: $0, value: EmailText()) }
            }
        }
        element.children = applied(to: element.children, on: background)
        return element
    }

    private func applied(to declaration: CSSDeclaration, on background: Color) -> CSSDeclaration {
        declaration.mapped { word in
            guard let color = Color(hex: word) else { return word }
            return (declaration.property == "color" ? text(color, on: background) : self.background(color)).hex
        }
    }
}
