/// A condensed stylesheet without the rules that a document has no use for.
///
/// A rule goes when each of its selectors names an element or a class that the document never has, neither as it is
/// served nor by its script. What stands in parentheses is not looked at, so nothing is dropped that might be wanted.
struct UsedCSS {
    private let vocabulary: Vocabulary

    /// The elements and classes that a document has, or may come to have.
    struct Vocabulary: Hashable, Sendable {
        private(set) var elements: Set<String> = ["html", "head", "body"]
        private(set) var classes: Set<String> = []

        /// - Parameters:
        ///   - html: the document without its style and its script.
        ///   - script: every word in it may be an element or a class.
        init(html: String, script: String) {
            // Bytes, for this is read for every page of every build.
            let words = Set(script.utf8.split { !Self.isName($0) }.map(Self.text))
            elements.formUnion(words)
            classes.formUnion(words)
            let mark = Array(" class=\"".utf8)
            for tag in html.utf8.split(separator: UInt8(ascii: "<")).dropFirst() {
                elements.insert(Self.text(tag.prefix(while: Self.isName)).lowercased())
                guard let start = Self.end(of: mark, in: tag) else { continue }
                let list = tag[start...].prefix { $0 != UInt8(ascii: "\"") }
                classes.formUnion(list.split(separator: UInt8(ascii: " ")).map(Self.text))
            }
        }

        static func isName(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
        }

        private static func isName(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }

        private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }

        private static func end(of piece: [UInt8], in text: Substring.UTF8View) -> Substring.Index? {
            var rest = text
            while let blank = rest.firstIndex(of: piece[0]) {
                rest = rest[blank...]
                if rest.starts(with: piece) { return rest.index(rest.startIndex, offsetBy: piece.count) }
                rest = rest.dropFirst()
            }
            return nil
        }
    }

    /// The rules that a document of this vocabulary has a use for.
    static func text(of css: String, for vocabulary: Vocabulary) -> String {
        let rules = UsedCSS(vocabulary: vocabulary).rules(in: css[...])
        // Animations are known by their names.
        return rules.filter { rule in
            guard rule.hasPrefix("@keyframes ") else { return true }
            let name = rule.dropFirst("@keyframes ".count).prefix(while: Vocabulary.isName)
            return rules.contains { !$0.hasPrefix("@keyframes ") && $0.split { !Vocabulary.isName($0) }.contains(name) }
        }.joined()
    }

    private func rules(in css: Substring) -> [String] {
        var rules: [String] = []
        var rest = css
        while let open = rest.firstIndex(of: "{"), let close = Self.close(of: open, in: rest) {
            let prelude = rest[..<open]
            let body = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if prelude.hasPrefix("@media") || prelude.hasPrefix("@supports") {
                let inner = self.rules(in: body).joined()
                if !inner.isEmpty { rules.append("\(prelude){\(inner)}") }
            } else if prelude.hasPrefix("@") {
                rules.append("\(prelude){\(body)}")
            } else {
                let used = Self.selectors(in: prelude).filter(isUsed)
                if !used.isEmpty { rules.append("\(used.joined(separator: ",")){\(body)}") }
            }
        }
        return rules
    }

    private func isUsed(_ selector: Substring) -> Bool {
        var rest = selector
        while let first = rest.first {
            switch first {
            case "(": rest = Self.close(of: rest.startIndex, in: rest).map { rest[rest.index(after: $0)...] } ?? ""
            case "[": rest = rest.firstIndex(of: "]").map { rest[rest.index(after: $0)...] } ?? ""
            case ".", ":", "#":
                let kind = first
                rest = rest.drop { $0 == kind }
                let name = rest.prefix(while: Vocabulary.isName)
                if kind == ".", !vocabulary.classes.contains(String(name)) { return false }
                rest = rest.dropFirst(name.count)
            case _ where Vocabulary.isName(first):
                let name = rest.prefix(while: Vocabulary.isName)
                if !vocabulary.elements.contains(name.lowercased()) { return false }
                rest = rest.dropFirst(name.count)
            default: rest = rest.dropFirst()
            }
        }
        return true
    }

    /// The selectors of a list, cut at the commas that stand in no parentheses.
    private static func selectors(in list: Substring) -> [Substring] {
        var selectors: [Substring] = []
        var start = list.startIndex
        var depth = 0
        for index in list.indices {
            switch list[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                selectors.append(list[start..<index])
                start = list.index(after: index)
            default: continue
            }
        }
        return selectors + [list[start...]]
    }

    /// Where what opens at a place is closed; strings are passed over.
    private static func close(of open: Substring.Index, in text: Substring) -> Substring.Index? {
        var depth = 0
        var quote: Character?
        for index in text[open...].indices {
            let character = text[index]
            if let mark = quote {
                if character == mark { quote = nil }
                continue
            }
            switch character {
            case "\"", "'": quote = character
            case "{", "(": depth += 1
            case "}", ")":
                depth -= 1
                if depth == 0 { return index }
            default: continue
            }
        }
        return nil
    }
}
