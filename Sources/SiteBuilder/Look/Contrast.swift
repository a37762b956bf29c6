package import SiteModel

/// Contrast as WCAG 2.2 measures it (success criteria 1.4.3 and 1.4.11).
package enum Contrast {
    /// What text needs.
    package static let text = 4.5
    /// What the outline of a control and a picture with a meaning need.
    static let outline = 3.0
    /// What a filled button in the dark needs to stand out from its card.
    static let shape = 3.5

    /// From 1, no difference, to 21, black on white.
    package static func ratio(_ a: Color, _ b: Color) -> Double {
        let (first, second) = (luminance(a), luminance(b))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The smallest ratio of a colour to any of several grounds.
    static func ratio(_ color: Color, on grounds: [Color]) -> Double {
        grounds.map { ratio(color, $0) }.min() ?? 21
    }

    static func luminance(_ color: Color) -> Double {
        let (red, green, blue) = color.linear
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The colour itself where it reaches a ratio on every ground; else the nearest of the same hue that does.
    ///
    /// Lightness moves, down or up, whichever is the shorter way; chroma gives way where a screen cannot show it. Where
    /// neither way gets there, because the grounds are too far apart, the better of black and white is left.
    static func readable(_ color: Color, on grounds: [Color], ratio goal: Double) -> Color {
        if ratio(color, on: grounds) >= goal { return color }
        let start = OKLCH(color)
        let ways = [0.0, 1.0].compactMap { end -> OKLCH? in
            var near = start.lightness
            var far = end
            func moved(_ lightness: Double) -> OKLCH {
                OKLCH(lightness: lightness, chroma: start.chroma, hue: start.hue)
            }
            guard ratio(moved(far).color, on: grounds) >= goal else { return nil }
            for _ in 0..<14 {
                let middle = (near + far) / 2
                if ratio(moved(middle).color, on: grounds) >= goal { far = middle } else { near = middle }
            }
            return moved(far)
        }
        let nearest = ways.min { abs($0.lightness - start.lightness) < abs($1.lightness - start.lightness) }
        return nearest?.color ?? ink(on: grounds, hue: start.hue)
    }

    /// Black or white, whichever reads; a black with a trace of the hue where that reads too.
    static func ink(on grounds: [Color], hue: Double) -> Color {
        let tinted = Color(lightness: 0.2, chroma: 0.03, hue: hue)
        if ratio(tinted, on: grounds) >= text { return tinted }
        return ratio(.white, on: grounds) > ratio(.black, on: grounds) ? .white : .black
    }
}
