internal import TextEncoding

/// The address of a link: which parts of it are a person's, and what of it may be shown.
package struct PersonalAddress {
    private let parts: URLParts

    package init?(_ url: String) {
        guard let parts = URLParts(url), parts.isWeb, parts.host != nil else { return nil }
        self.parts = parts
    }

    /// The address without values, for reports: no query and no fragment, and `…` in place of the path's values.
    package static func shown(_ url: String) -> String {
        guard let address = PersonalAddress(url) else { return url.prefix { $0 != "?" && $0 != "#" }.description }
        let segments = address.segments.map { isValue($0) ? "…" : String($0) }
        return "\(address.parts.scheme)://\(address.parts.host ?? "")\(address.parts.port.map { ":\($0)" } ?? "")"
            + segments.joined(separator: "/")
    }

    /// What the links of one page have in common: the address without values, and the names of those.
    package var page: String {
        let names = items.map { $0.name }.sorted().joined(separator: "&")
        return
            "\(Self.shown("\(parts.scheme)://\(parts.host ?? "")\(parts.port.map { ":\($0)" } ?? "")\(parts.path)"))?\(names)"
    }

    /// Whether a request's address carries one of the link's values on.
    package func isCarried(by url: String) -> Bool {
        guard let other = PersonalAddress(url) else { return false }
        let own = Set(items.map(\.value) + segments.filter(Self.isValue).map(String.init)).filter { !$0.isEmpty }
        let carried = other.items.map(\.value) + other.segments.map(String.init)
        return carried.contains { text in own.contains { $0 == text || $0.count >= 8 && text.contains($0) } }
    }

    /// Whether the link has something that is one person's.
    package var hasValue: Bool { !items.isEmpty || segments.contains(where: Self.isValue) }

    /// The names of items without a value of which a link is nothing without: that of a token, or of every item.
    var emptyNames: [String] {
        // A base64 value alone ends in '=' too.
        let empty = items.filter { $0.value.isEmpty && !$0.name.isEmpty && !Self.isValue($0.name[...]) }.map(\.name)
        if empty.count == items.count { return empty }
        return empty.filter { name in
            ["token", "code", "hash", "otp", "key", "uid", "signature", "ticket"].contains {
                name.lowercased().contains($0)
            }
        }
    }

    private var segments: [Substring] { parts.path.split(separator: "/", omittingEmptySubsequences: false) }

    private var items: [(name: String, value: String)] {
        [parts.query, parts.fragment].compactMap(\.self).flatMap { text in
            text.split(separator: "&").map { item in
                let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return sides.count == 2 ? (String(sides[0]), String(sides[1])) : ("", String(item))
            }
        }
    }

    /// Whether a segment of a path is no name that a developer gave: names are of letters, in words of at least two and
    /// at most fifteen, such as `reset-password`, `accounts:verifyEmail` and `v1`.
    private static func isValue(_ segment: Substring) -> Bool {
        if segment.isEmpty || segment.count == 2 && segment.first == "v" && segment.last?.isNumber == true {
            return false
        }
        var lengths = [0]
        for character in segment {
            guard character.isASCII, character.isLetter || "-_.:".contains(character) else { return true }
            if !character.isLetter || character.isUppercase { lengths.append(0) }
            if character.isLetter { lengths[lengths.count - 1] += 1 }
        }
        let words = lengths.filter { $0 > 0 }
        let hasCapitals = segment.contains(where: \.isUppercase)
        return hasCapitals && segment.count < 4 || words.contains { $0 > 15 || hasCapitals && $0 < 2 }
    }
}
