package import Problems
internal import TextEncoding

/// A JSON pointer (RFC 6901): `/links/0/web`.
package struct JSONPointer: Hashable, Sendable {
    /// The unescaped reference tokens; empty for the whole value.
    package var components: [String]

    package init() {
        components = []
    }

    /// Creates a pointer from unescaped reference tokens.
    package init(_ components: [String]) {
        self.components = components
    }

    /// Parses a pointer: empty, or a slash before each token, with `~1` for a slash and `~0` for a tilde in it.
    package init(parsing text: String) throws(TextProblem) {
        components = []
        guard !text.isEmpty else { return }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw TextProblem(code: "bad-pointer", at: nil, "the JSON pointer '\(text)' does not begin with a slash")
        }
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            var component: [UInt8] = []
            var escaped = false
            for byte in part {
                switch (escaped, byte) {
                case (true, UInt8(ascii: "0")): component.append(UInt8(ascii: "~"))
                case (true, UInt8(ascii: "1")): component.append(UInt8(ascii: "/"))
                case (true, _): throw Self.loneTilde(text)
                case (false, UInt8(ascii: "~")): break
                case (false, _): component.append(byte)
                }
                escaped = !escaped && byte == UInt8(ascii: "~")
            }
            if escaped { throw Self.loneTilde(text) }
            components.append(String(decoding: component, as: UTF8.self))
        }
    }

    /// The pointer to a member or an element of the value that this one points to.
    package func appending(_ component: String) -> JSONPointer {
        JSONPointer(components + [component])
    }

    /// The pointer to an element of the array that this one points to, counted from 0.
    package func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// Parses an array index (RFC 6901, section 4): digits without leading zeros.
    static func arrayIndex(_ component: String) -> Int? {
        let digits = component.utf8
        guard let first = digits.first, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        guard first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        return Int(component)
    }

    private static func loneTilde(_ text: String) -> TextProblem {
        TextProblem(
            code: "bad-pointer", at: nil, "a tilde in the JSON pointer '\(text)' is followed by neither 0 nor 1")
    }
}

extension JSONPointer: CustomStringConvertible {
    package var description: String {
        var text = ""
        for component in components {
            text += "/"
            for scalar in component.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }
}
