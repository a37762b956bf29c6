import CommonMark
import Diagnostics
import Mustache

/// Builds a tree of elements from a template and its values.
///
/// Parses the template's literal text as HTML. A value becomes a node or a part of an attribute, and is never parsed.
/// Every element except void ones must be closed, and attributes must be quoted; anything else is an error with its
/// location.
struct HTMLTreeBuilder {
    private var tokenizer = HTMLTokenizer()
    /// Whether the text read is the value of an attribute.
    private var isInTag = false
    /// The open elements; the first one contains the document's nodes.
    private var open = [HTMLElement(name: "", template: SourceLocation(file: "", line: 1, column: 1))]
    private var text: [UInt8] = []
    private var attribute = EmailText()
    private var diagnostics: [Diagnostic] = []

    static func nodes(of parts: [TemplatePart]) throws(DiagnosticReport) -> [HTMLNode] {
        var builder = HTMLTreeBuilder()
        for part in parts {
            switch part {
            case .literal(let bytes, let source, let offset): builder.read(bytes, source, offset)
            case .text(let text): builder.add(EmailText(text))
            case .slot(let slot): if let slot = slot as? EmailTemplates.Slot { builder.add(slot) }
            }
        }
        return try builder.finished()
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

    private mutating func add(_ slot: EmailTemplates.Slot) {
        switch slot {
        case .text(let text): add(text)
        case .nodes(let nodes):
            flush()
            open[open.count - 1].children += nodes
        }
    }

    private mutating func add(_ value: EmailText) {
        if isInTag {
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
            // Most of a template is text.
            if tokenizer.isInText, byte != UInt8(ascii: "<") {
                text.append(byte)
            } else {
                for token in tokenizer.read(byte) { add(token, byte, source, offset + index) }
            }
        }
        // A value may come next.
        flush(source, offset)
    }

    private mutating func add(_ token: HTMLToken, _ byte: UInt8, _ source: SourceText, _ offset: Int) {
        switch token {
        case .character: text.append(byte)
        case .strayOpening: text.append(UInt8(ascii: "<"))
        case .textEnd(let count): text.removeLast(min(count, text.count))
        case .tagName(let name, let isEnd):
            flush(source, offset)
            isInTag = true
            if isEnd { return }
            let location = source.location(at: max(0, offset - name.utf8.count - 1))
            open.append(HTMLElement(name: name, template: location, excerpt: source.line(location.line)))
        case .unquotedValue(let name):
            report("unquoted-attribute", "the value of '\(name)' has no quotes", "Write \(name)=\"…\".", source, offset)
        case .attribute(let name):
            flush(source, offset)
            open[open.count - 1].attributes.append(HTMLElement.Attribute(name: name, value: attribute))
            attribute = EmailText()
        case .tagEnd(let name, let isEnd):
            isInTag = false
            attribute = EmailText()
            if isEnd { close(name, source, offset) } else if HTMLElement.void.contains(name) { closeElement() }
        case .declaration:
            flush(source, offset)
            open[open.count - 1].children.append(.doctype)
        }
    }

    private mutating func close(_ name: String, _ source: SourceText, _ offset: Int) {
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
        if isInTag { attribute.append(.text(decoded)) } else { append(EmailText(decoded)) }
    }

    private mutating func report(_ code: String, _ message: String, _ fix: String, _ source: SourceText, _ offset: Int)
    {
        diagnostics.append(source.diagnostic(code: code, at: offset, message, fix: fix))
    }
}
