internal import Release
internal import TextEncoding

extension LanguageRanges {
    /// The maximum number of ranges of an Accept-Language that count; people list a few.
    static let mostRanges = 32

    /// The language in which a request is answered: the one that the link names, else that of the best range of
    /// Accept-Language (RFC 4647, section 3.4), else the app's own. What is malformed in the header is ignored.
    func choice(named name: String?, accepting header: String?, _ isAvailable: (String) -> Bool) -> String {
        if let name, let tag = tag(of: String(name.map { $0 == "_" ? "-" : $0 })[...], isAvailable) { return tag }
        for range in Self.ranges(of: header ?? "") {
            if let tag = tag(of: range, isAvailable) { return tag }
        }
        return own
    }

    /// Looks up a range, then the same without its last subtag.
    private func tag(of range: Substring, _ isAvailable: (String) -> Bool) -> String? {
        var rest = range.lowercased()[...]
        while true {
            if let tag = ranges[String(rest)] { return isAvailable(tag) ? tag : nil }
            guard let end = rest.lastIndex(of: "-") else { return nil }
            rest = rest[..<end]
            // A single letter begins an extension.
            if rest.utf8.dropLast().last == UInt8(ascii: "-") { rest = rest.dropLast(2) }
        }
    }

    /// The ranges of an Accept-Language, the preferred ones first (RFC 9110, section 12.5.4).
    private static func ranges(of header: String) -> [Substring] {
        let ranges = header.split(separator: ",").prefix(mostRanges).compactMap { item -> (Substring, Int)? in
            let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
            guard let weight = weight(parts.dropFirst()), weight > 0, isRange(parts[0]) else { return nil }
            return (parts[0], weight)
        }
        return ranges.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
    }

    /// A weight in thousandths: 1,000 without one, nil for a malformed one (section 12.4.2).
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let text = parameters.first else { return 1_000 }
        let digits = text.utf8.dropFirst(2)
        guard parameters.count == 1, text.lowercased().hasPrefix("q="), let first = digits.first, digits.count <= 5,
            first == UInt8(ascii: "0") || first == UInt8(ascii: "1"),
            digits.count == 1 || digits.dropFirst().first == UInt8(ascii: ".")
        else { return nil }
        var weight = Int(first - UInt8(ascii: "0")) * 1_000
        for (digit, unit) in zip(digits.dropFirst(2), [100, 10, 1]) {
            guard digit.isASCIIDigit else { return nil }
            weight += Int(digit - UInt8(ascii: "0")) * unit
        }
        return min(weight, 1_000)
    }

    private static func isRange(_ text: Substring) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.utf8.allSatisfy(\.isASCIIAlphanumeric)
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
