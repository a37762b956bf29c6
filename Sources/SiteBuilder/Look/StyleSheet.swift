import Diagnostics
import Release
import SiteModel

/// Everything that a page's one `<style>` holds.
struct StyleSheet: Hashable, Sendable {
    let text: String

    /// The app's colours as custom properties, then the stylesheet of the templates.
    init(theme: Theme, scheme: Appearance.Scheme, rules: String) {
        let light = Palette(theme, scheme: .light)
        let dark = Palette(theme, scheme: .dark)
        // Fields and buttons are rounded less than the card that holds them, so that their corners look concentric.
        let shape = [("radius", "\(theme.radius)px"), ("inner", "\((theme.radius * 3 + 2) / 5)px")]
        switch scheme {
        case .light: text = Self.root(shape + light.properties) + rules
        case .dark: text = Self.root(shape + dark.properties) + rules
        case .system:
            let changed = zip(light.properties, dark.properties).filter { $0.value != $1.value }.map(\.1)
            text =
                Self.root(shape + light.properties)
                + "@media(prefers-color-scheme:dark){\(Self.root(changed))}" + rules
        }
    }

    /// As a Content-Security-Policy names it (CSP 3, section 2.3.1).
    var source: String { "'sha256-\(Digest.base64(Digest.sha256(Array(text.utf8))))'" }

    private static func root(_ properties: [(name: String, value: String)]) -> String {
        ":root{\(properties.map { "--\($0.name):\($0.value)" }.joined(separator: ";"))}"
    }
}

/// A stylesheet as people write it, without what only people need: comments, indentation, blanks around punctuation.
///
/// Strings are left alone, and so is every blank that might mean something, as in `a :hover` and `1px + 2px`.
func condensed(_ css: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(css.utf8)
    var index = 0
    /// Where the declaration or selector that is being read begins.
    var start = 0

    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    func dropBlank() {
        while let last = result.last, isBlank(last) { result.removeLast() }
    }
    while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
            index += 2
            while index < bytes.count,
                !(bytes[index] == UInt8(ascii: "*") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"))
            {
                index += 1
            }
            index = min(index + 2, bytes.count)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            repeat {
                if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                    result.append(bytes[index])
                    index += 1
                }
                result.append(bytes[index])
                index += 1
            } while index < bytes.count && bytes[index] != byte
            if index < bytes.count { result.append(byte) }
            index += 1
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","):
            dropBlank()
            if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") { result.removeLast() }
            result.append(byte)
            if byte != UInt8(ascii: ",") { start = result.count }
            index += 1
        case UInt8(ascii: ":"):
            let isDeclaration = start < result.count && result[start...].allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
            result.append(byte)
            index += 1
            if isDeclaration { while index < bytes.count, isBlank(bytes[index]) { index += 1 } }
        case _ where isBlank(byte):
            let last = result.last
            if let last, !isBlank(last), !"{};,".utf8.contains(last) { result.append(0x20) }
            index += 1
        default:
            result.append(byte)
            index += 1
        }
    }
    dropBlank()
    return String(decoding: result, as: UTF8.self)
}
