/// A parsed document for tests: its tags, its text, its lines without styles.
struct Document {
    struct Tag: CustomStringConvertible {
        let name: String
        let attributes: [(name: String, value: String)]

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
        var description: String { "<\(name) \(attributes)>" }
    }

    let html: String
    let tags: [Tag]

    /// Reads opening tags. It supports only what the templates write, and works on bytes since it reads every page.
    init(_ html: String) {
        self.html = html
        let bytes = Array(html.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        func end(from start: Int, of stops: StaticString) -> Int {
            let stops = stops.withUTF8Buffer { Array($0) }
            return bytes[start...].firstIndex(where: stops.contains) ?? bytes.count
        }
        var tags: [Tag] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            guard index < bytes.count, (0x61...0x7A).contains(bytes[index] | 0x20) else { continue }
            let nameEnd = end(from: index, of: " />\n")
            let name = text(index..<nameEnd)
            index = nameEnd
            var attributes: [(name: String, value: String)] = []
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
                if bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "/") {
                    index += 1
                    continue
                }
                let attributeEnd = end(from: index, of: " =/>")
                let attribute = text(index..<attributeEnd)
                index = attributeEnd
                guard bytes[index...].starts(with: "=\"".utf8) else {
                    if attribute.isEmpty { index += 1 } else { attributes.append((attribute, "")) }
                    continue
                }
                let valueEnd = end(from: index + 2, of: "\"")
                attributes.append((attribute, text(index + 2..<valueEnd)))
                index = min(valueEnd + 1, bytes.count)
            }
            tags.append(Tag(name: name, attributes: attributes))
            // The content of styles and scripts is skipped.
            if let close = ["style": "</style>", "script": "</script>"][name] {
                let found = html.utf8.dropFirst(index).range(of: close)
                index = found.map { html.utf8.distance(from: html.startIndex, to: $0.upperBound) } ?? bytes.count
            }
        }
        self.tags = tags
    }

    func tags(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    var text: String { html }

    /// The document without styles and script, which have their own tests and would hide all other differences here.
    var withoutStyles: String {
        var text = html
        for (start, end) in [("<style>", "</style>"), ("<script>", "</script>\n<p id=")] {
            guard let start = text.range(of: start), let end = text.range(of: end) else { continue }
            text = text[..<start.upperBound] + "…" + text[end.lowerBound...]
        }
        return text
    }
}

extension String {
    /// The range of the first occurrence of a text.
    func range(of piece: String) -> Range<Index>? { utf8[...].range(of: piece) }
}

extension Substring.UTF8View {
    /// The range of the first occurrence of a text.
    func range(of piece: String) -> Range<Index>? {
        guard let first = piece.utf8.first else { return nil }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: piece.utf8) { return start..<index(start, offsetBy: piece.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
