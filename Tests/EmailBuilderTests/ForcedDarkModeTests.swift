import CSS
import Colors
import Diagnostics
import Testing

@testable import EmailBuilder

@Suite struct ForcedDarkModeTests {
    /// A document with a text on a coloured panel.
    private func document(text: String, panel: String) -> [HTMLNode] {
        let place = SourceLocation(file: "", line: 1, column: 1)
        let inner = HTMLElement(
            name: "td",
            attributes: [
                .init(name: "bgcolor", value: EmailText(panel)),
                .init(name: "style", value: EmailText("background-color: \(panel); color: \(text); font-size: 16px")),
            ], children: [.text(EmailText("Hello"))], template: place)
        return [.element(HTMLElement(name: "html", children: [.element(inner)], template: place))]
    }

    private func colors(_ mode: ForcedDarkMode, text: String, panel: String) throws -> (text: Color, panel: Color) {
        let changed = mode.applied(to: document(text: text, panel: panel))
        let cell = try #require(changed.elements.first { $0.name == "td" })
        let style = Dictionary(cell.style.map { ($0.property, $0.value) }) { $1 }
        #expect(cell["bgcolor"] == style["background-color"] && style["font-size"] == "16px")
        return (
            try #require(Color(hex: style["color"] ?? "")), try #require(Color(hex: style["background-color"] ?? ""))
        )
    }

    @Test("black on white becomes light on the program's dark", arguments: ForcedDarkMode.allCases)
    func ordinary(mode: ForcedDarkMode) throws {
        let shown = try colors(mode, text: "#000000", panel: "#FFFFFF")
        #expect(shown.text == .white)
        #expect(shown.panel == (mode == .outlook ? Color(hex: "#333333") : Color(hex: "#141414")))
    }

    @Test(
        "an email that is dark already becomes light in Gmail on an iPhone only",
        arguments: [(.gmailIOS, true), (.gmailAndroid, false), (.outlook, false)] as [(ForcedDarkMode, Bool)])
    func darkAlready(mode: ForcedDarkMode, becomesLight: Bool) throws {
        let shown = try colors(mode, text: "#F2F2F4", panel: "#141416")
        #expect((Contrast.luminance(shown.panel) > Contrast.luminance(shown.text)) == becomesLight)
    }

    @Test("Outlook.com keeps a text readable on what it darkens", arguments: ["#0A7A3B", "#8A4B00", "#777777"])
    func readable(text: String) throws {
        let shown = try colors(.outlook, text: text, panel: "#F4F0E8")
        #expect(Contrast.ratio(shown.text, shown.panel) >= Contrast.text)
    }

    @Test("a hue stays as it is", arguments: ["#1155CC", "#D4AF37"])
    func hue(panel: String) throws {
        let shown = try colors(.gmailIOS, text: "#FFFFFF", panel: panel)
        let (before, after) = (OKLCH(try #require(Color(hex: panel))), OKLCH(shown.panel))
        #expect(abs(before.hue - after.hue) < 0.1)
    }

    @Test("the email's own dark colours count in Outlook.com only, by its attributes")
    func ownColors() throws {
        let rendered = try Samples.render("reset-password", of: "artitec")
        let texts = ForcedDarkMode.allCases.map { rendered.html(isDark: nil, forced: $0) }
        #expect(texts.allSatisfy { !$0.contains("prefers-color-scheme: dark") })
        #expect(texts.map { $0.contains("data-ogsc=\"\"") } == [false, false, true])
    }

    @Test("text at 200 % has twice the size and the height of its lines, and nothing else changes")
    func textSize() throws {
        let rendered = try Samples.render("reset-password", of: "artitec")
        let (plain, large) = (rendered.html(isDark: false), rendered.html(isDark: false, textSize: 200))
        #expect(plain.contains("font-size: 16px; line-height: 20px"))
        #expect(large.contains("font-size: 32px; line-height: 40px") && !large.contains("font-size: 16px"))
        #expect(large.contains("padding: 14px 28px"))
    }
}
