internal import Diagnostics

/// Compiles a template: inlines partials, parents and blocks, indents them, and determines the escaping of each value.
struct Compiler {
    /// The maximum nesting of templates and sections.
    static let deepest = 64
    /// The maximum size of a program in bytes: partials that each include another one twice grow exponentially.
    static let largest = 4 << 20

    struct Frame: Sendable {
        var template: Template
        var indentation = Indentation()
        /// The overrides of blocks by name; the outermost override takes precedence.
        var overrides: [String: Override] = [:]
        /// The location of the tag that includes the template.
        var user: SourceLocation?
        var depth = 0
    }

    struct Override: Sendable {
        var block: TemplateBlock
        var owner: Template
    }

    let templates: [String: Template]
    /// Whether the templates produce HTML, in which the context of a value determines its escaping.
    let tracksHTML: Bool
    var context = HTMLContext()
    private var size = 0
    private var isTooLarge = false
    /// Whether a section is compiled a second time, in the context at its end, as for the next item of a list.
    private var isRepetition = false
    private(set) var problems: [Diagnostic] = []

    init(templates: [String: Template], language: TemplateLibrary.Language) {
        self.templates = templates
        tracksHTML = language == .html
    }

    /// Compiles a template that is not included by another one.
    mutating func program(of template: Template) -> Program {
        var instructions = InstructionBuilder()
        compile(template.nodes, in: Frame(template: template), into: &instructions)
        if tracksHTML, context.state != .text {
            report(
                "unfinished-html", template.source.bytes.count, in: Frame(template: template),
                "the template ends \(context.place)", fix: "Close the tag, comment or quotes before the end.")
        }
        return Program(instructions: instructions.finished())
    }

    // `isInline` is true if the first line continues a line that was begun before.
    mutating func compile(
        _ nodes: [Node], in frame: Frame, isInline: Bool = false, into instructions: inout InstructionBuilder
    ) {
        for (index, node) in nodes.enumerated() where !isTooLarge {
            switch node {
            case .lineStart(let blanks):
                let bytes = frame.template.source.bytes[blanks]
                let begun = isInline && index == 0
                let start = begun ? frame.indentation.withoutOwn(bytes) : frame.indentation.applied(to: bytes)
                add(start[...], at: blanks.lowerBound, in: frame, to: &instructions)
            case .text(let range):
                add(frame.template.source.bytes[range], at: range.lowerBound, in: frame, to: &instructions)
            case .variable(let name, let isEscaped, let tag):
                add(name, isEscaped: isEscaped, tag, in: frame, to: &instructions)
            case .section(let section):
                add(section, in: frame, to: &instructions)
            case .partial(let partial):
                add(partial, overrides: frame.overrides, in: frame, to: &instructions)
            case .parent(let parent):
                let own = parent.overrides.map { ($0.name, Override(block: $0, owner: frame.template)) }
                let overrides = Dictionary(own, uniquingKeysWith: { first, _ in first })
                    .merging(frame.overrides) { _, outer in outer }
                add(parent.use, overrides: overrides, in: frame, to: &instructions)
            case .block(let block):
                add(block, in: frame, to: &instructions)
            }
        }
    }

    // MARK: - Text and values

    mutating func add(
        _ bytes: ArraySlice<UInt8>, at offset: Int, in frame: Frame, to instructions: inout InstructionBuilder
    ) {
        guard !bytes.isEmpty, grow(by: bytes.count, at: offset, in: frame) else { return }
        var valueStart: Int?
        if tracksHTML {
            let before = context
            let finding = context.read(bytes)
            // In a repeated section an item's name may continue the previous one; that is harmless.
            if let index = finding.ambiguousName, !isRepetition || before.mayContinueTagName {
                report(
                    "ambiguous-html", offset + index - bytes.startIndex, in: frame,
                    "this text \(before.place) directly follows a section that may be absent",
                    fix: "Put a blank before it, outside the section.")
            }
            if case .quoted = context.state { valueStart = finding.valueStart.map { $0 - bytes.startIndex } }
        }
        instructions.append(
            bytes, valueStart: valueStart, source: Place(template: frame.template, range: offset..<offset + bytes.count)
        )
    }

    private mutating func add(
        _ name: Name, isEscaped: Bool, _ tag: Range<Int>, in frame: Frame, to instructions: inout InstructionBuilder
    ) {
        guard grow(by: 64, at: tag.lowerBound, in: frame) else { return }
        var placement = Placement.plain
        if tracksHTML {
            do throws(Problem<Int>) {
                placement = try context.placement(of: frame.template.text(of: tag), at: tag.lowerBound)
            } catch {
                report(error.code, error.place, in: frame, error.message, fix: error.fix)
                // Of several tags in an attribute without quotes, only the first is reported.
                if context.state == .beforeValue { context.state = .unquoted }
            }
        }
        let place = Place(template: frame.template, range: tag)
        instructions.append(
            .value(Interpolation(name: name, isEscaped: isEscaped, placement: placement, place: place)))
    }

    // MARK: - Sections

    private mutating func add(_ section: Section, in frame: Frame, to instructions: inout InstructionBuilder) {
        guard grow(by: 64, at: section.tag.lowerBound, in: frame) else { return }
        guard let inner = deeper(frame, at: section.tag) else { return }
        let start = context
        var content = InstructionBuilder()
        compile(section.nodes, in: inner, into: &content)
        if tracksHTML, context != start {
            guard let joined = start.joined(with: context) else {
                reportBranches(section, start: start, in: frame)
                context = start
                return
            }
            // A section over a list begins again in the context in which it ended.
            context = joined
            content = InstructionBuilder()
            let outer = isRepetition
            isRepetition = true
            compile(section.nodes, in: inner, into: &content)
            isRepetition = outer
            if joined.joined(with: context) != joined { reportBranches(section, start: joined, in: frame) }
            context = joined
        }
        let place = Place(template: frame.template, range: section.tag)
        instructions.append(
            .section(
                Instruction.Content(section.name, isInverted: section.isInverted, content.finished(), place)))
    }

    private mutating func reportBranches(_ section: Section, start: HTMLContext, in frame: Frame) {
        let tag = frame.template.text(of: section.tag)
        report(
            "unbalanced-section", section.tag.lowerBound, in: frame,
            "'\(tag)' begins \(start.place) and ends \(context.place)",
            fix: "Open and close quotes, tags and comments on the same side of the section.")
    }

    // MARK: - Bounds and diagnostics

    mutating func deeper(_ frame: Frame, at tag: Range<Int>) -> Frame? {
        var inner = frame
        inner.depth += 1
        guard inner.depth <= Self.deepest * 2 else {
            report(
                "too-deep", tag.lowerBound, in: frame, "templates and sections are nested too deep",
                fix: "Use fewer levels.")
            return nil
        }
        return inner
    }

    mutating func grow(by amount: Int, at offset: Int, in frame: Frame) -> Bool {
        guard !isTooLarge else { return false }
        size += amount
        guard size > Self.largest else { return true }
        isTooLarge = true
        report(
            "too-large", offset, in: frame, "the template with its partials is larger than \(ByteCount(Self.largest))",
            fix: "Use fewer partials.")
        return false
    }

    mutating func report(_ code: String, _ offset: Int, in frame: Frame, _ message: String, fix: String?) {
        let from = frame.user.map { ", used from \($0)" } ?? ""
        problems.append(frame.template.source.diagnostic(code: code, at: offset, message + from, fix: fix))
    }
}
