internal import Diagnostics
internal import TextEncoding

extension SourceText {
    /// The first byte that is not UTF-8, which libcmark would silently replace, or control character such as NUL; nil
    /// if there is none.
    func characterProblem(in range: Range<Int>) -> Diagnostic? {
        if let problem = encodingProblem(in: range) { return problem }
        guard
            let offset = bytes[range].firstIndex(where: {
                $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F
            })
        else { return nil }
        return diagnostic(
            code: "control-character", at: offset,
            "the character U+\(bytes[offset].hexadecimal(digits: 4)) is not allowed",
            fix: "Remove it.")
    }
}
