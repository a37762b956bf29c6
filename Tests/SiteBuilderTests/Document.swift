/// What the tests ask of a document: its tags, its text, its lines without the styles.
struct Document {
    struct Tag: CustomStringConvertible {
        let name: String
        let attributes: [(name: String, value: String)]

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
        var description: String { "<\(name) \(attributes)>" }
    }

    let html: String
    let tags: [Tag]

    /// Reads opening tags; what the templates write is all that it has to understand.
    init(_ html: String) {
        self.html = html
        var tags: [Tag] = []
        var rest = html[...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard rest.first?.isLetter == true else { continue }
            let name = rest.prefix { $0.isLetter || $0.isNumber }
            rest = rest[name.endIndex...]
            var attributes: [(name: String, value: String)] = []
            while let next = rest.first, next != ">" {
                rest = rest.drop { $0 == " " || $0 == "/" }
                let attribute = rest.prefix { !" =/>".contains($0) }
                rest = rest[attribute.endIndex...]
                guard rest.hasPrefix("=\"") else {
                    if !attribute.isEmpty { attributes.append((String(attribute), "")) }
                    continue
                }
                let value = rest.dropFirst(2).prefix { $0 != "\"" }
                rest = rest[value.endIndex...].dropFirst()
                attributes.append((String(attribute), String(value)))
            }
            tags.append(Tag(name: String(name), attributes: attributes))
        }
        self.tags = tags
    }

    func tags(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    var text: String { html }

    /// The styles have a golden of their own, and the script has its sources; here they would hide every other difference.
    var withoutStyles: String {
        var text = html
        for (start, end) in [("<style>", "</style>"), ("<script>", "</script>\n<p class=")] {
            guard let start = text.range(of: start), let end = text.range(of: end) else { continue }
            text = text[..<start.upperBound] + "…" + text[end.lowerBound...]
        }
        return text
    }
}

extension String {
    /// Where a piece first stands.
    func range(of piece: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(piece) { return start..<index(start, offsetBy: piece.count) }
            start = index(after: start)
        }
        return nil
    }
}
