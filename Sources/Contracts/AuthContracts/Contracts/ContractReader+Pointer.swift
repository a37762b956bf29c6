package import Configuration
import JSON
import Problems
import TextEncoding

extension BodyPointer {
    /// Parses the text of a value or of its key, and reports an error in it.
    init?(_ text: String, of value: ConfigurationValue, isAboutKey: Bool = false) {
        let header = text.split(separator: " ")
        if header.count == 2, header[0].lowercased() == "header", !text.hasPrefix("/") {
            value.report(
                "header-as-pointer", isAboutKey: isAboutKey,
                "this is a header, and a pointer names a value of the body",
                fix: "Write headers: { \(String(header[1])): … } in the rule.")
            return nil
        }
        let pointer = Self.pointer(ofPath: text)
        if text.hasPrefix("/"), let pointer {
            value.report(
                "foreign-pointer", isAboutKey: isAboutKey, "'\(text)' is not how a pointer is written here",
                fix: "Write \(pointer).")
            return nil
        }
        do {
            self = BodyPointer(try JSONPointer(parsing: text))
        } catch {
            value.report(
                error.code, isAboutKey: isAboutKey, ValueMessage(known: error.message),
                fix: (pointer ?? Self.pointer(ofNames: text)).map { "Write \($0)." }
                    ?? "Write a JSON pointer such as /error/message; '~' is ~0 in it, and '/' is ~1.")
            return nil
        }
    }

    /// The pointer for a path as JavaScript, JSONPath and others write it: `errors[0].code`, `$.errors.0`,
    /// `/errors['code']`; nil for a text that is none. A dot alone may belong to a name.
    fileprivate static func pointer(ofPath text: String) -> String? {
        let path = text.drop { $0 == "$" || $0 == "/" }
        guard !path.isEmpty, !path.contains("="),
            path.allSatisfy({ $0.isLetter || $0.isNumber || "._-/[]'\"*".contains($0) })
        else { return nil }
        let names = path.split { "./[]'\"".contains($0) }
        let dotted = path.prefix { $0 != "/" }.split(separator: ".").dropFirst()
        guard
            path.contains("[") && path.contains("]") || dotted.contains(where: { $0.allSatisfy(\.isNumber) })
                || text.hasPrefix("$.")
        else { return nil }
        return names.map { "/" + $0 }.joined()
    }

    /// The pointer for names that lack its first slash: `error/code`, `error.code`; nil for other texts.
    fileprivate static func pointer(ofNames text: String) -> String? {
        guard text.first?.isLetter == true, text.allSatisfy({ $0.isLetter || $0.isNumber || "._-/".contains($0) })
        else { return nil }
        return text.split { "./".contains($0) }.map { "/" + $0 }.joined()
    }
}

extension Contract.Keep: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        if value.name.hasPrefix("/"), let name = value.node.text, ContractText.isName(name) {
            value.report(
                "exchanged-values", isAboutKey: true, "the name of the value and its place are exchanged",
                fix: "Write \(name): \(known: value.name)")
            return nil
        }
        if !ContractText.isName(value.name) || value.name == "base" || value.name == "wait" {
            value.report(
                "bad-value-name", isAboutKey: true, "'\(value.name)' is not a name for a value to keep",
                fix: "Use letters, digits, hyphens and underscores; 'base' and 'wait' are taken.")
        }
        guard let source = Contract.Source(reading: value) else { return nil }
        self.init(name: value.name, source: source)
    }
}

extension Contract.Source: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch (words.first, words.count) {
        case ("header", 2):
            guard value.isHeaderName(words[1]) else { return nil }
            self = .header(words[1].lowercased())
        case ("cookie", 2) where words[1].isToken: self = .cookie(words[1])
        case _ where text.isEmpty || text.hasPrefix("/"):
            // Members of objects may have such a name, but what is kept is a value in words of its own.
            if text.utf8.contains(UInt8(ascii: ".")), text.allSatisfy({ $0.isLetter || "._-/".contains($0) }) {
                value.report(
                    "dotted-pointer", "'\(text)' names a member with a '.' in its name",
                    fix: "Write \(String(text.map { $0 == "." ? "/" : $0 }))")
                return nil
            }
            guard let pointer = BodyPointer(text, of: value) else { return nil }
            self = .body(pointer)
        default:
            Self.report(value, text)
            return nil
        }
    }

    /// Reports a text that is no place in a response.
    private static func report(_ value: ConfigurationValue, _ text: String) {
        let isNumber = text.first?.isNumber == true
        if value.name == "wait", isNumber || ["true", "false", "retry-after"].contains(text.lowercased()) {
            return value.report(
                "bad-source", "'wait' names the place of the seconds in the response, and '\(text)' is no place",
                fix: isNumber
                    ? "Write a place such as /retry_in; if the response has none, remove it, and write 'retry-after: \(text.allSatisfy(\.isNumber) ? text + "s" : text)' under 'backend:' in app.yml."
                    : "Remove it: without it, the header 'Retry-After' is read.")
        }
        let isName =
            text.contains { $0.isLetter } && text.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
        // As code reads it: `cookies.XSRF-TOKEN`, `headers['X-Token']`.
        let words = text.split { !($0.isLetter || $0.isNumber || "_-".contains($0)) }
        let place = ["cookie", "header"].first { [$0, $0 + "s"].contains(words.first?.lowercased()) }
        let fix: ValueMessage =
            if words.count == 2, let place {
                "Write '\(known: place) \(String(words[1]))'."
            } else if isName, place == nil {
                "Write /\(text) for the member of the body with this name, or 'header NAME' or 'cookie NAME'."
            } else if let pointer = BodyPointer.pointer(ofPath: text) ?? BodyPointer.pointer(ofNames: text) {
                "Write \(pointer)."
            } else {
                "Write a JSON pointer such as /user/email, 'header NAME' or 'cookie NAME'."
            }
        value.report("bad-source", "'\(text)' is neither a JSON pointer nor a header or cookie", fix: fix)
    }
}
