import Branding
import Colors
import SiteModel
import Testing

@Suite struct PaletteTests {
    /// Foregrounds, backgrounds, and the minimum contrast ratio of each pair.
    private static let pairs: [(String, String, Double)] = [
        ("ink", "card", 4.5), ("ink", "fill", 4.5), ("muted", "card", 4.5), ("muted", "fill", 4.5),
        ("link", "card", 4.5), ("link", "fill", 4.5), ("error", "card", 4.5), ("error", "wash", 4.5),
        ("on-accent", "accent", 4.5), ("edge", "card", 3), ("edge", "fill", 3), ("good", "fill", 3),
    ]

    @Test("with any colours of an app, everything on its pages has enough contrast")
    func everyAccent() throws {
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let accent = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    try check(Theme(accent: accent, background: [accent], error: accent))
                }
            }
        }
    }

    private func check(_ theme: Theme) throws {
        for scheme in Palette.Scheme.allCases {
            let values = Dictionary(
                uniqueKeysWithValues: Palette(theme, scheme: scheme).properties.map { ($0.name, $0.value) })
            let pairs = Self.pairs + [("on-page", "page", 4.5), ("on-seal", "seal", 4.5)]
            for (text, ground, goal) in pairs {
                let (front, back) = (
                    try #require(values[text].flatMap(Color.init(hex:))),
                    try #require(values[ground].flatMap(Color.init(hex:)))
                )
                #expect(
                    Contrast.ratio(front, back) >= goal,
                    "\(theme.accent.hex) \(scheme): \(text) \(front.hex) on \(ground) \(back.hex)")
            }
        }
    }

    @Test("Artitec's colours are those of its specification, with text adjusted for contrast")
    func artitec() throws {
        try expectGolden("artitec-colours.txt", is: try colours(of: Samples.artitec().theme))
    }

    @Test(
        "errors have another hue than the focused field",
        arguments: ["artitec", "auth-navigation", "creators", "fetchnews", "recruiting-compass"])
    func hues(app: String) throws {
        let theme = try Samples.app(named: app).theme
        let distance = abs(OKLCH(theme.error ?? Palette.error).hue - OKLCH(theme.accent).hue) * 180 / .pi
        #expect(min(distance, 360 - distance) > 20)
    }

    @Test(
        "a button with a gradient is readable over its whole width",
        arguments: ["#FFFFFF", "#000000", "#C5A028", "#7A1FA2"])
    func gradient(end: String) throws {
        var theme = Theme(accent: try #require(Color(hex: "#D4AF37")))
        theme.accentEnd = Color(hex: end)
        for scheme in Palette.Scheme.allCases {
            let values = Dictionary(
                uniqueKeysWithValues: Palette(theme, scheme: scheme).properties.map { ($0.name, $0.value) })
            let button = try #require(values["button"])
            let ink = try #require(values["on-accent"].flatMap(Color.init(hex:)))
            let last = try #require(Color(hex: String(button.dropLast().suffix(7))))
            #expect(Contrast.ratio(ink, last) >= Contrast.text, "\(end) \(scheme)")
        }
    }

    private func colours(of theme: Theme) -> String {
        Palette.Scheme.allCases.map { scheme in
            let palette = Palette(theme, scheme: scheme)
            let moves = palette.moves.map { "moved \($0.role.rawValue): \($0.from.hex) → \($0.to.hex)\n" }
            return "\(scheme)\n" + palette.properties.map { "  \($0.name): \($0.value)\n" }.joined() + moves.joined()
        }.joined(separator: "\n")
    }
}
