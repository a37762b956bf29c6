package import Configuration
internal import TextEncoding

package struct Typeface: Hashable, Sendable {
    /// A generic design for which every system has a font.
    package enum Design: String, Hashable, Sendable, CaseIterable {
        case system, serif, rounded
    }

    /// The names of fonts in order of preference, before the font of the design.
    package var families: [String] = []
    /// The fallback if none of the families is installed.
    package var design = Design.system
    /// The name of the font file beside `app.yml`; nil to use installed fonts.
    package var file: String?
    /// The weight of the font file, or the minimum and maximum of a variable font: `400`, `100 900`; nil for 400.
    package var weight: String?

    package init() {}
}

extension Typeface.Design: ConfigurationReadable {
    /// Reads a design's name; `sans` and its synonyms are the system font.
    package init?(reading value: ConfigurationValue) {
        let otherNames: [String: Self] = [
            "sans": .system, "sans-serif": .system, "default": .system, "round": .rounded,
        ]
        guard let design = value.word(otherNames: otherNames) else { return nil }
        self = design
    }
}

extension Typeface {
    /// Reads `font:`, which is a name, a list of names, or a mapping with a file, and `type:`.
    init(_ keys: KeyedReader) {
        design = keys["type"] ?? design
        guard let value = keys.value("font") else { return }
        if case .mapping = value.node.kind {
            _ = value.keyed(.fontFile) { keys -> Void? in
                families = [keys.required("family").flatMap { FontName(reading: $0)?.text } ?? ""]
                file = keys.required("file")
                weight = keys.value("weight").flatMap(Self.weight)
            }
        } else {
            families = value.oneOrMany.flatMap { item in
                guard let text = String(reading: item) else { return [String]() }
                // A list as in CSS: 'Avenir Next', Georgia, serif.
                return text.split(separator: ",", omittingEmptySubsequences: false).compactMap { name in
                    FontName(String(name), of: item)?.text
                }
            }
        }
    }

    /// The number of a weight, which may be one of CSS's or of the common names (CSS Fonts 4, section 2.2.1).
    private static func number(_ text: String) -> Int? {
        let names = [
            "thin": 100, "light": 300, "normal": 400, "regular": 400, "book": 400, "medium": 500, "semibold": 600,
            "semi-bold": 600, "bold": 700, "extrabold": 800, "extra-bold": 800, "black": 900, "heavy": 900,
        ]
        return Int(text) ?? names[text.lowercased()]
    }

    /// Reads one weight, or the range of a variable font (CSS Fonts 4, section 4.4).
    private static func weight(_ value: ConfigurationValue) -> String? {
        if case .sequence = value.node.kind {
            let numbers = (value.items ?? []).map { $0.node.written == nil ? number($0.node.text ?? "") ?? 0 : 0 }
                .sorted()
            value.report(
                "wrong-type", "expected a weight or two in one text, found a list",
                fix: numbers.count == 2 && !numbers.contains(0)
                    ? "Write \"\(numbers[0]) \(numbers[1])\", the minimum and maximum of a variable font; a file with one weight has one number."
                    : "Write the number of the file's weight, or the minimum and maximum of a variable font: \"100 900\"."
            )
            return nil
        }
        guard let text = String(reading: value) else { return nil }
        let numbers = text.split(separator: " ").map { Int($0) ?? 0 }
        if (1...2).contains(numbers.count), numbers.allSatisfy({ (1...1000).contains($0) }), numbers == numbers.sorted()
        {
            return numbers.map(String.init).joined(separator: " ")
        }
        value.report(
            "invalid-value", "'\(text)' is not a weight",
            fix: (value.node.written == nil ? number(text) : nil).map { "Write \($0)." }
                ?? "Write a number from 1 to 1000, or the minimum and maximum of a variable font: \"100 900\".")
        return nil
    }
}

private struct FontName: ConfigurationReadable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        self.init(text, of: value)
    }

    init?(_ text: String, of value: ConfigurationValue) {
        var name = String(text.trimmed)
        for quote in ["'", "\""] where name.hasPrefix(quote) && name.hasSuffix(quote) && name.count > 1 {
            name = String(name.dropFirst().dropLast())
        }
        let isName =
            !name.isEmpty && name.count <= 60
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_. ".unicodeScalars.contains($0)
            }
        guard isName else {
            value.report(
                "invalid-value", "'\(name)' is not the name of a font",
                fix: "Write names with commas between them, such as Avenir Next, Georgia, serif.")
            return nil
        }
        self.text = name
    }
}
