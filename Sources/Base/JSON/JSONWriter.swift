/// The layout of serialised JSON.
package enum JSONStyle: Hashable, Sendable {
    /// Without whitespace.
    case compact
    /// Two spaces a level, one member or element a line.
    case pretty
}

extension JSONValue {
    /// Serialises the value to a text that does not end in a line break; members can be sorted by the bytes of their
    /// names.
    package func serialized(_ style: JSONStyle = .compact, sortedKeys: Bool = false) -> String {
        var writer = JSONWriter(style: style, sortedKeys: sortedKeys)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Serialises the value as UTF-8; see `serialized`.
    package func serializedBytes(_ style: JSONStyle = .compact, sortedKeys: Bool = false) -> [UInt8] {
        var writer = JSONWriter(style: style, sortedKeys: sortedKeys)
        writer.write(self)
        return writer.bytes
    }
}

struct JSONWriter {
    let style: JSONStyle
    let sortedKeys: Bool
    private(set) var bytes: [UInt8] = []
    private var level = 0

    init(style: JSONStyle, sortedKeys: Bool) {
        self.style = style
        self.sortedKeys = sortedKeys
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: put("null")
        case .bool(let bool): put(bool ? "true" : "false")
        case .number(let number): put(number.text)
        case .string(let text): write(text)
        case .array(let elements):
            list("[", "]", elements) { writer, element in writer.write(element) }
        case .object(let object):
            let members =
                sortedKeys
                ? object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : object.members
            list("{", "}", members) { writer, member in
                writer.write(member.key)
                writer.bytes.append(UInt8(ascii: ":"))
                if writer.style == .pretty { writer.bytes.append(UInt8(ascii: " ")) }
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ elements: [Element],
        each: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: opening))
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            each(&self, element)
        }
        level -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: closing))
    }

    private mutating func breakLine() {
        guard style == .pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Escapes the characters of RFC 8259, section 7, and the control characters U+007F to U+009F, which terminals
    /// interpret.
    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        // Most strings have nothing to escape.
        if putPlain(text) { return }
        var previous: UInt8 = 0
        for byte in text.utf8 {
            defer { previous = byte }
            switch byte {
            case UInt8(ascii: "\""): put("\\\"")
            case UInt8(ascii: "\\"): put("\\\\")
            case 0x0A: put("\\n")
            case 0x0D: put("\\r")
            case 0x09: put("\\t")
            case 0x00...0x1F:
                put("\\u00")
                put(byte < 0x10 ? "0" : "1")
                put(String(byte & 0xF, radix: 16))
            case 0x7F: put("\\u007f")
            case 0x80...0x9F where previous == 0xC2:
                bytes.removeLast()
                put("\\u00")
                put(String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
    }

    /// Writes a string that needs no escapes; returns false for other strings.
    private mutating func putPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            for byte in text
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
                || byte == 0xC2
            {
                return false
            }
            bytes.append(contentsOf: text)
            return true
        }
    }
}
