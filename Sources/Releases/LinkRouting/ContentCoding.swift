internal import Release

/// Selects the encoding of a file for a client (RFC 9110, section 12.5.3).
struct ContentCoding: Hashable, Sendable {
    /// The indices of the compressed variants; identity is always the first variant.
    private var brotli: Int?
    private var gzip: Int?

    /// - Parameter variants: the variants of a file, identity first.
    init(_ variants: [ReleasedFile.Variant]) {
        brotli = variants.firstIndex { $0.encoding == "br" }
        gzip = variants.firstIndex { $0.encoding == "gzip" }
    }

    /// Returns the index of the best variant.
    ///
    /// The highest weight wins; at equal weights brotli precedes gzip, and gzip identity, by how much they save.
    /// Without the header the file is sent uncompressed.
    ///
    /// - Parameter header: the value of Accept-Encoding.
    /// - Returns: nil if the client accepts none of the variants.
    func choose(accepting header: String?) -> Int? {
        guard var header else { return 0 }
        let weights = header.withUTF8 { Weights($0) }
        // If it is not mentioned, identity is acceptable, but every other acceptable encoding is preferred.
        var best = 0
        var highest = weights.identity ?? weights.others ?? 1
        if let gzip, let weight = weights.gzip ?? weights.others, weight > 0, weight >= highest {
            (best, highest) = (gzip, weight)
        }
        if let brotli, let weight = weights.brotli ?? weights.others, weight > 0, weight >= highest {
            (best, highest) = (brotli, weight)
        }
        return highest > 0 ? best : nil
    }
}

/// The weights in an Accept-Encoding header, in thousandths.
private struct Weights {
    var brotli: Int?
    var gzip: Int?
    var identity: Int?
    var others: Int?

    /// Parses the value of Accept-Encoding; malformed elements are ignored.
    init(_ header: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < header.count {
            var end = start
            while end < header.count, header[end] != UInt8(ascii: ",") { end += 1 }
            read(UnsafeBufferPointer(rebasing: header[start..<end]))
            start = end + 1
        }
    }

    /// Parses an element, such as `gzip;q=0.5`.
    private mutating func read(_ element: UnsafeBufferPointer<UInt8>) {
        var end = 0
        while end < element.count, element[end] != UInt8(ascii: ";") { end += 1 }
        let name = trimmed(UnsafeBufferPointer(rebasing: element[..<end]))
        guard let weight = Self.weight(UnsafeBufferPointer(rebasing: element[end...])) else { return }
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

    /// Returns the `q` parameter of an element; 1 (1000) if there is none, nil if it is malformed.
    private static func weight(_ parameters: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 1
        while start < parameters.count {
            var end = start
            while end < parameters.count, parameters[end] != UInt8(ascii: ";") { end += 1 }
            let parameter = trimmed(UnsafeBufferPointer(rebasing: parameters[start..<end]))
            if let first = parameter.first, first | 0x20 == UInt8(ascii: "q") {
                let second = parameter.count > 1 ? parameter[1] : 0
                if second == UInt8(ascii: "=") { return thousandths(UnsafeBufferPointer(rebasing: parameter[2...])) }
                // `q` without a value, or with whitespace before the equals sign, is malformed.
                if parameter.count == 1 || second == 0x20 || second == 0x09 { return nil }
            }
            start = end + 1
        }
        return 1_000
    }

    /// Parses a weight, such as `1`, `0.5` or `0.123` (RFC 9110, section 12.4.2).
    private static func thousandths(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"), digits.count <= 5,
            digits.count < 2 || digits[1] == UInt8(ascii: ".")
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
}

private func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = text.count
    while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    while start < end, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[start..<end])
}

/// Whether a text equals a lower-case word, ignoring the text's case.
private func isSame(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count {
        let byte = text[index]
        if ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) != word.utf8Start[index] { return false }
    }
    return true
}
