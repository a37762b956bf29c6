internal import Diagnostics
internal import TextEncoding

extension SourceText {
    /// The first character of a part of the file that YAML does not allow: a byte that is not UTF-8, a control
    /// character, or a character that libyaml treats as a line break although YAML 1.2 does not. A byte order mark at
    /// its start is removed from the range.
    func characterProblem(in range: inout Range<Int>) -> Diagnostic? {
        if bytes[range].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }) {
            return nil
        }
        if let problem = encodingProblem(in: range) { return problem }
        if bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) { range = (range.lowerBound + 3)..<range.upperBound }
        if let problem = blankProblem(in: range) { return problem }
        var offset = range.lowerBound
        for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
                break
            case 0x85, 0x2028, 0x2029:
                return diagnostic(
                    code: "control-character", at: offset,
                    "U+\(scalar.value.hexadecimal(digits: 4)) breaks lines for some readers and not for others",
                    fix: "Remove it, or write it as \"\\u\(scalar.value.hexadecimal(digits: 4))\".")
            default:
                return diagnostic(
                    code: "control-character", at: offset,
                    "the character U+\(scalar.value.hexadecimal(digits: 4)) is not allowed", fix: "Remove it.")
            }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    /// The first blank beyond ASCII that indents a line, or stands between a key and its value: text to YAML, and a space
    /// in an editor.
    private func blankProblem(in range: Range<Int>) -> Diagnostic? {
        enum Place { case indentation, key, afterColon, value }
        var place = Place.indentation
        var offset = range.lowerBound
        for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
            let isBlank = scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
            if isBlank || scalar.value == 0x200B, place == .indentation || place == .afterColon {
                return diagnostic(
                    code: "blank-beyond-ascii", at: offset,
                    "this looks like a space and is U+\(scalar.value.hexadecimal(digits: 4)), which YAML reads as text",
                    fix: "Write a space in its place.")
            }
            switch scalar {
            case "\n", "\r": place = .indentation
            case " ", "\t": if place != .indentation { place = .value }
            case ":": place = place == .key ? .afterColon : .value
            case "-" where place == .indentation: place = .afterColon
            default:
                let isOfName =
                    scalar.value < 0x80
                    && (UInt8(scalar.value).isASCIIAlphanumeric || "-_".unicodeScalars.contains(scalar))
                place = isOfName && (place == .indentation || place == .key) ? .key : .value
            }
            offset += UTF8.width(scalar)
        }
        return nil
    }
}
