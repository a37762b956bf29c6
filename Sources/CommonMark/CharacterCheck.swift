internal import Diagnostics
internal import TextEncoding

extension SourceText {
    /// The first byte that is not UTF-8, which libcmark would silently replace, or control character such as NUL; nil
    /// if there is none.
    func characterProblem(from start: Int) -> Diagnostic? {
        let part = SourceText(file: file, bytes: Array(bytes[start...]))
        if let malformed = part.firstMalformedByte {
            return diagnostic(
                code: "not-utf8", at: start + malformed,
                "byte 0x\(bytes[start + malformed].hexadecimal(digits: 2)) is not UTF-8",
                fix: "Save the file as UTF-8.")
        }
        guard
            let offset = bytes[start...].firstIndex(where: {
                $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F
            })
        else { return nil }
        return diagnostic(
            code: "control-character", at: offset,
            "the character U+\(bytes[offset].hexadecimal(digits: 4)) is not allowed",
            fix: "Remove it.")
    }
}
