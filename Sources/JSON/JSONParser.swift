/// A recursive-descent parser for one complete JSON text.
struct JSONParser {
    /// A name that occurs twice in one object.
    struct Duplicate {
        var path: [String]
        var offset: Int
    }

    let bytes: [UInt8]
    private let limits: JSONLimits
    /// The byte to be read next.
    var index = 0
    private var depth = 0
    /// The names and indices of the value that is being read.
    private var path: [String] = []
    private(set) var duplicateKeys: [Duplicate] = []

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> (JSONValue, JSONPlace) {
        guard bytes.count <= limits.bytes else {
            throw error(at: limits.bytes, "the text is longer than \(limits.bytes) bytes")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw error(
                at: 0, "the text begins with a byte order mark, which JSON does not allow",
                fix: "Save the file as UTF-8 without a byte order mark.")
        }
        try checkEncoding()
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
        try descend()
        var object = JSONObject()
        skipBlanks()
        if take("}") {
            depth -= 1
            return (.object(object), place)
        }
        while true {
            skipBlanks()
            let keyOffset = index
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw unexpected(object.isEmpty ? "a name in double quotes or '}'" : "a name in double quotes")
            }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw unexpected("':' after the name") }
            skipBlanks()
            path.append(key)
            let (value, valuePlace) = try value()
            var child = valuePlace
            child.keyOffset = keyOffset
            if let known = object.index(of: key) {
                duplicateKeys.append(Duplicate(path: path, offset: keyOffset))
                place.children[known] = child
            } else {
                place.children.append(child)
            }
            path.removeLast()
            object[key] = value
            skipBlanks()
            if take("}") { break }
            guard take(",") else { throw unexpected("',' or '}'") }
            skipBlanks()
            if index < bytes.count, bytes[index] == UInt8(ascii: "}") { throw trailingComma() }
        }
        depth -= 1
        return (.object(object), place)
    }

    private mutating func array() throws(JSONError) -> (JSONValue, JSONPlace) {
        var place = JSONPlace(offset: index)
        try descend()
        var elements: [JSONValue] = []
        skipBlanks()
        if take("]") {
            depth -= 1
            return (.array(elements), place)
        }
        while true {
            skipBlanks()
            path.append(String(elements.count))
            let (value, child) = try value()
            path.removeLast()
            elements.append(value)
            place.children.append(child)
            skipBlanks()
            if take("]") { break }
            guard take(",") else { throw unexpected("',' or ']'") }
            skipBlanks()
            if index < bytes.count, bytes[index] == UInt8(ascii: "]") { throw trailingComma() }
        }
        depth -= 1
        return (.array(elements), place)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let text = String(describing: word)
        guard bytes[index...].starts(with: text.utf8) else { throw unexpected("a value") }
        index += text.utf8.count
        return value
    }

    /// Enters an array or an object.
    private mutating func descend() throws(JSONError) {
        guard depth < limits.depth else { throw error("the text is nested deeper than \(limits.depth) levels") }
        depth += 1
        index += 1
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
