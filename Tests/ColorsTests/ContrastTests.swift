import Colors
import Testing

@Suite struct ContrastTests {
    private func color(_ hex: String) throws -> Color { try #require(Color(hex: hex)) }

    @Test(
        "a contrast ratio is the one that WCAG defines",
        arguments: [
            ("#000000", "#FFFFFF", 21.0), ("#FFFFFF", "#FFFFFF", 1), ("#767676", "#FFFFFF", 4.54),
            ("#777777", "#FFFFFF", 4.48), ("#0000FF", "#FFFFFF", 8.59), ("#FF0000", "#FFFFFF", 4.0),
            ("#00FF00", "#FFFFFF", 1.37), ("#D4AF37", "#FFFFFF", 2.1), ("#FF0000", "#0000FF", 2.15),
        ])
    func ratio(a: String, b: String, expected: Double) throws {
        let ratio = Contrast.ratio(try color(a), try color(b))
        #expect(abs(ratio - expected) < 0.006)
        #expect(ratio == Contrast.ratio(try color(b), try color(a)))
    }

    @Test(
        "a colour's OKLCH values are those of CSS Color 4",
        arguments: [
            ("#FF0000", 0.628, 0.2577, 29.23), ("#00FF00", 0.8664, 0.2948, 142.5), ("#0000FF", 0.452, 0.3132, 264.05),
            ("#D4AF37", 0.7665, 0.1387, 91.06), ("#663399", 0.4403, 0.1603, 303.37),
        ])
    func oklch(hex: String, lightness: Double, chroma: Double, degrees: Double) throws {
        let value = OKLCH(try color(hex))
        #expect(abs(value.lightness - lightness) < 0.001)
        #expect(abs(value.chroma - chroma) < 0.001)
        let hue = value.hue * 180 / .pi
        #expect(abs((hue < 0 ? hue + 360 : hue) - degrees) < 0.1)
        #expect(value.color.hex == hex)
    }

    @Test("a colour with enough contrast is unchanged")
    func unmoved() throws {
        let blue = try color("#0A5FD6")
        #expect(Contrast.readable(blue, on: [.white], ratio: Contrast.text) == blue)
    }

    @Test(
        "a colour without enough contrast changes in lightness, just far enough, and keeps its hue",
        arguments: ["#D4AF37", "#FF3B30", "#34C759", "#00FFFF", "#FFFF00", "#FF9999", "#8E8E93"])
    func moved(hex: String) throws {
        let from = try color(hex)
        for ground in [Color.white, try color("#1B1913")] where Contrast.ratio(from, ground) < Contrast.text {
            let to = Contrast.readable(from, on: [ground], ratio: Contrast.text)
            let ratio = Contrast.ratio(to, ground)
            #expect(ratio >= Contrast.text && ratio < 4.6, "\(hex) → \(to.hex)")
            let (before, after) = (OKLCH(from), OKLCH(to))
            if after.chroma > 0.03 {
                #expect(abs(before.hue - after.hue) < 0.03, "\(hex) → \(to.hex)")
            }
        }
    }

    @Test(
        "the ink on a colour is the readable one",
        arguments: [("#D4AF37", true), ("#2563EB", false), ("#111111", false)])
    func ink(hex: String, isDark: Bool) throws {
        let ground = try color(hex)
        let ink = Contrast.ink(on: [ground], hue: OKLCH(ground).hue)
        #expect((Contrast.luminance(ink) < 0.5) == isDark)
        #expect(Contrast.ratio(ink, ground) >= Contrast.text)
    }
}
