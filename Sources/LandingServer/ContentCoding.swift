internal import Release

/// Which encoding of a file a client gets (RFC 9110, section 12.5.3).
struct ContentCoding: Hashable, Sendable {
    /// The places of the compressed variants; identity is always the first.
    private var brotli: Int?
    private var gzip: Int?

    /// What there is of a file, identity first.
    init(_ variants: [ReleasedFile.Variant]) {
        brotli = variants.firstIndex { $0.encoding == "br" }
        gzip = variants.firstIndex { $0.encoding == "gzip" }
    }

    /// The place of the best variant.
    ///
    /// The highest weight wins; of equals brotli does, then gzip, which is how much they save. A client that says nothing
    /// gets the file as it is.
    ///
    /// - Parameter header: the value of Accept-Encoding.
    /// - Returns: nil where the client refuses all that there is.
    func choose(accepting header: String?) -> Int? {
        guard var header else { return 0 }
        let weights = header.withUTF8 { Weights($0) }
        // Not mentioned, no encoding at all is acceptable, after all that was.
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

/// What a client thinks of each encoding, in thousandths.
private struct Weights {
    var brotli: Int?
    var gzip: Int?
    var identity: Int?
    var others: Int?

    /// Reads the value of Accept-Encoding; an element that makes no sense is left out.
    init(_ header: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < header.count {
            var end = start
            while end < header.count, header[end] != UInt8(ascii: ",") { end += 1 }
            read(UnsafeBufferPointer(rebasing: header[start..<end]))
            start = end + 1
        }
    }

    /// `gzip;q=0.5`
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

    /// The `q` among an element's parameters; 1 where there is none, nil where it is malformed.
    private static func weight(_ parameters: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 1
        while start < parameters.count {
            var end = start
            while end < parameters.count, parameters[end] != UInt8(ascii: ";") { end += 1 }
            let parameter = trimmed(UnsafeBufferPointer(rebasing: parameters[start..<end]))
            if let first = parameter.first, first | 0x20 == UInt8(ascii: "q") {
                let second = parameter.count > 1 ? parameter[1] : 0
                if second == UInt8(ascii: "=") { return thousandths(UnsafeBufferPointer(rebasing: parameter[2...])) }
                // Neither is `q` alone a weight, nor one with blanks around the equals sign.
                if parameter.count == 1 || second == 0x20 || second == 0x09 { return nil }
            }
            start = end + 1
        }
        return 1_000
    }

    /// `1`, `0.5`, `0.123` (RFC 9110, section 12.4.2)
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

/// Whether a text is a word in lower case, without regard to its own case.
private func isSame(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count {
        let byte = text[index]
        if ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) != word.utf8Start[index] { return false }
    }
    return true
}
