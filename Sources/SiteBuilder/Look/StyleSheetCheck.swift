import Diagnostics

/// Finds what breaks a style sheet as a whole, or what a page's policy blocks in it.
///
/// Only what ends rules early or loads something is looked at (CSS Syntax 3, section 4): comments, strings, `url()`,
/// `@import` and the nesting of brackets. Properties and values are the browser's business.
struct StyleSheetCheck {
    private(set) var problems: [Diagnostic] = []
    private let source: SourceText
    private let bytes: [UInt8]
    private var index = 0
    private var open: [(bracket: UInt8, offset: Int)] = []

    init(_ source: SourceText) {
        self.source = source
        bytes = source.bytes
        while index < bytes.count { step() }
        if let last = open.last {
            report(
                last.offset, "this '\(Character(Unicode.Scalar(last.bracket)))' is never closed",
                fix: "Close it with '\(Self.closing(last.bracket))'.")
        }
    }

    private mutating func step() {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "/") where has("/*"): skipComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
            open.append((byte, index))
            index += 1
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): close(byte)
        case UInt8(ascii: "@") where has("@import"):
            report(index, "a page loads nothing, and its policy blocks '@import'", fix: "Write the rules here.")
            index += 7
        case UInt8(ascii: "u"), UInt8(ascii: "U"): checkAddress()
        default: index += 1
        }
    }

    private mutating func skipComment() {
        let start = index
        index += 2
        while index < bytes.count, !has("*/") { index += 1 }
        if index == bytes.count { report(start, "this comment is never closed", fix: "Close it with '*/'.") }
        index = min(index + 2, bytes.count)
    }

    private mutating func skipString(_ quote: UInt8) {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\n") {
                report(start, "this text in quotes does not end on its line", fix: "Close it.")
                return
            }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    private mutating func close(_ bracket: UInt8) {
        let last = open.popLast()
        if last.map({ Self.closing($0.bracket).utf8.first == bracket }) != true {
            report(index, "this '\(Character(Unicode.Scalar(bracket)))' closes nothing", fix: "Remove it.")
            // Everything after it would be reported as well.
            index = bytes.count
            open = []
            return
        }
        index += 1
    }

    private mutating func checkAddress() {
        let start = index
        guard has("url(") else {
            index += 1
            return
        }
        var rest = bytes[(index + 4)...].drop { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 }
        if !rest.starts(with: "data:".utf8), !rest.starts(with: "#".utf8) {
            report(
                start, "a page loads nothing, and its policy blocks 'url()'",
                fix: "Write a small picture as a data: URL.")
        }
        // An unquoted address is one token, and may hold what elsewhere begins a comment.
        rest = rest.drop { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "\n") }
        index = min(rest.startIndex + 1, bytes.count)
    }

    private func has(_ text: String) -> Bool {
        let end = index + text.utf8.count
        return end <= bytes.count && zip(bytes[index..<end], text.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }

    private static func closing(_ bracket: UInt8) -> String {
        switch bracket {
        case UInt8(ascii: "{"): "}"
        case UInt8(ascii: "("): ")"
        default: "]"
        }
    }

    private mutating func report(_ offset: Int, _ message: String, fix: String) {
        problems.append(source.diagnostic(code: "bad-style", at: offset, message, fix: fix))
    }
}
