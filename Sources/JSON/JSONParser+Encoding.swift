internal import TextEncoding

extension JSONParser {
    /// Throws at the first byte that is not UTF-8 (RFC 3629); strings are then copied without another check.
    func checkEncoding() throws(JSONError) {
        let fault: Int? = bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    index += 1
                    continue
                }
                guard let length = Self.sequenceLength(bytes, at: index) else { return index }
                index += length
            }
            return nil
        }
        if let fault {
            throw error(at: fault, "the byte 0x\(bytes[fault].hexadecimal(digits: 2)) is not UTF-8")
        }
    }

    /// The length of the well-formed sequence that begins with a byte above 0x7F: not overlong, not a surrogate, not
    /// beyond U+10FFFF.
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        let first = bytes[index]
        let (length, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
        for next in bytes[(index + 2)..<(index + length)] where !(0x80...0xBF).contains(next) { return nil }
        return length
    }
}
