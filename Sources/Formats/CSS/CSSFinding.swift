/// What a style sheet contains that loads something, or that changes the meaning of the rules after it.
///
/// Properties and their values are not checked.
package struct CSSFinding: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A rule `@import`.
        case importRule
        /// An address, and the function that loads it, in lower case; `isFont` in a rule `@font-face`.
        case address(String, function: String, isFont: Bool)
        case unclosedComment, unclosedString
        /// The last bracket that is never closed.
        case unclosed(UInt8)
        /// A bracket that closes nothing.
        case unopened(UInt8)
    }

    package let kind: Kind
    /// The offset in bytes; of an address, that of its function.
    package let offset: Int

    /// The functions whose texts are addresses (CSS Values 4, section 4.5; CSS Images 4, section 2).
    private static let loading: Set = ["url", "src", "image", "image-set", "-webkit-image-set"]

    private struct Open {
        let bracket: UInt8
        let offset: Int
        /// The function or at-rule that the bracket belongs to, in lower case, and its offset.
        let owner: (name: String, offset: Int)
    }

    /// The findings in a style sheet, or in the declarations of an attribute, in their order.
    package static func all(in bytes: [UInt8]) -> [CSSFinding] {
        var findings: [CSSFinding] = []
        var open: [Open] = []
        /// The at-rule that has begun, such as `@media`.
        var rule = ""
        for token in CSSTokenizer(bytes) {
            let start = token.range.lowerBound
            func add(_ kind: Kind, at offset: Int? = nil) {
                findings.append(CSSFinding(kind: kind, offset: offset ?? start))
            }
            func add(address: String, of function: (name: String, offset: Int)) {
                // The address of a namespace is only a name.
                if rule == "@namespace" { return }
                let isFont = open.contains { $0.owner.name == "@font-face" }
                add(.address(address, function: function.name, isFont: isFont), at: function.offset)
            }
            switch token.kind {
            case .comment(isClosed: false): add(.unclosedComment)
            case .string(let text, let isClosed):
                if let owner = open.last?.owner, loading.contains(owner.name) { add(address: text, of: owner) }
                if !isClosed { add(.unclosedString) }
            case .url(let address): add(address: address, of: ("url", start))
            case .atKeyword(let name):
                rule = "@" + name.lowercased()
                if rule == "@import" { add(.importRule) }
            case .function(let name):
                // Such an address stands elsewhere, or in no style sheet.
                if let owner = open.last?.owner, loading.contains(owner.name), token.isFunction("var") {
                    add(address: "var()", of: owner)
                }
                let bracket = token.range.upperBound - 1
                open.append(Open(bracket: bytes[bracket], offset: bracket, owner: (name.lowercased(), start)))
            case .opening(let bracket):
                let isBlock = bracket == UInt8(ascii: "{")
                open.append(Open(bracket: bracket, offset: start, owner: (isBlock ? rule : "", start)))
                rule = ""
            case .closing(let bracket):
                if let last = open.last, closing(last.bracket) == bracket {
                    open.removeLast()
                } else {
                    add(.unopened(bracket))
                }
            case .semicolon: rule = ""
            case .whitespace, .comment, .identifier, .value, .colon, .delimiter: continue
            }
        }
        if let last = open.last { findings.append(CSSFinding(kind: .unclosed(last.bracket), offset: last.offset)) }
        return findings
    }

    package static func closing(_ bracket: UInt8) -> UInt8 {
        switch bracket {
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "("): UInt8(ascii: ")")
        default: UInt8(ascii: "]")
        }
    }
}
