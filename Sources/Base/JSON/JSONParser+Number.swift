internal import TextEncoding

extension JSONParser {
    /// Reads a number by the grammar of RFC 8259, section 6, and keeps its text.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let firstDigit = index
        guard takeDigits() else { throw error(at: start, "a minus sign without a number") }
        if bytes[firstDigit] == UInt8(ascii: "0"), index - firstDigit > 1 {
            throw error(at: start, "a number may not begin with a zero")
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard takeDigits() else { throw error("a digit is missing after the decimal point") }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard takeDigits() else { throw error("a digit is missing in the exponent") }
        }
        return JSONNumber(checked: String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func takeDigits() -> Bool {
        let start = index
        while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
        return index > start
    }
}
