/// A placeholder as other systems write it, such as `${token}`, `<int:uid>`, `:uid`, `[uid]` or `{% if name %}`.
///
/// All of them are literal text in the files of a site, so that people would read them, or a backend would receive them.
package struct ForeignPlaceholder: Hashable, Sendable {
    package enum Context: Sendable {
        /// Text for people, where brackets alone and a dollar sign are ordinary.
        case prose
        /// A segment of a path or the value of an item, where nearly all signs mean a parameter.
        case address
    }

    /// The bytes of the text that it consists of.
    package let range: Range<Int>
    /// The name in it, reduced to what a name may consist of; nil if it contains none.
    package let name: String?

    /// What encloses a name: how it begins, how it ends, and where it is recognised.
    private static let forms: [(open: String, close: String, inProse: Bool)] = [
        ("{%", "%}", true), ("<%", "%>", true), ("{{", "}}", false), ("${", "}", true), ("#{", "}", true),
        ("%{", "}", true), ("%(", ")", true), ("{$", "}", true), ("*|", "|*", true), ("{", "}", true),
        ("\\(", ")", false), ("[[", "]]", false), ("[", "]", false), ("((", "))", false), ("(", ")", false),
        ("<", ">", false), ("%", "%", true),
    ]

    /// The placeholder at an index; nil if there is none, or one as Latchkey writes it: `{{name}}` in prose, `{name}` in
    /// an address.
    package static func at(_ index: Int, in bytes: [UInt8], _ context: Context) -> ForeignPlaceholder? {
        let rest = bytes[index...]
        guard let form = forms.first(where: { ($0.inProse || context == .address) && rest.starts(with: $0.open.utf8) })
        else { return context == .address ? prefixed(at: index, in: bytes) : nil }
        let start = index + form.open.utf8.count
        let close = Array(form.close.utf8)
        guard let end = bytes[start...].prefix(longest).indices.first(where: { bytes[$0...].starts(with: close) })
        else {
            return context == .address ? prefixed(at: index, in: bytes) : nil
        }
        let content = bytes[start..<end]
        let found = ForeignPlaceholder(range: index..<(end + close.count), name: name(in: content, closedBy: close))
        switch form.open {
        case "{":
            // `{target=_blank}` and `{.wide}` are attributes of other Markdown dialects.
            let isAttribute = content.first == UInt8(ascii: ".") || content.contains(UInt8(ascii: "="))
            if context == .prose, isAttribute, content.allSatisfy({ $0 > 0x20 }) {
                return ForeignPlaceholder(range: found.range, name: nil)
            }
            // `{#name}}` lacks a brace; `{#name}` is an attribute of other dialects.
            let isTag =
                "#/".utf8.contains(content.first ?? 0) && isName(content.dropFirst())
                && bytes[found.range.upperBound...].first == UInt8(ascii: "}")
            if context == .prose { return isPath(content) || isTag ? found : nil }
            // `{uid:int}`, `{uid?}` and `{*path}` are other systems', and `{user id}` is a mistake in a name of ours.
            return content.contains { ":?*.<".utf8.contains($0) } ? found : nil
        // Two hexadecimal digits after a percent sign are an encoded byte, and `100%` is an amount.
        case "%":
            return isPath(content) && PercentEncoding.decodedByte(in: bytes, at: index) == nil ? found : nil
        case "%(", "${", "#{", "%{", "{$", "*|": return found.name != nil ? found : nil
        default: return found
        }
    }

    /// The longest placeholder in bytes, so that a long text is not searched again for each sign.
    private static let longest = 80

    /// A parameter that a sign alone begins: `:uid`, `$uid`, `*path`, `%s`.
    private static func prefixed(at index: Int, in bytes: [UInt8]) -> ForeignPlaceholder? {
        guard let sign = bytes[index...].first, ":$*%".utf8.contains(sign),
            sign != UInt8(ascii: "%") || PercentEncoding.decodedByte(in: bytes, at: index) == nil
        else { return nil }
        let end = bytes[(index + 1)...].firstIndex { !isOfName($0) } ?? bytes.count
        let content = bytes[(index + 1)..<end]
        guard isName(content) else { return nil }
        // `%s` and `%d` have a type and no name.
        return ForeignPlaceholder(
            range: index..<end, name: sign == UInt8(ascii: "%") ? nil : String(decoding: content, as: UTF8.self))
    }

    /// The name in a placeholder: without a type (`int:uid`, `uid:[0-9]+`), a filter (`uid|safe`) and an expression around
    /// it (`?P<uid>.+`).
    private static func name(in content: ArraySlice<UInt8>, closedBy close: [UInt8]) -> String? {
        var content = content.prefix { $0 != UInt8(ascii: "|") }
        if let open = content.firstIndex(of: UInt8(ascii: "<")), let end = content.firstIndex(of: UInt8(ascii: ">")),
            open < end
        {
            content = content[(open + 1)..<end]
        } else if close == Array(">".utf8) {
            content = content.lastIndex(of: UInt8(ascii: ":")).map { content[($0 + 1)...] } ?? content
        } else {
            content = content.prefix { $0 != UInt8(ascii: ":") }
        }
        let words = content.split { !isOfName($0) }.filter { isName($0) && $0.count > 1 }
        return words.isEmpty ? nil : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    }

    /// Whether bytes are names with dots between them: `user.email`.
    private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isName)
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first?.isASCIILetter == true && bytes.allSatisfy(isOfName)
    }

    private static func isOfName(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == 0x2D || byte == 0x5F }

    /// The first variable in a URL without parameters, also one in capitals that signs alone make one: `https://${HOST}/help`,
    /// `https://<host>/help`, `mailto:help@$DOMAIN`.
    package static func first(inURL text: String) -> (text: String, name: String)? {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let isValue = bytes[index...].starts(with: "{{".utf8)
            // The sign before a value begins no variable: `/reset#{{token}}`.
            let isOwn = isValue || bytes[(index + 1)...].starts(with: "{{".utf8)
            let found = constant(at: index, in: bytes) ?? (isOwn ? nil : at(index, in: bytes, .prose))
            if let found, let name = found.name { return (String(decoding: bytes[found.range], as: UTF8.self), name) }
            index += isValue ? 2 : 1
        }
        return nil
    }

    /// What encloses the name of a variable in a URL, and whether only as the whole host.
    private static let urlForms: [(open: String, close: String, isHost: Bool)] = [
        ("{{", "}}", false), ("<", ">", false), ("$(", ")", false), ("[", "]", true), ("__", "__", true),
        ("@@", "@@", false), ("$", "", false),
    ]

    private static func constant(at index: Int, in bytes: [UInt8]) -> ForeignPlaceholder? {
        let rest = bytes[index...]
        guard let form = urlForms.first(where: { rest.starts(with: $0.open.utf8) }),
            !form.isHost || bytes[..<index].suffix(2).elementsEqual("//".utf8),
            // `?price=$USD` is a value like any other.
            !form.close.isEmpty || !bytes[..<index].contains(where: "?#".utf8.contains)
        else { return nil }
        let start = index + form.open.utf8.count
        let content = bytes[start...].prefix { isOfName($0) }
        // Without `firstRange(of:)`, which would bring the engine of regular expressions into the server.
        let end = content.indices.dropLast().first { content[$0...].starts(with: "__".utf8) }
        let name = content[..<(end ?? content.endIndex)]
        guard name.count > 2, isName(name), form.open == "<" || !name.contains(where: \.isASCIILowercase),
            bytes[name.endIndex...].starts(with: form.close.utf8)
        else { return nil }
        return ForeignPlaceholder(
            range: index..<(name.endIndex + form.close.utf8.count), name: String(decoding: name, as: UTF8.self))
    }

    /// The first placeholder at the start of a path's segment or of an item's value.
    package static func first(inAddress text: String) -> (text: String, found: ForeignPlaceholder)? {
        let bytes = Array(text.utf8)
        for index in bytes.indices where index == 0 || bytes[index - 1] == 0x2F || bytes[index - 1] == 0x3D {
            if let found = at(index, in: bytes, .address) {
                return (String(decoding: bytes[found.range], as: UTF8.self), found)
            }
        }
        return nil
    }
}
