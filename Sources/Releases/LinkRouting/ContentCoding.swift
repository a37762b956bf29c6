internal import HTTPMessages
internal import Release

/// Selects the encoding of a file for a client (RFC 9110, section 12.5.3).
struct ContentCoding: Hashable, Sendable {
    /// The indices of the compressed variants; identity is always the first variant.
    private var brotli: Int?
    private var gzip: Int?

    init(_ variants: [ReleasedFile.Variant]) {
        brotli = variants.firstIndex { $0.encoding == "br" }
        gzip = variants.firstIndex { $0.encoding == "gzip" }
    }

    /// Returns the index of the best variant for the value of Accept-Encoding; nil if the client accepts none. The
    /// highest weight wins; at equal weights brotli precedes gzip, and gzip identity, by how much they save. Without
    /// the header the file is sent uncompressed.
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
    init(_ header: Bytes) { header.forEachElement { read($0) } }

    /// Parses an element, such as `gzip;q=0.5`.
    private mutating func read(_ element: Bytes) {
        let end = element.firstIndex(of: .semicolon) ?? element.count
        let name = element.part(0..<end).trimmed
        guard let weight = Self.weight(element.part(end..<element.count)) else { return }
        if name.isSame("br") {
            brotli = weight
        } else if name.isSame("gzip") || name.isSame("x-gzip") {
            gzip = weight
        } else if name.isSame("identity") {
            identity = weight
        } else if name.isSame("*") {
            others = weight
        }
    }

    /// Returns the `q` parameter of an element; 1 (1000) if there is none, nil if it is malformed.
    private static func weight(_ parameters: Bytes) -> Int? {
        var start = 1
        while start < parameters.count {
            var end = start
            while end < parameters.count, parameters[end] != .semicolon { end += 1 }
            let parameter = parameters.part(start..<end).trimmed
            if let first = parameter.first, first | 0x20 == UInt8(ascii: "q") {
                let second = parameter.count > 1 ? parameter[1] : 0
                if second == .equals { return thousandths(parameter.part(2..<parameter.count)) }
                // `q` without a value, or with whitespace before the equals sign, is malformed.
                if parameter.count == 1 || isBlank(second) { return nil }
            }
            start = end + 1
        }
        return 1_000
    }

    /// Parses a weight, such as `1`, `0.5` or `0.123` (RFC 9110, section 12.4.2).
    private static func thousandths(_ digits: Bytes) -> Int? {
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
