import Diagnostics
internal import TextEncoding

/// Finds errors that break a whole style sheet, and content that a page's policy blocks.
///
/// It parses only constructs that can end rules early or load something (CSS Syntax 3, section 4): comments, strings,
/// `@import`, functions with a URL, and nested brackets. Escapes in names are resolved, as in a browser. Properties and
/// values are not checked.
struct StyleSheetCheck {
    private(set) var problems: [Diagnostic] = []
    private let source: SourceText
    private let isOfEmail: Bool
    private let bytes: [UInt8]
    private var index = 0
    private var open: [Open] = []

    /// The at-rule whose prelude is being read, such as `@font-face`.
    private var rule = ""

    private struct Open {
        let bracket: UInt8
        let offset: Int
        /// The function or at-rule that the bracket belongs to, in lower case, with its offset.
        var owner: (name: String, offset: Int) = ("", 0)
    }

    /// Checks a style sheet.
    ///
    /// - Parameters:
    ///   - source: the style sheet, with or without template tags.
    ///   - isOfEmail: whether it belongs to emails, which must not load anything.
    init(_ source: SourceText, isOfEmail: Bool = false) {
        self.source = source
        self.isOfEmail = isOfEmail
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
            open.append(Open(bracket: byte, offset: index, owner: (byte == UInt8(ascii: "{") ? rule : "", index)))
            rule = ""
            index += 1
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): close(byte)
        case UInt8(ascii: "@"): readRule()
        case UInt8(ascii: ";"):
            rule = ""
            index += 1
        case _ where isName(at: index): readName()
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
        if let owner = open.last?.owner, Self.loading.contains(owner.name) {
            checkAddress(from: index + 1, of: owner)
        }
        index += 1
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\n") {
                report(start, "this text in quotes does not end on its line", fix: "Close the quotes on their line.")
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
            // Otherwise everything after it would be reported too.
            index = bytes.count
            open = []
            return
        }
        index += 1
    }

    /// The functions whose strings are URLs (CSS Values 4, section 4.5; CSS Images 4, section 2).
    private static let loading: Set = ["url", "src", "image", "image-set", "-webkit-image-set"]

    private mutating func readRule() {
        let start = index
        index += 1
        rule = isName(at: index) ? "@" + name() : ""
        if rule == "@import" {
            report(start, "\(refusal) '@import'", fix: "Write the rules here.")
        }
    }

    private mutating func readName() {
        let start = index
        let owner = (name: name(), offset: start)
        guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else { return }
        let address = bytes[(index + 1)...].firstIndex { !$0.isASCIIWhitespace } ?? bytes.count
        let isQuoted = address < bytes.count && "\"'".utf8.contains(bytes[address])
        guard owner.name == "url", !isQuoted else {
            open.append(Open(bracket: UInt8(ascii: "("), offset: index, owner: owner))
            index += 1
            return
        }
        checkAddress(from: address, of: owner)
        // An unquoted URL is a single token, in which `/*` begins no comment.
        let end = bytes[address...].firstIndex { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "\n") }
        index = min((end ?? bytes.count) + 1, bytes.count)
    }

    private mutating func checkAddress(from address: Int, of owner: (name: String, offset: Int)) {
        let text = bytes[min(address, bytes.count)...].drop(while: \.isASCIIWhitespace)
        // The URL of a namespace is a name; nothing is loaded.
        if rule == "@namespace" { return }
        let isInside = text.starts(with: "#".utf8) || text.prefix(5).map { $0 | 0x20 }.starts(with: "data:".utf8)
        if isOfEmail {
            report(owner.offset, "\(refusal) '\(owner.name)()'", fix: "Use a colour, or a font that devices have.")
        } else if open.contains(where: { $0.owner.name == "@font-face" }) {
            report(
                owner.offset,
                "the Content-Security-Policy blocks '\(owner.name)()' here: a page loads no font but its app's",
                fix: "Name the file in app.yml: theme: { font: { family: …, file: ….woff2 } }")
        } else if !isInside {
            report(
                owner.offset, "\(refusal) '\(owner.name)()'", fix: "Write a small picture as a data: URL.")
        }
    }

    private var refusal: String {
        isOfEmail
            ? "email programs block" : "the Content-Security-Policy blocks"
    }

    /// Whether an identifier begins at an index (CSS Syntax 3, section 4.3.9).
    private func isName(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        if bytes[index] == UInt8(ascii: "-"), index + 1 < bytes.count {
            return bytes[index + 1] == UInt8(ascii: "-") || isName(at: index + 1)
        }
        return Self.isOfName(bytes[index]) && !bytes[index].isASCIIDigit || isEscape(at: index)
    }

    private func isEscape(at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "\n")
    }

    /// Reads an identifier, resolves its escapes, and converts it to lower case.
    private mutating func name() -> String {
        var name = String.UnicodeScalarView()
        while index < bytes.count {
            if Self.isOfName(bytes[index]) {
                name.append(Unicode.Scalar(bytes[index]))
                index += 1
            } else if isEscape(at: index) {
                name.append(escape())
            } else {
                break
            }
        }
        return String(name).lowercased()
    }

    /// Reads an escape: up to six hexadecimal digits and a space, or any other character (CSS Syntax 3, section 4.3.7).
    private mutating func escape() -> Unicode.Scalar {
        let digits = bytes[(index + 1)...].prefix(6).prefix { $0.hexDigitValue != nil }
        guard !digits.isEmpty else {
            index += 2
            return Unicode.Scalar(bytes[index - 1])
        }
        index = digits.endIndex
        if index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

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
