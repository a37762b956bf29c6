import AppSiteAssociation
import Diagnostics
import Mustache
import SiteModel
import TextEncoding

/// A mail's body as HTML, a template for each kind of block.
struct HTMLBody: Sendable {
    let wording: Wording
    let library: TemplateLibrary
    let look: [String: MustacheValue]

    func blocks(_ blocks: [EmailBlock]) throws(DiagnosticReport) -> String {
        var parts: [String] = []
        for block in blocks {
            let part = try self.block(block)
            if !part.isEmpty { parts.append(part) }
        }
        return parts.joined(separator: "\n")
    }

    private func block(_ block: EmailBlock) throws(DiagnosticReport) -> String {
        switch block {
        case .heading(let words): return try component("heading", ["words": markup(words)])
        case .subheading(let words): return try component("subheading", ["words": markup(words)])
        case .paragraph(let words):
            if case .code(let code) = words.first, words.count == 1 {
                return try component("code-block", ["words": markup(code)])
            }
            // What a dropped section leaves is no paragraph.
            let words = try inlines(words)
            return words.allSatisfy(\.isWhitespace) ? "" : try component("paragraph", ["words": .markup(words)])
        case .button(let words, let destination):
            let address = address(of: destination)
            return try component(
                "button",
                [
                    "words": markup(words), "address": .verbatim(escaped(address)),
                    "shown": .markup(escaped(address)),
                ])
        case .panel(let blocks):
            let inside = try self.blocks(blocks)
            return inside.isEmpty ? "" : try component("panel", ["blocks": .markup(inside)])
        case .list(let ordered, let items):
            var shown: [MustacheValue] = []
            for item in items {
                let words = try self.item(item)
                if !words.isEmpty { shown.append(["words": .markup(words)]) }
            }
            return shown.isEmpty ? "" : try component("list", ["ordered": .bool(ordered), "items": .list(shown)])
        case .rule: return try component("rule", [:])
        case .section(let word, let blocks):
            guard let section = wording.section(word) else { return "" }
            return section.open + (try self.blocks(blocks)) + section.close
        }
    }

    /// A single paragraph stands in its item bare, as CommonMark has it for a tight list.
    private func item(_ blocks: [EmailBlock]) throws(DiagnosticReport) -> String {
        if case .paragraph(let words) = blocks.first, blocks.count == 1 { return try inlines(words) }
        return try self.blocks(blocks)
    }

    private func markup(_ words: [EmailInline]) throws(DiagnosticReport) -> MustacheValue {
        .markup(try inlines(words))
    }

    func inlines(_ inlines: [EmailInline]) throws(DiagnosticReport) -> String {
        var result = ""
        for inline in inlines { result += try self.inline(inline) }
        return result
    }

    private func inline(_ inline: EmailInline) throws(DiagnosticReport) -> String {
        switch inline {
        case .text(let text): return escaped(Marks.cleaned(text))
        case .word(let word, _): return escaped(wording.text(of: word) ?? "")
        case .section(let word, let children):
            guard let section = wording.section(word) else { return "" }
            return section.open + (try inlines(children)) + section.close
        case .code(let children): return try component("code", ["words": markup(children)])
        case .emphasis(let children): return "<em>\(try inlines(children))</em>"
        case .strong(let children): return "<strong>\(try inlines(children))</strong>"
        case .link(let children, let destination):
            return try component(
                "link",
                ["words": markup(children), "address": .verbatim(escaped(address(of: destination)))])
        case .lineBreak: return "<br>"
        case .softBreak: return "\n"
        }
    }

    private func address(of destination: EmailDestination) -> String { wording.address(of: destination) }

    private func component(_ name: String, _ values: [String: MustacheValue]) throws(DiagnosticReport) -> String {
        var text = try library.render("emails/\(name)", with: .object(values.merging(look) { own, _ in own }))
        while text.last == "\n" { text.removeLast() }
        return text
    }
}

extension Wording {
    /// A whole address, not yet escaped.
    func address(of destination: EmailDestination) -> String {
        switch destination {
        case .link: text(of: .link) ?? ""
        case .support: "mailto:\(text(of: .support) ?? "")"
        case .web(let address): address
        case .mail(let address): "mailto:\(address)"
        }
    }
}

/// Text for between tags or inside of a quoted attribute.
func escaped(_ text: String) -> String { MarkupEscaping.escape(text) }
