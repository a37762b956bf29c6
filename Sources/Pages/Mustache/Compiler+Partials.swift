internal import Diagnostics

// Partials, parents and blocks: templates included in others.

extension Compiler {
    mutating func add(
        _ use: Partial, overrides: [String: Override], in frame: Frame, to instructions: inout InstructionBuilder
    ) {
        guard let template = templates[use.name] else { return }
        guard grow(by: 64, at: use.tag.lowerBound, in: frame), var inner = deeper(frame, at: use.tag) else { return }
        inner.template = template
        inner.overrides = overrides
        inner.indentation = Indentation(
            added: use.indent.map { frame.indentation.applied(to: frame.template.source.bytes[$0]) }
                ?? frame.indentation.added)
        inner.user = frame.template.source.location(at: use.tag.lowerBound)
        compile(template.nodes, in: inner, isInline: use.indent == nil, into: &instructions)
    }

    mutating func add(_ block: TemplateBlock, in frame: Frame, to instructions: inout InstructionBuilder) {
        guard grow(by: 64, at: block.tag.lowerBound, in: frame), var inner = deeper(frame, at: block.tag) else {
            return
        }
        let start = context
        if let override = frame.overrides[block.name] {
            inner.overrides[block.name] = nil
            inner.template = override.owner
            inner.user = frame.template.source.location(at: block.tag.lowerBound)
            place(override, at: block, in: frame, inner, into: &instructions)
        } else {
            compile(block.nodes, in: inner, into: &instructions)
        }
        if tracksHTML, start.joined(with: context) == nil {
            let tag = inner.template.text(of: frame.overrides[block.name]?.block.tag ?? block.tag)
            report(
                "unbalanced-section", (frame.overrides[block.name]?.block ?? block).tag.lowerBound, in: inner,
                "'\(tag)' begins \(start.place) and ends \(context.place)",
                fix: "Open and close quotes, tags and comments on the same side of the block.")
            context = start
        }
    }

    /// Inserts an override in place of a block, with the indentation of the block's own content.
    private mutating func place(
        _ override: Override, at block: TemplateBlock, in frame: Frame, _ inner: Frame,
        into instructions: inout InstructionBuilder
    ) {
        var inner = inner
        let source = frame.template.source.bytes
        let indent = (block.beginsOnNextLine ? block.contentIndent ?? block.indent : block.indent) ?? 0..<0
        let content = override.block.nodes
        inner.indentation = Indentation(
            added: frame.indentation.applied(to: source[indent]),
            removed: override.block.contentIndent.map { Array(override.owner.source.bytes[$0]) } ?? [])
        if block.beginsOnNextLine, override.block.contentIndent == nil {
            add(inner.indentation.added[...], at: block.tag.lowerBound, in: frame, to: &instructions)
        }
        compile(content, in: inner, isInline: !block.beginsOnNextLine, into: &instructions)
        // The line of the block already ends in a line feed.
        if block.isAlone { instructions.removeFinalLineFeed() }
    }
}

struct Indentation: Sendable {
    /// The blanks to insert before each line.
    var added: [UInt8] = []
    /// The blanks to remove: the indentation of the lines in their template.
    var removed: [UInt8] = []

    func applied(to blanks: ArraySlice<UInt8>) -> [UInt8] { added + withoutOwn(blanks) }

    func withoutOwn(_ blanks: ArraySlice<UInt8>) -> [UInt8] {
        var common = 0
        while common < removed.count, common < blanks.count, blanks[blanks.startIndex + common] == removed[common] {
            common += 1
        }
        return Array(blanks.dropFirst(common))
    }
}
