internal import Problems
internal import TextEncoding

/// A recursive-descent parser for one complete JSON text.
struct JSONParser {
    /// The maximum length in bytes.
    static let longest = 64 << 20
    /// The maximum nesting of arrays and objects, since values are parsed and released recursively.
    static let deepest = 128

    let bytes: [UInt8]
    /// The byte to be read next.
    var index = 0
    private var depth = 0
    /// The names and indices of the value that is being read.
    private var path: [String] = []
    private(set) var duplicateKeys: [JSONDuplicateKey] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> (JSONValue, JSONPlace) {
        guard bytes.count <= Self.longest else {
            throw error(at: Self.longest, "the text is longer than \(Self.longest) bytes")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw error(
                at: 0, "the text begins with a byte order mark, which JSON does not allow",
                fix: "Save the file as UTF-8 without a byte order mark.")
        }
        // Strings are then copied without another check.
        if let fault = bytes.withUnsafeBufferPointer({ $0.firstMalformedByte }) {
            throw error(at: fault, "the byte 0x\(bytes[fault].hexadecimal(digits: 2)) is not UTF-8")
        }
        skipBlanks()
        guard index < bytes.count else { throw error("the text has no JSON value") }
        let result = try value()
        skipBlanks()
        guard index == bytes.count else { throw error("\(found()) after the end of the JSON value") }
        return result
    }

    private mutating func value() throws(JSONError) -> (JSONValue, JSONPlace) {
        let place = JSONPlace(offset: index)
        guard index < bytes.count else { throw error("a value is missing at the end of the text") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return (.string(try string()), place)
        case UInt8(ascii: "-"), 0x30...0x39: return (.number(try number()), place)
        case UInt8(ascii: "t"): return (try word("true", .bool(true)), place)
        case UInt8(ascii: "f"): return (try word("false", .bool(false)), place)
        case UInt8(ascii: "n"): return (try word("null", .null), place)
        default: throw unexpected("a value")
        }
    }

    private mutating func object() throws(JSONError) -> (JSONValue, JSONPlace) {
        var place = JSONPlace(offset: index)
        var object = JSONObject()
        try items(until: "}") { parser throws(JSONError) in
            let keyOffset = parser.index
            guard parser.index < parser.bytes.count, parser.bytes[parser.index] == UInt8(ascii: "\"") else {
                throw parser.unexpected(object.isEmpty ? "a name in double quotes or '}'" : "a name in double quotes")
            }
            let key = try parser.string()
            parser.skipBlanks()
            guard parser.take(":") else { throw parser.unexpected("':' after the name") }
            parser.skipBlanks()
            parser.path.append(key)
            var (value, child) = try parser.value()
            child.keyOffset = keyOffset
            if let known = object.index(of: key) {
                parser.duplicateKeys.append(
                    JSONDuplicateKey(
                        pointer: JSONPointer(parser.path),
                        position: JSONPosition(offset: keyOffset, in: parser.bytes)))
                place.children[known] = child
            } else {
                place.children.append(child)
            }
            parser.path.removeLast()
            object[key] = value
        }
        return (.object(object), place)
    }

    private mutating func array() throws(JSONError) -> (JSONValue, JSONPlace) {
        var place = JSONPlace(offset: index)
        var elements: [JSONValue] = []
        try items(until: "]") { parser throws(JSONError) in
            parser.path.append(String(elements.count))
            let (value, child) = try parser.value()
            parser.path.removeLast()
            elements.append(value)
            place.children.append(child)
        }
        return (.array(elements), place)
    }

    /// Reads the items of an array or an object, starting at its opening bracket, and the commas between them.
    private mutating func items(
        until close: Unicode.Scalar, _ readItem: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < Self.deepest else { throw error("the text is nested deeper than \(Self.deepest) levels") }
        depth += 1
        index += 1
        skipBlanks()
        var isFirst = true
        while !take(close) {
            if !isFirst {
                guard take(",") else { throw unexpected("',' or '\(close)'") }
                skipBlanks()
                if index < bytes.count, UInt32(bytes[index]) == close.value { throw trailingComma() }
            }
            isFirst = false
            try readItem(&self)
            skipBlanks()
        }
        depth -= 1
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let text = String(describing: word)
        guard bytes[index...].starts(with: text.utf8) else { throw unexpected("a value") }
        index += text.utf8.count
        return value
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
            default: return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }
}

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

extension JSONParser {
    func error(at offset: Int, _ message: String, fix: String? = nil) -> JSONError {
        Problem(code: "json-syntax", at: JSONPosition(offset: offset, in: bytes), message, fix: fix)
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
