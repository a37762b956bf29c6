internal import Release

/// Which encoding of a file a client gets (RFC 9110, section 12.5.3).
enum ContentCoding {
    /// The place of the best variant.
    ///
    /// The highest weight wins; of equals the smaller variant does, which is the later in a browser's mind: brotli, gzip,
    /// none. A client that says nothing gets the file as it is.
    ///
    /// - Parameters:
    ///   - variants: identity first, then by falling preference.
    ///   - header: the value of Accept-Encoding.
    /// - Returns: nil where the client refuses all of them.
    static func choose(among variants: [ReleasedFile.Variant], accepting header: String?) -> Int? {
        guard let header else { return 0 }
        let weights = Weights(header)
        // Compressed variants first, so that of equals they win.
        var best: (place: Int, weight: Int)?
        for place in Array(variants.indices.dropFirst()) + [0] {
            let weight = weights.weight(of: variants[place].encoding)
            if weight > best?.weight ?? 0 { best = (place, weight) }
        }
        return best?.place
    }

    /// What a client thinks of each encoding, in thousandths.
    private struct Weights {
        var brotli: Int?
        var gzip: Int?
        var identity: Int?
        var others: Int?

        init(_ header: String) {
            for element in header.utf8.split(separator: UInt8(ascii: ",")) {
                var parts = element.split(separator: UInt8(ascii: ";"))[...]
                guard let name = parts.popFirst().map(trimmed), let weight = Self.weight(parts) else { continue }
                if isSame(name, "br") {
                    brotli = weight
                } else if isSame(name, "gzip") || isSame(name, "x-gzip") {
                    gzip = weight
                } else if isSame(name, "identity") {
                    identity = weight
                } else if isSame(name, "*") {
                    others = weight
                }
            }
        }

        func weight(of encoding: String) -> Int {
            switch encoding {
            case "br": brotli ?? others ?? 0
            case "gzip": gzip ?? others ?? 0
            // Not mentioned, no encoding at all is acceptable, after all that was.
            default: identity ?? others ?? 1
            }
        }

        /// The `q` among an element's parameters; 1 where there is none, nil where it is malformed.
        private static func weight(_ parameters: ArraySlice<Substring.UTF8View>) -> Int? {
            for parameter in parameters.map(trimmed) {
                guard let name = parameter.first, name | 0x20 == UInt8(ascii: "q"),
                    parameter.dropFirst().first == UInt8(ascii: "=")
                else { continue }
                let digits = Array(parameter.dropFirst(2))
                guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"),
                    digits.count <= 5, digits.count < 2 || digits[1] == UInt8(ascii: ".")
                else { return nil }
                var thousandths = Int(first - UInt8(ascii: "0")) * 1_000
                var unit = 100
                for digit in digits.dropFirst(2) {
                    guard (0x30...0x39).contains(digit) else { return nil }
                    thousandths += Int(digit - UInt8(ascii: "0")) * unit
                    unit /= 10
                }
                return thousandths <= 1_000 ? thousandths : nil
            }
            return 1_000
        }
    }
}

private func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
}

private func isSame(_ text: Substring.UTF8View, _ word: StaticString) -> Bool {
    text.count == word.utf8CodeUnitCount
        && zip(text, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)).allSatisfy {
            ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1
        }
}
