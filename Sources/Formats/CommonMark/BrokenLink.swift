internal import Diagnostics
internal import TextEncoding

/// Finds text that was probably intended as a link.
enum BrokenLink {
    /// Examines the text after a `]` that closes no link, for a problem with the offset of the offending byte; nil if
    /// the bracket is plain text. `open` is the position of the matching `[`.
    static func problem(closing: Int, open: Int?, in bytes: [UInt8]) -> Problem<Int>? {
        let scanner = LinkScanner(bytes: bytes)
        let next = closing + 1
        // A line of its own is a button, which these words were to be.
        if let open, open == 0 || bytes[open - 1] == 0x0A, next >= bytes.count || bytes[next] == 0x0A,
            bytes[open..<closing].contains(0x20)
        {
            return problem(
                at: open, "these words in brackets have no address",
                fix:
                    "Write it after them: [words](/address). Of a placeholder, write what belongs there; and \\[ for the sign itself."
            )
        }
        guard next < bytes.count else { return nil }
        switch bytes[next] {
        case UInt8(ascii: "("): return problem(addressAt: next, open: open, closing: closing, scanner)
        case UInt8(ascii: "["):
            guard let open, let label = scanner.label(at: next) else { return nil }
            // `[a][]` is short for `[a][a]`.
            let name = String(decoding: bytes[label.isEmpty ? (open + 1)..<closing : label], as: UTF8.self)
            return problem(
                at: open, "the reference '\(name)' is not defined",
                fix: "Write the address after the words: [words](/address).")
        case UInt8(ascii: ":"):
            let address = scanner.skipSpaces(from: next + 1)
            guard let open, open == 0 || bytes[open - 1] == 0x0A, address < bytes.count,
                looksLikeAddress(bytes[address...])
            else { return nil }
            return problem(
                at: open, "this is not the definition of a link",
                fix: "Put an empty line before it, and no spaces into the address.")
        case UInt8(ascii: "{") where looksLikeAddress(bytes[(next + 1)...]):
            guard let open else { return nil }
            return withoutParentheses(at: open)
        default:
            let address = scanner.skipSpaces(from: next)
            let line = bytes[min(address, bytes.count)...].prefix { $0 != 0x0A }
            if let open, open == 0 || bytes[open - 1] == 0x0A, closing - open > 2, address > next,
                looksLikeAddress(line), !line.contains(where: \.isASCIIWhitespace)
            {
                return withoutParentheses(at: open)
            }
            guard let open, address > next, address + 1 < bytes.count, looksLikeAddress(bytes[(address + 1)...]),
                scanner.target(at: address) != nil
            else { return nil }
            return problem(
                at: open, "there is something between the words of this link and its address",
                fix: "Remove what is between ']' and '('.")
        }
    }

    private static func withoutParentheses(at open: Int) -> Problem<Int> {
        problem(at: open, "the address of this link is not in parentheses", fix: "Write it as [words](/address).")
    }

    private static func problem(at position: Int, _ message: String, fix: String) -> Problem<Int> {
        Problem(code: "broken-link", at: position, message, fix: fix)
    }

    private static func problem(
        addressAt parenthesis: Int, open: Int?, closing: Int, _ scanner: LinkScanner
    ) -> Problem<Int> {
        let bytes = scanner.bytes
        let start = parenthesis + 1
        guard let open else {
            return problem(at: closing, "this link has no '['", fix: "Write [words](/address).")
        }
        if scanner.target(at: parenthesis) != nil {
            return problem(at: open, "a link cannot contain another link", fix: "Take the inner link out.")
        }
        let rest = bytes[start...]
        guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else {
            return problem(at: open, "the address of this link is never closed", fix: "Close it with ')'.")
        }
        let inside = bytes[start..<end]
        if let space = spaceInBraces(inside) {
            let address = String(decoding: inside.filter { !$0.isASCIIWhitespace }, as: UTF8.self)
            let name = address.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            return problem(
                at: space, "an address cannot contain spaces",
                fix: address == "{{\(name)}}" && ["link", "support"].contains(name)
                    || !address.hasPrefix("{{") && !address.hasPrefix("{%")
                    ? "Write (\(address))."
                    : "Write ({{link}}) for the link of an email, or the path of a page: nothing is computed in an address."
            )
        }
        if let quote = curlyQuote(inside) {
            return problem(at: quote, "the title of a link needs straight quotes", fix: "Write \"…\" around it.")
        }
        if let quote = inside.firstIndex(of: UInt8(ascii: "\"")),
            inside.filter({ $0 == UInt8(ascii: "\"") }).count == 1
        {
            return problem(at: quote, "the title of this link is never closed", fix: "Close it with '\"'.")
        }
        if let space = inside.firstIndex(where: \.isASCIIWhitespace) {
            if space > inside.startIndex, bytes[space - 1] == UInt8(ascii: ":") {
                return problem(
                    at: space, "an address cannot contain spaces", fix: "Remove the space after the ':'.")
            }
            let label = String(decoding: inside[space...], as: UTF8.self)
                .trimming { !$0.isLetter && !$0.isNumber && !"….".contains($0) }
            let operation = String(decoding: inside[..<space], as: UTF8.self)
            return problem(
                at: space, "an address cannot contain spaces",
                fix: operation.hasPrefix("run:") && !label.isEmpty
                    ? "Write (\(operation) \"\(label)\"): the label while it runs is in quotes."
                    : "Write %20 for a space, and quotes around a title.")
        }
        return problem(
            at: open, "this link cannot be read", fix: "Write [words](/address), or \\] where a bracket is meant.")
    }

    /// The first blank between `{` and `}`.
    private static func spaceInBraces(_ bytes: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == UInt8(ascii: "\"") { return nil }
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth > 0, byte.isASCIIWhitespace { return index }
        }
        return nil
    }

    /// The first of the typographic quotes `“ ” „ ‘ ’ « » ‹ ›`, which editors substitute for straight ones.
    private static func curlyQuote(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast(2).first { index in
            switch (bytes[index], bytes[index + 1]) {
            case (0xC2, 0xAB), (0xC2, 0xBB): true
            case (0xE2, 0x80): (0x98...0x9F).contains(bytes[index + 2]) || (0xB9...0xBA).contains(bytes[index + 2])
            default: false
            }
        }
    }

    private static func looksLikeAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        ["/", "#", "run:", "app:", "mailto:", "http:", "https:", "{{link}}"].contains { bytes.starts(with: $0.utf8) }
    }
}
