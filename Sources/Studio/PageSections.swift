/// A built page taken apart: what each state has for itself, and what stands around them.
///
/// Only for telling whether a state has changed. Templates that write their states in another way have no sections, and
/// all of their page is the frame.
struct PageSections {
    /// The markup of one state.
    struct Section {
        /// The state's name.
        let id: String
        let bytes: ArraySlice<UInt8>
    }

    /// In the order of the page.
    private(set) var sections: [Section] = []
    /// The document without its sections.
    private(set) var frame: [UInt8] = []

    /// Takes an HTML document in UTF-8 apart.
    init(_ html: [UInt8]) {
        var rest = html[...]
        while let start = rest.place(of: "<section id=\""), let end = rest[start...].place(of: "</section>") {
            let id = rest[start...].dropFirst("<section id=\"".utf8.count).prefix { $0 != UInt8(ascii: "\"") }
            frame += rest[..<start]
            sections.append(Section(id: String(decoding: id, as: UTF8.self), bytes: rest[start..<end]))
            rest = rest[end...]
        }
        frame += rest
    }
}

extension ArraySlice<UInt8> {
    /// Where a text first begins.
    fileprivate func place(of text: StaticString) -> Index? {
        text.withUTF8Buffer { text in
            indices.first { self[$0] == text.first && self[$0...].starts(with: text) }
        }
    }
}
