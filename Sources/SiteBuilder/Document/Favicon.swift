import SiteModel

/// The little picture in a browser's tab: the app's first letter on its accent, inside the page itself.
struct Favicon: Sendable {
    private let letter: String
    private let accent: Color

    init(_ app: App) {
        letter = app.title.first.map { $0.uppercased() } ?? ""
        accent = app.theme.accent
    }

    /// A `data:` address.
    var address: String {
        let ink = Contrast.ink(on: [accent], hue: OKLCH(accent).hue)
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>"
            + "<rect width='16' height='16' rx='4' fill='\(accent.hex)'/>"
            + "<text x='8' y='12' font-family='sans-serif' font-weight='700' font-size='11' text-anchor='middle' "
            + "fill='\(ink.hex)'>\(escaped(letter))</text></svg>"
        return "data:image/svg+xml," + Self.percentEncoded(svg)
    }

    /// What an address may not hold is encoded; the rest stays readable, and compresses.
    private static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where "-._~:/='".utf8.contains(byte):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
