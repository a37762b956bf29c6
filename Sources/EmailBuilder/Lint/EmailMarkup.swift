/// A mail's HTML as a list of what stands in it: enough to look at addresses, colours and styles.
///
/// It reads what templates produce, which is well formed; it is no parser for the web.
struct EmailMarkup {
    struct Element {
        let name: String
        /// Names in lower case, values with their entities resolved.
        let attributes: [String: String]
        /// The declarations of the `style` attribute, names in lower case.
        let style: [(name: String, value: String)]
        /// The indices of the elements around it, from the outside in.
        let ancestors: [Int]

        var classes: [String] { (attributes["class"] ?? "").split(separator: " ").map(String.init) }

        func value(of property: String) -> String? { style.last { $0.name == property }?.value }
    }

    private(set) var elements: [Element] = []
    /// Texts that are not blank, each with the index of the element that it stands in.
    private(set) var texts: [(text: String, element: Int)] = []
    /// What stands in `<style>`.
    private(set) var styleSheet = ""

    private static let void: Set = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]

    init(_ html: String) {
        var rest = html[...]
        var open: [Int] = []
        while let start = rest.firstIndex(of: "<") {
            addText(rest[..<start], open)
            rest = rest[start...]
            if rest.hasPrefix("<!--") {
                rest = Self.after("-->", in: rest)
            } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
                rest = Self.after(">", in: rest)
            } else if rest.hasPrefix("</") {
                let name = rest.dropFirst(2).prefix { $0 != ">" }.lowercased()
                if let last = open.lastIndex(where: { elements[$0].name == name }) { open.removeSubrange(last...) }
                rest = Self.after(">", in: rest)
            } else {
                let index = addElement(&rest, open)
                let name = elements[index].name
                if name == "style" {
                    let end = rest.indices.first { rest[$0...].hasPrefix("</") } ?? rest.endIndex
                    styleSheet += rest[..<end]
                    rest = rest[end...]
                }
                if !Self.void.contains(name) { open.append(index) }
            }
        }
    }

    private mutating func addText(_ text: Substring, _ open: [Int]) {
        guard let element = open.last, !text.allSatisfy(\.isWhitespace) else { return }
        texts.append((Self.decoded(text), element))
    }

    /// Reads a tag, up to behind its `>`.
    private mutating func addElement(_ rest: inout Substring, _ open: [Int]) -> Int {
        rest.removeFirst()
        let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }.lowercased()
        rest = rest.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while let first = rest.first, first != ">" {
            guard !first.isWhitespace, first != "/" else {
                rest.removeFirst()
                continue
            }
            let key = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" }
            rest = rest.dropFirst(max(1, key.count))
            guard rest.first == "=" else {
                attributes[key.lowercased()] = ""
                continue
            }
            rest.removeFirst()
            let quote = rest.first
            let value: Substring
            if quote == "\"" || quote == "'" {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.isWhitespace && $0 != ">" }
                rest = rest.dropFirst(value.count)
            }
            attributes[key.lowercased()] = Self.decoded(value)
        }
        rest = rest.dropFirst()
        elements.append(
            Element(
                name: name, attributes: attributes, style: Self.declarations(attributes["style"] ?? ""), ancestors: open
            )
        )
        return elements.count - 1
    }

    /// The declarations of a style attribute or of a rule.
    static func declarations(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: ";").compactMap { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (trimmed(parts[0]).lowercased(), trimmed(parts[1]))
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    private static func after(_ end: String, in text: Substring) -> Substring {
        var rest = text
        while !rest.isEmpty, !rest.hasPrefix(end) { rest.removeFirst() }
        return rest.dropFirst(end.count)
    }

    /// The entities that templates write.
    private static func decoded(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            let entity = entities.first { rest.hasPrefix($0.0) }
            result += entity?.1 ?? "&"
            rest = rest.dropFirst(entity?.0.count ?? 1)
        }
        return result + rest
    }

    private static let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
}
