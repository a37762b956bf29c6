internal import TextEncoding

/// Markup and placeholders in a text that is shown as it is: a name, a title, a label, a subject.
struct ForeignText {
    /// The start in UTF-8 bytes from the start of the text.
    let offset: Int
    let message: String
    let fix: String

    /// What a text may contain besides words.
    enum Kind { case plain, words, line, name }

    /// Finds the first. `words` have placeholders `{name}`, and a `line` of an email has variables `{{name}}`; a `name`
    /// may have any sign, and only what stands for another text is told.
    static func first(in text: String, _ kind: Kind = .plain) -> ForeignText? {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: "{{".utf8), kind == .line, let end = rest.firstRange(of: Array("}}".utf8)) {
                index = end.upperBound
                continue
            }
            if let found = found(at: index, in: bytes, kind) { return found }
            index += 1
        }
        return nil
    }

    /// Whether a text begins with what a template leaves for its reader: `[YOUR APP]`, `[Company name]`.
    private static func isPlaceholder(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes.prefix(24), as: UTF8.self).lowercased()
        return ["[your ", "[your_", "[your-", "[company name", "[product name", "[app name", "[insert "].contains(
            where: text.hasPrefix)
    }

    private static func found(at index: Int, in bytes: [UInt8], _ kind: Kind) -> ForeignText? {
        func foreign(_ end: Int, _ fix: String) -> ForeignText {
            let text = String(decoding: bytes[index..<end], as: UTF8.self)
            return ForeignText(offset: index, message: "'\(text)' is shown literally here", fix: fix)
        }
        let rest = bytes[index...]
        let plain = "Write the words themselves."
        switch bytes[index] {
        case let sign where kind == .name && "{<*]".utf8.contains(sign): return nil
        // What `$${` is written for.
        case UInt8(ascii: "$") where kind == .name && rest.starts(with: "${".utf8): return nil
        case UInt8(ascii: "{") where kind == .words && !rest.starts(with: "{{".utf8): return nil
        case UInt8(ascii: "{") where rest.starts(with: "{{".utf8):
            guard let end = rest.firstRange(of: Array("}}".utf8)) else { return nil }
            return foreign(end.upperBound, kind == .words ? "Write {name} for a value." : plain)
        case UInt8(ascii: "<"):
            let name = rest.dropFirst().drop { $0 == UInt8(ascii: "/") }.prefix { $0.isASCIIAlphanumeric }
            guard name.first?.isASCIILetter == true, let next = bytes[name.endIndex...].first,
                " />".utf8.contains(next), let end = bytes[name.endIndex...].firstIndex(of: UInt8(ascii: ">"))
            else { break }
            return foreign(end + 1, "Write the words without HTML.")
        case UInt8(ascii: "&"):
            let name = rest.dropFirst().prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "#") }
            guard name.count > 1, bytes[name.endIndex...].first == UInt8(ascii: ";") else { return nil }
            return foreign(name.endIndex + 1, "Write the character itself, such as & or é.")
        case UInt8(ascii: "\\"):
            guard let next = rest.dropFirst().first, "nrt".utf8.contains(next),
                rest.dropFirst(2).first.map({ !$0.isASCIILowercase }) ?? true
            else { return nil }
            return foreign(index + 2, "Write it on one line; where several are meant, write a list: [one, two].")
        case UInt8(ascii: "]") where rest.starts(with: "](".utf8):
            guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
            return foreign(
                end + 1, "Write the words alone; what they link to is a key of its own, such as 'links:' of a field.")
        case UInt8(ascii: "[") where isPlaceholder(rest):
            return foreign(rest.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? bytes.count, plain)
        case UInt8(ascii: ":") where index == 0 || bytes[index - 1] == UInt8(ascii: " "):
            let name = rest.dropFirst().prefix { $0.isASCIILowercase || $0 == UInt8(ascii: "_") }
            guard name.count > 1, bytes[name.endIndex...].first == UInt8(ascii: ":") else { break }
            return foreign(name.endIndex + 1, "Write the emoji itself, such as 🎉.")
        case UInt8(ascii: "*") where rest.starts(with: "**".utf8): return foreign(index + 2, "Write the words alone.")
        case UInt8(ascii: "$"):
            let name = rest.dropFirst().prefix { $0.isASCIIUppercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
            guard name.first?.isASCIIUppercase == true, name.count > 2, index == 0 || name.contains(UInt8(ascii: "_"))
            else { break }
            return foreign(name.endIndex, plain)
        default: break
        }
        guard let found = ForeignPlaceholder.at(index, in: bytes, .prose) else { return nil }
        let known = found.name.flatMap { TemplateVariable(rawValue: $0.lowercased()).synonym?.rawValue }
        let name = known ?? found.name?.lowercased()
        return foreign(
            found.range.upperBound,
            kind == .line
                ? "Write {{\(name ?? "name")}} for a value."
                : name == nil ? plain : "\(plain) In app.yml, a variable is ${NAME}.")
    }
}
