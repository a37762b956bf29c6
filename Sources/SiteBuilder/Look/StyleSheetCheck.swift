import Diagnostics

/// Finds what breaks a style sheet as a whole, or what a page's policy blocks in it.
///
/// Only what ends rules early or loads something is looked at (CSS Syntax 3, section 4): comments, strings, `@import`,
/// functions that take an address, and the nesting of brackets. Names are read with their escapes, as a browser reads them.
/// Properties and values are the browser's business.
struct StyleSheetCheck {
    private(set) var problems: [Diagnostic] = []
    private let source: SourceText
    private let isOfEmail: Bool
    private let bytes: [UInt8]
    private var index = 0
    private var open: [Open] = []

    /// The rule that begins here, such as `@font-face`, until its bracket.
    private var rule = ""

    private struct Open {
        let bracket: UInt8
        let offset: Int
        /// The function or the rule that the bracket belongs to, in lower case, and where it begins.
        var owner: (name: String, offset: Int) = ("", 0)
    }

    /// Checks a style sheet.
    ///
    /// - Parameters:
    ///   - source: the rules, with a template's tags or without.
    ///   - isOfEmail: whether it is one of emails, which load nothing either.
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

    /// Functions whose texts in quotes are addresses (CSS Values 4, section 4.5; CSS Images 4, section 2).
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
        let address = bytes[(index + 1)...].firstIndex { !Self.isBlank($0) } ?? bytes.count
        let isQuoted = address < bytes.count && "\"'".utf8.contains(bytes[address])
        guard owner.name == "url", !isQuoted else {
            open.append(Open(bracket: UInt8(ascii: "("), offset: index, owner: owner))
            index += 1
            return
        }
        checkAddress(from: address, of: owner)
        // An unquoted address is one token, and may hold what elsewhere begins a comment.
        let end = bytes[address...].firstIndex { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "\n") }
        index = min((end ?? bytes.count) + 1, bytes.count)
    }

    private mutating func checkAddress(from address: Int, of owner: (name: String, offset: Int)) {
        let text = bytes[min(address, bytes.count)...].drop(while: Self.isBlank)
        // The name of a namespace is an address that nobody asks for.
        if rule == "@namespace" { return }
        let isInside = text.starts(with: "#".utf8) || text.prefix(5).map { $0 | 0x20 }.starts(with: "data:".utf8)
        if isOfEmail {
            report(owner.offset, "\(refusal) '\(owner.name)()'", fix: "Use a colour, or a font of the systems'.")
        } else if open.contains(where: { $0.owner.name == "@font-face" }) {
            report(
                owner.offset, "a page loads no font but its app's, and its policy blocks '\(owner.name)()' here",
                fix: "Name the file in app.yml: theme: { font: { family: …, file: ….woff2 } }")
        } else if !isInside {
            report(
                owner.offset, "\(refusal) '\(owner.name)()'", fix: "Write a small picture as a data: URL.")
        }
    }

    private var refusal: String {
        isOfEmail
            ? "an email loads nothing, and email programs block" : "a page loads nothing, and its policy blocks"
    }

    /// Whether a name begins at a byte (CSS Syntax 3, section 4.3.9).
    private func isName(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        if bytes[index] == UInt8(ascii: "-"), index + 1 < bytes.count {
            return bytes[index + 1] == UInt8(ascii: "-") || isName(at: index + 1)
        }
        return Self.isOfName(bytes[index]) && !Self.isDigit(bytes[index]) || isEscape(at: index)
    }

    private func isEscape(at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "\n")
    }

    /// Reads a name, escapes resolved, in lower case.
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

    /// Reads an escape: up to six hexadecimal digits and a blank, or the character itself (section 4.3.7).
    private mutating func escape() -> Unicode.Scalar {
        let digits = bytes[(index + 1)...].prefix(6).prefix { Character(Unicode.Scalar($0)).isHexDigit }
        guard !digits.isEmpty else {
            index += 2
            return Unicode.Scalar(bytes[index - 1])
        }
        index = digits.endIndex
        if index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || isDigit(byte) || byte >= 0x80
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
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
