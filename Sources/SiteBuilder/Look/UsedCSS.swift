/// A condensed stylesheet without the rules that a document has no use for.
///
/// A rule goes when each of its selectors names an element or a class that the document never has, neither as it is
/// served nor by its script. What stands in parentheses is not looked at, so nothing is dropped that might be wanted.
///
/// It goes through the sheet byte by byte, for it does so for every page of every build; all that has a meaning in CSS is
/// ASCII.
struct UsedCSS {
    private typealias Bytes = Substring.UTF8View

    private let vocabulary: Vocabulary

    /// The elements and classes that a document has, or may come to have.
    struct Vocabulary: Hashable, Sendable {
        private(set) var elements: Set<String> = ["html", "head", "body"]
        private(set) var classes: Set<String> = []

        /// - Parameters:
        ///   - html: the document without its style and its script.
        ///   - script: every word in it may be an element or a class.
        init(html: String, script: String) {
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

        static func isName(_ byte: UInt8) -> Bool {
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
        let rules = UsedCSS(vocabulary: vocabulary).rules(in: css[...].utf8)
        // Animations are known by their names.
        return rules.filter { rule in
            guard rule.hasPrefix("@keyframes ") else { return true }
            let name = rule.utf8.dropFirst("@keyframes ".utf8.count).prefix(while: Vocabulary.isName)
            return rules.contains { other in
                !other.hasPrefix("@keyframes ")
                    && other.utf8.split { !Vocabulary.isName($0) }.contains { $0.elementsEqual(name) }
            }
        }.joined()
    }

    private func rules(in css: Bytes) -> [String] {
        var rules: [String] = []
        var rest = css
        while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = Self.close(of: open, in: rest) {
            let prelude = Substring(rest[..<open])
            let body = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if prelude.hasPrefix("@media") || prelude.hasPrefix("@supports") {
                let inner = self.rules(in: body).joined()
                if !inner.isEmpty { rules.append("\(prelude){\(inner)}") }
            } else if prelude.hasPrefix("@") {
                rules.append("\(prelude){\(Substring(body))}")
            } else {
                let used = Self.selectors(in: prelude.utf8).filter(isUsed).map { String(Substring($0)) }
                if !used.isEmpty { rules.append("\(used.joined(separator: ",")){\(Substring(body))}") }
            }
        }
        return rules
    }

    private func isUsed(_ selector: Bytes) -> Bool {
        var rest = selector
        while let first = rest.first {
            switch first {
            case UInt8(ascii: "("):
                guard let close = Self.close(of: rest.startIndex, in: rest) else { return true }
                rest = rest[rest.index(after: close)...]
            case UInt8(ascii: "["):
                guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return true }
                rest = rest[rest.index(after: close)...]
            case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "#"):
                rest = rest.drop { $0 == first }
                let name = Substring(rest.prefix(while: Vocabulary.isName))
                if first == UInt8(ascii: "."), !vocabulary.classes.contains(String(name)) { return false }
                rest = rest.dropFirst(name.utf8.count)
            case _ where Vocabulary.isName(first):
                let name = Substring(rest.prefix(while: Vocabulary.isName))
                if !vocabulary.elements.contains(name.lowercased()) { return false }
                rest = rest.dropFirst(name.utf8.count)
            default: rest = rest.dropFirst()
            }
        }
        return true
    }

    /// The selectors of a list, cut at the commas that stand in no parentheses.
    private static func selectors(in list: Bytes) -> [Bytes] {
        var selectors: [Bytes] = []
        var start = list.startIndex
        var depth = 0
        for index in list.indices {
            switch list[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                selectors.append(list[start..<index])
                start = list.index(after: index)
            default: continue
            }
        }
        return selectors + [list[start...]]
    }

    /// Where what opens at a place is closed; strings are passed over.
    private static func close(of open: Substring.Index, in text: Bytes) -> Substring.Index? {
        var depth = 0
        var quote: UInt8?
        for index in text[open...].indices {
            let byte = text[index]
            if let mark = quote {
                if byte == mark { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return index }
            default: continue
            }
        }
        return nil
    }
}
