internal import Hashing
internal import TextEncoding

/// An email as it was received: its header fields, and its texts (RFC 5322, RFC 2045, RFC 2046).
///
/// Reading never fails: what is malformed is read as far as it can be. Of an email with more parts, deeper parts or more
/// fields than the limits, the rest is ignored.
package struct ReceivedMessage: Sendable {
    /// The fields of the email's own header, unfolded, in the order received; names are in lower case.
    package let fields: [(name: String, value: String)]
    /// The first part in plain text that is not an attachment, decoded; nil if there is none.
    package private(set) var text: String?
    /// The first part in HTML that is not an attachment, decoded; nil if there is none.
    package private(set) var html: String?
    /// The first email that is attached, decoded, as programs forward an email unchanged (RFC 2046, section 5.2.1).
    package private(set) var attached: [UInt8]?

    private static let longestHeader = 1_000
    private static let deepestPart = 8
    private static let mostParts = 100

    /// - Parameter bytes: the email, in UTF-16 or with a byte order mark if an editor has saved it so.
    package init(_ bytes: [UInt8]) {
        let (fields, body) = Self.split(Self.withoutUTF16(bytes)[...])
        self.fields = fields
        var parts = 0
        read(fields, body, depth: 0, parts: &parts)
    }

    /// The values of a field, whose name is in lower case.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    private mutating func read(
        _ fields: [(name: String, value: String)], _ body: ArraySlice<UInt8>, depth: Int, parts: inout Int
    ) {
        parts += 1
        guard depth <= Self.deepestPart, parts <= Self.mostParts else { return }
        func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        let type = FieldValue(value("content-type"))
        if type.value.hasPrefix("multipart/"), let boundary = type.parameters["boundary"], !boundary.isEmpty {
            for part in Self.parts(of: body, between: Array("--\(boundary)".utf8)) {
                let (fields, body) = Self.split(part)
                read(fields, body, depth: depth + 1, parts: &parts)
            }
            return
        }
        var decoded: [UInt8] {
            switch FieldValue(value("content-transfer-encoding")).value {
            case "base64": Base64.decodeFromURL(Self.base64URL(body)) ?? []
            case "quoted-printable": QuotedPrintable.decoded(body)
            default: Array(body)
            }
        }
        if type.value == "message/rfc822" {
            attached = attached ?? decoded
            return
        }
        guard FieldValue(value("content-disposition")).value != "attachment" else { return }
        let isHTML = type.value == "text/html"
        guard isHTML ? html == nil : text == nil && ["", "text/plain"].contains(type.value) else { return }
        let content = Self.text(Self.withoutUTF16(decoded), charset: type.parameters["charset"] ?? "")
        if isHTML { html = content } else { text = content }
    }

    /// A text in UTF-16 in UTF-8; of another only a byte order mark is removed.
    private static func withoutUTF16(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        // Without a mark, the first character tells: it is of ASCII, of which one byte is zero.
        let start = Array(bytes.prefix(2))
        guard start.count == 2, [[0xFF, 0xFE], [0xFE, 0xFF]].contains(start) || start.count(where: { $0 == 0 }) == 1
        else { return bytes }
        let isLittle = start == [0xFF, 0xFE] || start[1] == 0
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self).utf8)
    }

    /// Splits a header from the body after the first empty line.
    private static func split(
        _ bytes: ArraySlice<UInt8>
    ) -> (fields: [(name: String, value: String)], body: ArraySlice<UInt8>) {
        var fields: [(name: String, value: String)] = []
        var rest = bytes
        while let first = rest.first {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            rest = end == rest.endIndex ? [] : rest[(end + 1)...]
            if line.isEmpty { break }
            let text = String(decoding: line, as: UTF8.self)
            if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                if !fields.isEmpty { fields[fields.count - 1].value += text }
            } else if let colon = text.firstIndex(of: ":"), fields.count < longestHeader {
                let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
                fields.append((text[..<colon].lowercased(), String(value)))
            }
        }
        return (fields, rest)
    }

    /// The parts between the lines that begin with a boundary, without what precedes the first and follows the last.
    private static func parts(of body: ArraySlice<UInt8>, between boundary: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        var rest = body
        while !rest.isEmpty, parts.count < mostParts {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            let after = rest[..<end].dropFirst(boundary.count).filter { $0 > 0x20 }
            if rest.starts(with: boundary), after.isEmpty || after.starts(with: "--".utf8) {
                if let start { parts.append(body[start..<rest.startIndex]) }
                if !after.isEmpty { return parts }
                start = end
            }
            rest = rest[end...]
        }
        // The last boundary is missing in a truncated email.
        return parts + (start.map { [body[$0...]] } ?? [])
    }

    private static func base64URL(_ body: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in body {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "_"))
            case _ where byte.isASCIIAlphanumeric: bytes.append(byte)
            default: break
            }
        }
        // A single character at the end is no byte.
        if bytes.count % 4 == 1 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Addresses are of ASCII, which all charsets of emails but UTF-16 share; other bytes are read as Latin-1.
    private static func text(_ bytes: [UInt8], charset: String) -> String {
        let charset = charset.lowercased()
        if ["", "utf-8", "us-ascii"].contains(charset) || charset.hasPrefix("utf-16") {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return String(text)
    }
}

/// A field's value with parameters, such as `multipart/alternative; boundary="x"` (RFC 2045, section 5.1).
private struct FieldValue {
    /// The value before the parameters, in lower case.
    let value: String
    let parameters: [String: String]

    init(_ text: String) {
        var isQuoted = false
        let parts = text.split(maxSplits: 20) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }.map { part in
            part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        }
        value = (parts.first?.first ?? "").lowercased()
        parameters = Dictionary(
            parts.dropFirst().filter { $0.count == 2 }.map { ($0[0].lowercased(), $0[1].filter { $0 != "\"" }) }
        ) { first, _ in first }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
