package import Colors

/// The colours of a page in one colour scheme, derived from an app's theme with sufficient contrast.
package struct Palette: Hashable, Sendable {
    package enum Scheme: Hashable, Sendable, CaseIterable {
        case light, dark
    }

    /// A theme's colour that was replaced by a more readable one.
    package struct Move: Hashable, Sendable {
        package enum Role: String, Hashable, Sendable {
            case accent, error
        }

        package let role: Role
        package let from: Color
        package let to: Color
        package let ratio: Double
    }

    package struct Property: Hashable, Sendable {
        /// The name without its leading `--`.
        package let name: String
        package let value: String
    }

    /// The custom properties in the order of the style sheet.
    package let properties: [Property]
    package let moves: [Move]

    /// The error colour of themes without one.
    package static let error = Color(red: 0xC8, green: 0x28, blue: 0x1E)
    private static let good = Color(red: 0x1F, green: 0x8A, blue: 0x4C)

    package init(_ theme: Theme, scheme: Scheme) {
        // Greys are tinted with the background's hue, in proportion to its chroma.
        let base = OKLCH(theme.background.first ?? theme.accent)
        let hue = base.hue
        let tint = min(1, base.chroma * 10)
        func grey(_ light: (Double, Double), _ dark: (Double, Double)) -> Color {
            let (lightness, chroma) = scheme == .light ? light : dark
            return Color(lightness: lightness, chroma: chroma * tint, hue: hue)
        }
        // In the dark scheme, elevated surfaces are lighter: page, card, fields.
        let card = grey((1, 0), (0.24, 0.012))
        let fill = grey((0.965, 0.006), (0.295, 0.014))
        let ink = grey((0.22, 0.012), (0.95, 0.006))
        let surfaces = [card, fill]
        let error = theme.error ?? Self.error
        let errorSurface = card.mixed(with: error, by: scheme == .light ? 0.08 : 0.16)
        let accent =
            scheme == .light ? theme.accent : Contrast.readable(theme.accent, on: [card], ratio: Contrast.shape)
        let onAccent = Contrast.ink(on: [accent], hue: OKLCH(accent).hue)
        let accentEnd = theme.accentEnd.map { Contrast.readable($0, on: [onAccent], ratio: Contrast.text) }
        let link = Contrast.readable(theme.accent, on: surfaces, ratio: Contrast.text)
        let success = theme.success ?? Self.good
        let readableError = Contrast.readable(error, on: [card, errorSurface], ratio: Contrast.text)
        let backdrop = Backdrop(theme, scheme: scheme, plain: grey((0.965, 0.006), (0.17, 0.01)))
        // A light seal would be too bright in the dark scheme.
        let isTooBright = scheme == .dark && theme.background.contains { OKLCH($0).lightness > 0.85 }
        let hasOwnSeal = !theme.background.isEmpty && !isTooBright
        let seal =
            hasOwnSeal ? Backdrop(theme.background) : Backdrop([isTooBright ? card.mixed(with: accent, by: 0.2) : fill])

        var properties = [
            ("page", backdrop.stops[0].hex),
            ("backdrop", backdrop.image ?? "none"),
            ("on-page", backdrop.ink(hue: hue).hex),
            ("seal", seal.image ?? seal.stops[0].hex),
            (
                "on-seal",
                hasOwnSeal
                    ? seal.ink(hue: hue).hex
                    : Contrast.readable(link, on: seal.stops, ratio: Contrast.text).hex
            ),
            ("card", card.hex),
            ("rim", scheme == .light ? "transparent" : Color(lightness: 0.33, chroma: 0.014 * tint, hue: hue).hex),
            ("fill", fill.hex),
            ("ink", ink.hex),
            ("muted", Contrast.readable(grey((0.5, 0.016), (0.74, 0.012)), on: surfaces, ratio: Contrast.text).hex),
            ("line", grey((0.91, 0.008), (0.37, 0.012)).hex),
            ("edge", Contrast.readable(grey((0.7, 0.012), (0.5, 0.012)), on: surfaces, ratio: Contrast.outline).hex),
            ("accent", accent.hex),
            ("on-accent", onAccent.hex),
            ("wait", card.mixed(with: accent, by: 0.3).hex),
            ("link", link.hex),
            ("error", readableError.hex),
            ("wash", errorSurface.hex),
            ("good", Contrast.readable(success, on: surfaces, ratio: Contrast.text).hex),
            ("tint", card.mixed(with: success, by: scheme == .light ? 0.08 : 0.16).hex),
            ("accent-tint", card.mixed(with: theme.accent, by: scheme == .light ? 0.08 : 0.16).hex),
        ]
        if let accentEnd {
            properties.append(("button", "linear-gradient(to right,\(accent.hex),\(accentEnd.hex))"))
        }
        self.properties = properties.map { name, value in Property(name: name, value: value) }

        var moves: [Move] = []
        if link != theme.accent {
            moves.append(
                Move(
                    role: .accent, from: theme.accent, to: link, ratio: Contrast.ratio(theme.accent, on: surfaces)))
        }
        if let error = theme.error, readableError != error {
            moves.append(
                Move(
                    role: .error, from: error, to: readableError,
                    ratio: Contrast.ratio(error, on: [card, errorSurface])))
        }
        self.moves = moves
    }
}

/// The background of the page or of the seal: one colour, or a gradient from the top left to the bottom right.
struct Backdrop: Hashable, Sendable {
    let stops: [Color]

    init(_ stops: [Color]) {
        self.stops = stops.isEmpty ? [.white] : stops
    }

    /// The theme's background; in the dark scheme in the same hues, darker than the card and darkening towards the end.
    init(_ theme: Theme, scheme: Palette.Scheme, plain: Color) {
        guard !theme.background.isEmpty else {
            self.init([plain])
            return
        }
        guard scheme == .dark else {
            self.init(theme.background)
            return
        }
        let last = Double(max(1, theme.background.count - 1))
        self.init(
            theme.background.enumerated().map { index, stop in
                let color = OKLCH(stop)
                let falloff = 1 - 0.25 * Double(index) / last
                return Color(lightness: 0.19 * falloff, chroma: min(color.chroma, 0.06), hue: color.hue)
            })
    }

    /// The gradient in CSS; nil for a single colour.
    var image: String? {
        stops.count == 1 ? nil : "linear-gradient(to bottom right,\(stops.map(\.hex).joined(separator: ",")))"
    }

    /// The text colour with the best contrast over the whole gradient.
    func ink(hue: Double) -> Color {
        guard stops.count > 1 else { return Contrast.ink(on: stops, hue: hue) }
        let between = zip(stops, stops.dropFirst()).flatMap { first, second in
            (0...8).map { first.mixed(with: second, by: Double($0) / 8) }
        }
        return Contrast.ink(on: between, hue: hue)
    }
}
