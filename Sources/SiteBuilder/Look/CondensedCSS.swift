/// A stylesheet without what only people need: comments, indentation, blanks around punctuation.
///
/// Strings are left alone, and so is every blank that might mean something, as in `a :hover` and `calc(1px + 2px)`.
struct CondensedCSS {
    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    /// Where the declaration or selector that is being read begins in the result.
    private var start = 0
    /// How many parentheses are open.
    private var depth = 0

    /// The stylesheet that says the same in fewer bytes.
    static func text(of css: String) -> String {
        var condensed = CondensedCSS(bytes: Array(css.utf8))
        condensed.run()
        return String(decoding: condensed.result, as: UTF8.self)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func run() {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): copyString(until: byte)
            case _ where Self.isPunctuation(byte): takePunctuation(byte)
            case _ where isCombinator(byte):
                dropBlanks()
                take(byte)
                skipBlanks()
            case UInt8(ascii: "!"):
                dropBlanks()
                take(byte)
            case UInt8(ascii: ":"):
                // In parentheses too, as in a media query: there no selector has a blank behind its colon.
                let isDeclaration = isProperty || depth > 0
                take(byte)
                if isDeclaration { skipBlanks() }
            case _ where Self.isBlank(byte):
                if let last = result.last, !Self.isPunctuation(last), !Self.isBlank(last) { result.append(0x20) }
                index += 1
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                depth = max(0, depth + (byte == UInt8(ascii: "(") ? 1 : -1))
                take(byte)
            default: take(byte)
            }
        }
        dropBlanks()
    }

    private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    /// Whether what was read since the last declaration is a property's name; a selector's colon is none of ours.
    private var isProperty: Bool {
        start < result.count
            && result[start...].allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","): true
        default: false
        }
    }

    /// What stands between two selectors; in parentheses it may be arithmetic, which needs its blanks.
    private func isCombinator(_ byte: UInt8) -> Bool {
        guard depth == 0 else { return false }
        return byte == UInt8(ascii: "+") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: ">")
    }

    private mutating func take(_ byte: UInt8) {
        result.append(byte)
        index += 1
    }

    private mutating func takePunctuation(_ byte: UInt8) {
        dropBlanks()
        if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") { result.removeLast() }
        take(byte)
        if byte != UInt8(ascii: ",") { start = result.count }
    }

    private mutating func dropBlanks() {
        while let last = result.last, Self.isBlank(last) { result.removeLast() }
    }

    private mutating func skipBlanks() {
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    }

    private mutating func skipComment() {
        index += 2
        while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && next == UInt8(ascii: "/")) { index += 1 }
        index = min(index + 2, bytes.count)
    }

    private mutating func copyString(until quote: UInt8) {
        take(quote)
        while index < bytes.count {
            let byte = bytes[index]
            take(byte)
            if byte == quote { return }
            if byte == UInt8(ascii: "\\"), index < bytes.count { take(bytes[index]) }
        }
    }
}
