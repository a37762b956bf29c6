internal import TextEncoding

/// The addresses in the parts of an email, at most a thousand; malformed markup is read as far as it can be.
enum LinkScan {
    private static let most = 1_000

    /// The values of `href` of the elements `a` and `area`.
    static func ofHTML(_ html: String) -> [String] {
        var addresses: [String] = []
        MarkupTag.read(html) { tag in
            if ["a", "area"].contains(tag.name), let address = tag["href"] {
                addresses.append(address.filter { !$0.isWhitespace })
            }
            return addresses.count < most
        }
        return addresses
    }

    /// The addresses in a plain text, without the punctuation after them. They end before letters and punctuation of other
    /// scripts, between which there may be no blanks.
    static func ofText(_ text: String) -> [String] {
        var addresses: [String] = []
        for word in text.utf8.split(whereSeparator: { $0 <= 0x20 || $0 >= 0x80 || "<>\"".utf8.contains($0) }) {
            guard addresses.count < most else { break }
            let word = String(Substring(word))
            for scheme in ["https://", "http://"] {
                guard let place = word.firstRange(of: scheme) else { continue }
                let address = word[place.lowerBound...].reversed().drop { ".,;:!?)]}'".contains($0) }.reversed()
                addresses.append(String(address))
                break
            }
        }
        return addresses
    }
}
