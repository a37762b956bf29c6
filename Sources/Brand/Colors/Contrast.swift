/// Contrast ratios as WCAG 2.2 defines them (success criteria 1.4.3 and 1.4.11).
package enum Contrast {
    package static let text = 4.5
    /// The minimum for the outline of a control and for meaningful graphics.
    package static let outline = 3.0
    /// The minimum for a filled button against its card in the dark scheme.
    package static let shape = 3.5

    /// The contrast ratio of two colours, from 1 (none) to 21 (black on white).
    package static func ratio(_ a: Color, _ b: Color) -> Double {
        let (first, second) = (luminance(a), luminance(b))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The lowest contrast ratio of a colour on several backgrounds.
    package static func ratio(_ color: Color, on grounds: [Color]) -> Double {
        grounds.map { ratio(color, $0) }.min() ?? 21
    }

    package static func luminance(_ color: Color) -> Double {
        let (red, green, blue) = color.linear
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The colour itself if it has a contrast ratio on every background; otherwise the nearest colour of its hue that
    /// does.
    ///
    /// Lightness is changed in the direction that needs less change; chroma is reduced where a colour is out of gamut.
    /// If neither direction reaches the ratio because the backgrounds differ too much, the result is `ink`.
    package static func readable(_ color: Color, on grounds: [Color], ratio goal: Double) -> Color {
        if ratio(color, on: grounds) >= goal { return color }
        let start = OKLCH(color)
        let candidates = [0.0, 1.0].compactMap { end -> OKLCH? in
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
        let nearest = candidates.min { abs($0.lightness - start.lightness) < abs($1.lightness - start.lightness) }
        return nearest?.color ?? ink(on: grounds, hue: start.hue)
    }

    /// A readable black or white on several backgrounds; a black tinted with the hue if that is readable.
    package static func ink(on grounds: [Color], hue: Double) -> Color {
        let tinted = Color(lightness: 0.2, chroma: 0.03, hue: hue)
        if ratio(tinted, on: grounds) >= text { return tinted }
        return ratio(.white, on: grounds) > ratio(.black, on: grounds) ? .white : .black
    }
}
