internal import CLibrary

/// A colour in OKLCH, a perceptually uniform colour space: CSS Color 4, section 9, with Ottosson's matrices.
package struct OKLCH: Hashable, Sendable {
    /// The lightness, from 0 (black) to 1 (white).
    package var lightness: Double
    /// The chroma, 0 for grey; colours inside the sRGB gamut have less than 0.37.
    package var chroma: Double
    /// The hue, in radians.
    package var hue: Double
}

extension OKLCH {
    package init(_ color: Color) {
        let (red, green, blue) = color.linear
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        let a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        let b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        chroma = hypot(a, b)
        hue = atan2(b, a)
    }

    /// The nearest sRGB colour of the same lightness and hue; chroma is reduced as far as necessary.
    package var color: Color {
        if let linear = inGamut { return Color(linear: linear) }
        var low = self
        low.chroma = 0
        var step = chroma
        // Twelve halvings give a 4,000th of the range, which is finer than 8 bits per channel.
        for _ in 0..<12 {
            step /= 2
            var next = low
            next.chroma += step
            if next.inGamut != nil { low = next }
        }
        return Color(linear: low.linear)
    }

    private var linear: (Double, Double, Double) {
        let a = chroma * cos(hue)
        let b = chroma * sin(hue)
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return (
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }

    private var inGamut: (Double, Double, Double)? {
        let (red, green, blue) = linear
        let range = -0.0001...1.0001
        return range.contains(red) && range.contains(green) && range.contains(blue) ? (red, green, blue) : nil
    }

    private func cube(_ value: Double) -> Double { value * value * value }
}

extension Color {
    /// The channels in linear light by sRGB's transfer function, each from 0 to 1 (WCAG 2.2, "relative luminance").
    package var linear: (Double, Double, Double) {
        func linear(_ byte: UInt8) -> Double {
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return (linear(red), linear(green), linear(blue))
    }

    package init(linear: (Double, Double, Double)) {
        func byte(_ value: Double) -> UInt8 {
            let value = min(max(value, 0), 1)
            return UInt8(((value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055) * 255).rounded())
        }
        self.init(red: byte(linear.0), green: byte(linear.1), blue: byte(linear.2))
    }

    package init(lightness: Double, chroma: Double, hue: Double) {
        self = OKLCH(lightness: lightness, chroma: chroma, hue: hue).color
    }

    /// A linear interpolation to another colour by sRGB channel, as in CSS gradients.
    package func mixed(with other: Color, by share: Double) -> Color {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded())
        }
        return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    package static let white = Color(red: 255, green: 255, blue: 255)
    package static let black = Color(red: 0, green: 0, blue: 0)
}
