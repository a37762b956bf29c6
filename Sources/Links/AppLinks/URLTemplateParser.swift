import Problems
internal import TextEncoding

/// Parses a URL template byte by byte.
struct URLTemplateParser {
    private let bytes: [UInt8]
    private var index = 0
    private var names: Set<String> = []

    private(set) var scheme: String?
    private(set) var host: String?
    private(set) var path: [URLTemplate.Part] = []
    private(set) var query: [URLTemplate.Item] = []
    private(set) var fragment: [URLTemplate.Item] = []
    private(set) var pieces: [URLTemplate.Part] = []
    /// Where the literal text after the last parameter begins.
    private var literalStart = 0

    /// The maximum length in bytes, which bounds the cost of all later steps.
    private static let longest = 2048

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(Problem<Int>) {
        guard !bytes.isEmpty else {
            throw problem(
                at: 0, "an address is missing", fix: "Write it like '/reset-password?token={token}'.")
        }
        guard bytes.count <= Self.longest else {
            throw problem(
                at: Self.longest, "the address is longer than \(Self.longest) bytes",
                fix: "Shorten it: email programs break addresses of that length.")
        }
        if bytes[0] != UInt8(ascii: "/") { try readScheme() }
        if scheme != nil, bytes[index...].starts(with: "//".utf8) { try readHost() }
        try readPath()
        if take("?") { query = try readItems(of: "query", until: UInt8(ascii: "#")) }
        if take("#") { fragment = try readItems(of: "fragment", until: nil) }
        endLiteral(at: bytes.count)
    }

    private func problem(at offset: Int, _ message: String, fix: String) -> Problem<Int> {
        Problem(code: "bad-url-template", at: offset, message, fix: fix)
    }

    private mutating func readScheme() throws(Problem<Int>) {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        if let colon, !URLParts.isScheme(bytes[..<colon]), bytes[colon...].starts(with: "://".utf8) {
            throw problem(
                at: 0, "'\(String(decoding: bytes[..<colon], as: UTF8.self))' is not a scheme",
                fix: "A scheme is a letter, then letters, digits, '+', '-' or '.', and no other characters.")
        }
        guard let colon, URLParts.isScheme(bytes[..<colon]) else {
            throw problem(
                at: 0, "an address begins with a slash or with a scheme",
                fix: "Write it like '/reset-password?token={token}' or 'artitec://reset-password?token={token}'.")
        }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        index = colon + 1
    }

    private mutating func readHost() throws(Problem<Int>) {
        index += 2
        let start = index
        let end = self.end(of: [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")])
        while index < end {
            guard bytes[index] != UInt8(ascii: "{") else {
                throw problem(
                    at: index, "a host cannot contain a parameter, since its case is not preserved",
                    fix: "Put it into the path or the query.")
            }
            guard bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: "@") else {
                throw problem(
                    at: index, "a host is written without user and port", fix: "Write the host alone.")
            }
            try checkCharacter(in: "host")
        }
        if start < end { host = String(decoding: bytes[start..<end], as: UTF8.self).lowercased() }
    }

    private mutating func readPath() throws(Problem<Int>) {
        let end = self.end(of: [UInt8(ascii: "?"), UInt8(ascii: "#")])
        while index < end {
            if bytes[index] == UInt8(ascii: "/") {
                index += 1
                guard index >= end || bytes[index] != UInt8(ascii: "/") || path.isEmpty && scheme != nil else {
                    throw problem(
                        at: index, "the path has a doubled slash", fix: "Remove one of the slashes.")
                }
                continue
            }
            path.append(try readSegment(until: bytes[index..<end].firstIndex(of: UInt8(ascii: "/")) ?? end))
        }
    }

    private mutating func readSegment(until end: Int) throws(Problem<Int>) -> URLTemplate.Part {
        let start = index
        if let name = try readParameter(of: "segment", until: end) { return .parameter(name) }
        while index < end { try checkCharacter(in: "path") }
        let text = try literal(from: start)
        let decoded = PercentEncoding.decodeIfPossible(text)
        guard decoded != ".", decoded != ".." else {
            throw problem(
                at: start, "browsers remove the segment '\(text)' from an address", fix: "Leave it out.")
        }
        return .literal(text)
    }

    private mutating func readItems(of part: String, until last: UInt8?) throws(Problem<Int>) -> [URLTemplate.Item] {
        let end = last.map { self.end(of: [$0]) } ?? bytes.count
        var items: [URLTemplate.Item] = []
        repeat {
            let start = index
            let itemEnd = bytes[index..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
            guard let equals = bytes[index..<itemEnd].firstIndex(of: UInt8(ascii: "=")), equals > start else {
                let text = String(decoding: bytes[start..<itemEnd], as: UTF8.self)
                throw problem(
                    at: start, "an item of the \(part) is a name and a value",
                    fix: text.isEmpty
                        ? "Remove the '&' that no item stands beside."
                        : "Write it like 'token={token}' or 'type=recovery'"
                            + (items.isEmpty ? "." : ", or the '&' before it as '%26' if the value contains it."))
            }
            while index < equals { try checkCharacter(in: "name") }
            let name = try literal(from: start)
            guard !name.hasPrefix("amp;") else {
                throw problem(
                    at: start, "an ampersand is written as '&' here, not as in HTML", fix: "Remove the 'amp;'.")
            }
            let decoded = PercentEncoding.decodeIfPossible(name)
            if items.contains(where: { PercentEncoding.decodeIfPossible($0.name) == decoded }) {
                throw problem(
                    at: start, "the \(part) has two items '\(name)'", fix: "Remove one of them.")
            }
            index = equals + 1
            items.append(URLTemplate.Item(name: name, value: try readValue(of: name, until: itemEnd)))
        } while take("&")
        return items
    }

    private mutating func readValue(of name: String, until end: Int) throws(Problem<Int>) -> URLTemplate.Part {
        let start = index
        if let parameter = try readParameter(of: "value", until: end) { return .parameter(parameter) }
        guard start < end else {
            throw problem(
                at: start, "the item '\(name)' has no value",
                fix: "Write '\(name)={\(name)}' for a parameter, or the value that it must have.")
        }
        while index < end { try checkCharacter(in: "value") }
        return .literal(try literal(from: start))
    }

    /// The text from `start` to the current position; an error if it does not decode to UTF-8.
    private func literal(from start: Int) throws(Problem<Int>) -> String {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard PercentEncoding.decode(text) != nil else {
            throw problem(
                at: start, "'\(text)' is not percent-encoded UTF-8",
                fix: "Encode every byte that the text has in UTF-8; an 'é' is '%C3%A9'.")
        }
        return text
    }

    /// The name of the parameter that begins here, if one does; an error unless it extends to `end`.
    private mutating func readParameter(of whole: String, until end: Int) throws(Problem<Int>) -> String? {
        let start = index
        guard let opening = bytes[start..<end].firstIndex(of: UInt8(ascii: "{")) else { return nil }
        guard let closing = bytes[opening..<end].firstIndex(of: UInt8(ascii: "}")) else {
            let name = String(
                decoding: bytes[(opening + 1)...].dropFirst().prefix { $0 != 0x7D && $0 != 0x2C }, as: UTF8.self)
            let isOperator = opening + 1 < bytes.count && "?&#".utf8.contains(bytes[opening + 1])
            throw problem(
                at: opening,
                isOperator ? "an operator before a parameter's name has no meaning here" : "the brace is never closed",
                fix: isOperator ? "Write ?\(name)={\(name)}" : "Close it with '}'.")
        }
        if whole == "segment", bytes[start..<opening].contains(UInt8(ascii: "=")) {
            throw problem(
                at: start, "the first item of a query follows a '?'",
                fix: "Write '?' in place of the '&' before it: /reset-password?token={token}")
        }
        if whole == "value", let second = bytes[start..<end].firstIndex(of: UInt8(ascii: "?")) {
            throw problem(at: second, "only the first '?' begins a query", fix: "Write '&' between items.")
        }
        guard opening == start, closing == end - 1 else {
            throw problem(
                at: opening, "a parameter must be a whole \(whole)",
                fix: "Give it a \(whole) of its own.")
        }
        let characters = bytes[(opening + 1)..<closing]
        let name = String(decoding: characters, as: UTF8.self)
        let isName = characters.enumerated().allSatisfy { place, byte in
            byte.isASCIILetter
                || place > 0 && (byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_"))
        }
        guard !name.isEmpty, isName else {
            throw problem(
                at: opening + 1, "a parameter's name is made of letters, digits, '-' and '_', a letter first",
                fix: "Write it like {token} or {user-id}.")
        }
        guard names.insert(name).inserted else {
            throw problem(
                at: opening + 1, "the parameter '\(name)' is in the address twice",
                fix: "Give one of the two another name.")
        }
        endLiteral(at: opening)
        pieces.append(.parameter(name))
        literalStart = end
        index = end
        return name
    }

    private mutating func endLiteral(at end: Int) {
        guard literalStart < end else { return }
        pieces.append(.literal(String(decoding: bytes[literalStart..<end], as: UTF8.self)))
    }

    /// Advances over one character of a literal; an error if the character is not allowed there.
    private mutating func checkCharacter(in part: String) throws(Problem<Int>) {
        let byte = bytes[index]
        switch byte {
        case _ where ASCIISet.unreserved.contains(byte): index += 1
        case UInt8(ascii: "%"):
            guard PercentEncoding.decodedByte(in: bytes, at: index) != nil else {
                throw problem(
                    at: index, "a percent sign is not followed by two hexadecimal digits",
                    fix: "Write a percent sign itself as '%25'.")
            }
            index += 3
        case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "$"):
            // Apple's patterns cannot escape these three.
            throw problem(
                at: index, "the character '\(Unicode.Scalar(byte))' would be a wildcard in the association files",
                fix: "Write {name} for the part that differs from link to link.")
        case UInt8(ascii: "{"), UInt8(ascii: "}"):
            throw problem(
                at: index, "this brace does not belong to a parameter",
                fix: "Write a parameter as {name}, and a brace itself as '%7B' or '%7D'.")
        case UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "+"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "@"):
            index += 1
        case UInt8(ascii: "/") where part == "value": index += 1
        case UInt8(ascii: "/") where index > 0 && bytes[index - 1] == UInt8(ascii: "#"):
            throw problem(
                at: index, "the paths of a router behind '#' are no addresses of pages",
                fix: "Write the path alone: \(String(decoding: bytes[index...], as: UTF8.self))")
        case UInt8(ascii: "="), UInt8(ascii: "&"):
            guard part == "path" || part == "value" && byte == UInt8(ascii: "=") else { fallthrough }
            index += 1
        default:
            let character = String(decoding: bytes[index...], as: UTF8.self).unicodeScalars.first.map(String.init) ?? ""
            throw problem(
                at: index, "the character '\(character)' is not allowed in a \(part)",
                fix: "Write it as '\(PercentEncoding.encode(character))'.")
        }
    }

    private func end(of delimiters: [UInt8]) -> Int {
        bytes[index...].firstIndex { delimiters.contains($0) } ?? bytes.count
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }
}
