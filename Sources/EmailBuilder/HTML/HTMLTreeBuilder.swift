import CommonMark
import Diagnostics
import Mustache

/// Builds a tree of elements from a template and its values.
///
/// Parses the template's literal text as HTML. A value becomes a node or a part of an attribute, and is never parsed.
/// Every element except void ones must be closed, and attributes must be quoted; anything else is an error with its
/// location.
struct HTMLTreeBuilder {
    /// A value that the caller inserts into a template.
    enum Slot {
        case text(EmailText)
        case nodes([HTMLNode])
    }

    private enum State {
        case content
        /// A tag from its `<` to the end of its name.
        case tag(name: String, isEnd: Bool)
        case betweenAttributes
        case attributeName(String)
        case beforeValue(String)
        case value(String, quote: UInt8)
        /// `<!…>` or a comment, which is dropped.
        case declaration(String)
    }

    private let slots: [Slot]
    private var state = State.content
    /// The open elements; the first one contains the document's nodes.
    private var open: [HTMLElement]
    private var text: [UInt8] = []
    private var attribute = EmailText()
    private var diagnostics: [Diagnostic] = []

    /// The nodes of a rendered template.
    ///
    /// - Throws: `DiagnosticReport` with everything that is not well formed, located in the template.
    static func nodes(of parts: [TemplatePart], slots: [Slot]) throws(DiagnosticReport) -> [HTMLNode] {
        var builder = HTMLTreeBuilder(slots: slots)
        for part in parts {
            switch part {
            case .literal(let bytes, let source, let offset): builder.read(bytes, source, offset)
            case .text(let text): builder.add(EmailText(text))
            case .slot(let number): builder.add(builder.slots[number])
            }
        }
        return try builder.finished()
    }

    private init(slots: [Slot]) {
        self.slots = slots
        open = [HTMLElement(name: "", template: SourceLocation(file: "", line: 1, column: 1))]
    }

    private mutating func finished() throws(DiagnosticReport) -> [HTMLNode] {
        flush()
        if let element = open.dropFirst().last {
            diagnostics.append(
                Diagnostic(
                    code: "unclosed-element", file: element.template.file, line: element.template.line,
                    column: element.template.column, message: "'<\(element.name)>' is never closed",
                    fix: "Write '</\(element.name)>' in the same template."))
        }
        if !diagnostics.isEmpty { throw DiagnosticReport(diagnostics) }
        return open[0].children
    }

    // MARK: - Values

    private mutating func add(_ slot: Slot) {
        switch slot {
        case .text(let text): add(text)
        case .nodes(let nodes):
            flush()
            open[open.count - 1].children += nodes
        }
    }

    private mutating func add(_ value: EmailText) {
        if case .value = state {
            attribute += value
        } else {
            flush()
            append(value)
        }
    }

    private mutating func append(_ text: EmailText) {
        let last = open.count - 1
        if case .text(let before)? = open[last].children.last {
            open[last].children[open[last].children.count - 1] = .text(before + text)
        } else if !text.isEmpty {
            open[last].children.append(.text(text))
        }
    }

    // MARK: - The template's own text

    private mutating func read(_ bytes: [UInt8], _ source: SourceText, _ offset: Int) {
        for (index, byte) in bytes.enumerated() {
            switch state {
            // Most of a template is text and values, in which only one byte is special.
            case .content where byte != UInt8(ascii: "<"): text.append(byte)
            case .value(_, let quote) where byte != quote: text.append(byte)
            default: read(byte, source, offset + index)
            }
        }
        // A value may come next.
        flush(source, offset)
    }

    private mutating func read(_ byte: UInt8, _ source: SourceText, _ offset: Int) {
        let isBlank = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        let character = String(Unicode.Scalar(byte))
        switch state {
        case .content:
            guard byte == UInt8(ascii: "<") else {
                text.append(byte)
                return
            }
            flush(source, offset)
            state = .tag(name: "", isEnd: false)
        case .tag("", false) where byte == UInt8(ascii: "/"): state = .tag(name: "", isEnd: true)
        case .tag("", false) where byte == UInt8(ascii: "!"): state = .declaration("")
        case .tag(let name, let isEnd):
            if !isBlank, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                state = .tag(name: name + character.lowercased(), isEnd: isEnd)
            } else if isEnd {
                if byte == UInt8(ascii: ">") { close(name, source, offset) }
            } else {
                let location = source.location(at: max(0, offset - name.utf8.count - 1))
                open.append(HTMLElement(name: name, template: location, excerpt: source.line(location.line)))
                state = .betweenAttributes
                if byte == UInt8(ascii: ">") { endTag() }
            }
        case .betweenAttributes:
            if byte == UInt8(ascii: ">") {
                endTag()
            } else if !isBlank, byte != UInt8(ascii: "/") {
                state = .attributeName(character.lowercased())
            }
        case .attributeName(let name):
            if byte == UInt8(ascii: "=") {
                state = .beforeValue(name)
            } else if isBlank || byte == UInt8(ascii: ">") {
                add(name, EmailText())
                if byte == UInt8(ascii: ">") { endTag() }
            } else {
                state = .attributeName(name + character.lowercased())
            }
        case .beforeValue(let name):
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                attribute = EmailText()
                state = .value(name, quote: byte)
            } else if !isBlank {
                report(
                    "unquoted-attribute", "the value of '\(name)' has no quotes", "Write \(name)=\"…\".", source, offset
                )
                state = .betweenAttributes
            }
        case .value(let name, let quote):
            if byte == quote {
                flush(source, offset)
                add(name, attribute)
            } else {
                text.append(byte)
            }
        case .declaration(let declaration):
            let isComment = declaration.hasPrefix("--")
            if byte == UInt8(ascii: ">"), !isComment || declaration.hasSuffix("--") && declaration.utf8.count >= 4 {
                if !isComment { open[open.count - 1].children.append(.doctype) }
                state = .content
            } else {
                state = .declaration(declaration + character)
            }
        }
    }

    private mutating func add(_ name: String, _ value: EmailText) {
        open[open.count - 1].attributes.append(HTMLElement.Attribute(name: name, value: value))
        state = .betweenAttributes
    }

    private mutating func endTag() {
        state = .content
        if let element = open.last, HTMLElement.void.contains(element.name) { closeElement() }
    }

    private mutating func close(_ name: String, _ source: SourceText, _ offset: Int) {
        state = .content
        guard let element = open.dropFirst().last, element.name == name else {
            report(
                "unopened-element", "'</\(name)>' has no opening tag here",
                open.count > 1 ? "Write '</\(open[open.count - 1].name)>' before it." : "Remove it.", source,
                max(0, offset - name.utf8.count - 2))
            return
        }
        closeElement()
    }

    private mutating func closeElement() {
        let element = open.removeLast()
        open[open.count - 1].children.append(.element(element))
    }

    /// Adds the text read so far, with its character references resolved.
    private mutating func flush(_ source: SourceText? = nil, _ offset: Int = 0) {
        guard !text.isEmpty else { return }
        let (decoded, unknown) = CharacterReference.decode(text)
        text = []
        if let unknown, let source {
            report(
                "unknown-reference", "'\(unknown)' is not a character reference of HTML",
                "Write the character itself, or its number: '&#8212;'.", source, offset)
        }
        if case .value = state { attribute.append(.text(decoded)) } else { append(EmailText(decoded)) }
    }

    private mutating func report(_ code: String, _ message: String, _ fix: String, _ source: SourceText, _ offset: Int)
    {
        diagnostics.append(source.diagnostic(code: code, at: offset, message, fix: fix))
    }
}
