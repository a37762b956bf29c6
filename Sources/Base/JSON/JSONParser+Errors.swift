internal import TextEncoding

extension JSONParser {
    func error(at offset: Int, _ message: String, fix: String? = nil) -> JSONError {
        JSONError(position: JSONPosition(offset: offset, in: bytes), message: message, fix: fix)
    }

    /// An error at the byte to be read next.
    func error(_ message: String, fix: String? = nil) -> JSONError {
        error(at: index, message, fix: fix)
    }

    /// The error for an unexpected token; habits from other languages, such as comments, have fixes of their own.
    func unexpected(_ wanted: String) -> JSONError {
        guard index < bytes.count else { return error("\(wanted) is missing at the end of the text") }
        switch bytes[index] {
        case UInt8(ascii: "'"):
            return error("\(found()) where \(wanted) should be", fix: "Use double quotes.")
        case UInt8(ascii: "/"), UInt8(ascii: "#"):
            return error("\(found()) where \(wanted) should be", fix: "Remove the comment: JSON has none.")
        default:
            return error("\(found()) where \(wanted) should be")
        }
    }

    func trailingComma() -> JSONError {
        error("\(found()) right after a comma", fix: "Remove the last comma.")
    }

    /// The token at the current position, for messages.
    func found() -> String {
        guard index < bytes.count else { return "the end of the text" }
        let byte = bytes[index]
        if (0x21...0x7E).contains(byte) { return "'\(Unicode.Scalar(byte))'" }
        // `document` has validated the whole text.
        let scalar = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
        return scalar.map { codePoint($0.value) } ?? "nothing"
    }

    func codePoint(_ value: UInt32) -> String { "U+" + value.hexadecimal(digits: 4) }
}
