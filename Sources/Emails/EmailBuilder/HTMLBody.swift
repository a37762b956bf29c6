import Diagnostics
import Mustache
import SiteModel

/// Converts an email's body to a tree of elements, with one template per kind of block.
struct HTMLBody: Sendable {
    let resolver: VariableResolver
    let templates: EmailTemplates
    let look: MustacheValue

    func blocks(_ blocks: [EmailBlock]) throws(DiagnosticReport) -> [HTMLNode] {
        var nodes: [HTMLNode] = []
        for block in blocks {
            let part = try self.block(block).marked(by: block.location)
            if part.isEmpty { continue }
            if !nodes.isEmpty { nodes.append(.text("\n")) }
            nodes += part
        }
        return nodes
    }

    private func block(_ block: EmailBlock) throws(DiagnosticReport) -> [HTMLNode] {
        switch block.kind {
        case .heading(let text): return try component("heading", [BlockKey.text: .slot(nodes: inlines(text))])
        case .subheading(let text): return try component("subheading", [BlockKey.text: .slot(nodes: inlines(text))])
        case .code(let text): return try component("code-block", [BlockKey.text: .slot(nodes: inlines(text))])
        case .paragraph(let text):
            // A paragraph in emphasis is a side note, such as the lifetime of a link.
            if case .emphasis(let note)? = text.first, text.count == 1 {
                return try component("note", [BlockKey.text: .slot(nodes: inlines(note))])
            }
            // A paragraph without visible text, because all of its sections were omitted, is omitted too.
            let nodes = try inlines(text)
            return nodes.isBlank ? [] : try component("paragraph", [BlockKey.text: .slot(nodes: nodes)])
        case .button(let text, let destination):
            return try component(
                "button",
                [LinkKey.text: .slot(nodes: inlines(text)), .address: .slot(text: resolver.address(of: destination))])
        case .panel(let blocks):
            let inside = try self.blocks(blocks)
            return inside.isEmpty ? [] : try component("panel", [PanelKey.blocks: .slot(nodes: inside)])
        case .list(let ordered, let items):
            var shown: [MustacheValue] = []
            for item in items {
                let nodes = try self.item(item)
                if !nodes.isEmpty { shown.append(.view([BlockKey.text: .slot(nodes: nodes)])) }
            }
            return shown.isEmpty
                ? [] : try component("list", [ListKey.ordered: .bool(ordered), .items: .list(shown)])
        case .rule: return try templates.component("rule", [:], within: [look])
        case .section(let variable, let blocks):
            guard let section = resolver.section(variable) else { return [] }
            let inside = try self.blocks(blocks)
            return inside.isEmpty ? [] : [.text(section.open)] + inside + [.text(section.close)]
        }
    }

    /// The content of a list item. A single paragraph is not wrapped in an element, as in CommonMark's tight lists.
    private func item(_ blocks: [EmailBlock]) throws(DiagnosticReport) -> [HTMLNode] {
        if case .paragraph(let text)? = blocks.first?.kind, blocks.count == 1 { return try inlines(text) }
        return try self.blocks(blocks)
    }

    private func inlines(_ inlines: [EmailInline]) throws(DiagnosticReport) -> [HTMLNode] {
        var nodes: [HTMLNode] = []
        var parts: [HTMLNode] = []
        for inline in inlines { parts += try self.inline(inline) }
        for node in parts {
            if case .text(let before)? = nodes.last, case .text(let text) = node {
                nodes[nodes.count - 1] = .text(before + text)
            } else {
                nodes.append(node)
            }
        }
        return nodes
    }

    private func inline(_ inline: EmailInline) throws(DiagnosticReport) -> [HTMLNode] {
        switch inline {
        case .text(let text): return [.text(EmailText(EmailText.cleaned(text)))]
        case .variable(let variable, _):
            guard let text = resolver.text(of: variable) else { return [] }
            return variable.isUntrusted || resolver.words?.tag.isRightToLeft == true
                ? [element("bdi", [.text(text)])] : [.text(text)]
        case .section(let variable, let children):
            guard let section = resolver.section(variable) else { return [] }
            return [.text(section.open)] + (try inlines(children)) + [.text(section.close)]
        case .code(let children): return try component("code", [BlockKey.text: .slot(nodes: inlines(children))])
        case .emphasis(let children): return [element("em", try inlines(children))]
        case .strong(let children): return [element("strong", try inlines(children))]
        case .link(let children, let destination):
            return try component(
                "link",
                [
                    LinkKey.text: .slot(nodes: inlines(children)),
                    .address: .slot(text: resolver.address(of: destination)),
                ])
        case .lineBreak: return [element("br", [])]
        case .softBreak: return [.text("\n")]
        }
    }

    private func element(_ name: String, _ children: [HTMLNode]) -> HTMLNode {
        .element(HTMLElement(name: name, children: children, template: resolver.email.source.location(at: 0)))
    }

    private func component(
        _ name: String, _ values: [some TemplateKey: MustacheValue]
    ) throws(DiagnosticReport) -> [HTMLNode] {
        try templates.component(name, .view(values), within: [look])
    }
}

extension TemplateVariable {
    /// Whether the value may be chosen by a stranger: it may have another text direction, or be malicious, so its
    /// characters must not reorder the words after it (HTML, section 4.5.24, and UAX #9).
    fileprivate var isUntrusted: Bool { !Self.known.contains(self) || [.name, .place, .device].contains(self) }
}
