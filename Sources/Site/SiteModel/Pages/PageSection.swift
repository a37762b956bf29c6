import Configuration
import Diagnostics

/// The content of a page spec under one of its level-one headings.
struct PageSection: Sendable {
    let name: String
    let location: SourceLocation
    var blocks: [Block] = []
    var destinations: [Located<LinkDestination>] = []
    /// The messages, if this is the section `messages`.
    var messages: [Message] = []
    var values: [Located<String>] = []

    init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }

    var isState: Bool { name != "messages" }

    /// Splits a page spec's Markdown, from an offset in bytes, into parts of one section each; nil if lines alone do
    /// not determine them. A line that begins with `# ` is a level-one heading, and what follows it can be parsed on
    /// its own, except in a block of code or HTML (CommonMark 0.31, sections 4.5 and 4.6) and where links refer to
    /// definitions (4.7). A line of `=` makes a heading of the text above it (4.3).
    static func parts(of source: SourceText, from start: Int) -> [Range<Int>]? {
        var starts: [Int] = []
        var isLineStart = true
        var isIndentation = true
        var previous: UInt8 = 0
        var beforePrevious: UInt8 = 0
        for (index, byte) in zip(start..., source.bytes[start...]) {
            switch byte {
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: ":") where previous == UInt8(ascii: "]"): return nil
            case UInt8(ascii: "`") where previous == byte && beforePrevious == byte: return nil
            case UInt8(ascii: "~") where previous == byte && beforePrevious == byte: return nil
            case UInt8(ascii: "=") where isIndentation: return nil
            case UInt8(ascii: "#") where isLineStart:
                if index + 1 < source.bytes.count, source.bytes[index + 1] == UInt8(ascii: " ") { starts.append(index) }
            default: break
            }
            isLineStart = byte == 0x0A || byte == 0x0D
            isIndentation = isLineStart || isIndentation && (byte == 0x20 || byte == 0x09)
            if starts.isEmpty, !isIndentation { return nil }
            beforePrevious = previous
            previous = byte
        }
        return zip(starts, starts.dropFirst() + [source.bytes.count]).map { $0..<$1 }
    }
}

extension Page {
    /// Creates a page from the parts of its spec, without the path and the links, which depend on the app.
    init(named name: String, _ header: PageHeader, _ sections: [PageSection], hasAllStates: Bool, source: SourceText) {
        let messages = sections.last { !$0.isState }
        self.init(
            name: name, path: "/\(name)", title: header.title, linkNames: header.links, start: header.start,
            states: sections.filter(\.isState).map { State(header, $0) }, hasAllStates: hasAllStates,
            messages: messages?.messages ?? [], messageValues: messages?.values ?? [], source: source,
            deletion: header.deletion)
        stateKeys = header.states.map(\.key)
    }
}

extension State {
    fileprivate init(_ header: PageHeader, _ section: PageSection) {
        self = header.states[section.name] ?? State(name: section.name, location: section.location)
        location = section.location
        blocks = section.blocks
        values = section.values
        destinations = section.destinations + fields.flatMap(\.links).map(\.destination)
    }
}
