internal import Diagnostics
internal import TextEncoding

struct Renderer {
    /// The maximum number of reported problems: a list of thousands of items would repeat the same one.
    private static let maximumProblems = 20

    private var output: [UInt8] = []
    /// The parts rendered so far, if the caller asked for parts.
    private var parts: [TemplatePart]?
    private var stack: [MustacheValue] = []
    /// The offset in the output at which the value of the current attribute begins.
    private var valueStart = 0
    private(set) var problems: [Diagnostic] = []

    mutating func render(_ program: Program, with values: [MustacheValue]) -> [UInt8] {
        stack = values
        run(program.instructions)
        return output
    }

    mutating func parts(of program: Program, with values: [MustacheValue]) -> [TemplatePart] {
        stack = values
        parts = []
        run(program.instructions)
        return parts ?? []
    }

    private mutating func run(_ instructions: [Instruction]) {
        for instruction in instructions {
            switch instruction {
            case .literal(let literal):
                if let start = literal.valueStart { valueStart = output.count + start }
                output.append(contentsOf: literal.bytes)
                parts?.append(
                    .literal(
                        literal.bytes, source: literal.source.template.source, offset: literal.source.range.lowerBound))
            case .value(let interpolation):
                if let value = look(up: interpolation.name, at: interpolation.place) { show(value, for: interpolation) }
            case .section(let content):
                run(
                    content.instructions, for: look(up: content.name, at: content.place) ?? .absent,
                    isInverted: content.isInverted)
            }
        }
    }

    private mutating func run(_ content: [Instruction], for value: MustacheValue, isInverted: Bool) {
        if isInverted {
            if !value.isTruthy { run(content) }
        } else if case .list(let items) = value {
            for item in items {
                stack.append(item)
                run(content)
                stack.removeLast()
            }
        } else if value.isTruthy {
            stack.append(value)
            run(content)
            stack.removeLast()
        }
    }

    // MARK: - Names

    /// The value of a name, from the innermost object that has it; nil, after reporting it, if there is none.
    private mutating func look(up name: Name, at place: Place) -> MustacheValue? {
        guard let first = name.parts.first else { return stack.last }
        for value in stack.reversed() {
            guard case .object(let members) = value, var found = members[first] else { continue }
            for (index, part) in name.parts.enumerated().dropFirst() {
                switch found {
                case .object(let members):
                    guard let next = members[part] else {
                        let owner = name.parts[..<index].joined(separator: ".")
                        reportUnknownName(part, of: "'\(owner)' has no '\(part)'", among: Array(members.keys), place)
                        return nil
                    }
                    found = next
                case .absent:
                    return .absent
                default:
                    let owner = name.parts[..<index].joined(separator: ".")
                    reportUnknownName(part, of: "'\(owner)' is \(found.kind) and has no '\(part)'", among: [], place)
                    return nil
                }
            }
            return found
        }
        var known: [String] = []
        for case .object(let members) in stack.reversed() { known += members.keys.sorted() }
        reportUnknownName(first, of: "unknown name '\(first)'", among: known, place)
        return nil
    }

    private mutating func reportUnknownName(_ name: String, of message: String, among known: [String], _ place: Place) {
        report("unknown-name", place, message, fix: Suggestion.question(for: name, in: known.sorted()), name: name)
    }

    // MARK: - Values

    private mutating func show(_ value: MustacheValue, for interpolation: Interpolation) {
        switch value {
        case .absent: break
        case .bool(let value):
            show(text: value ? "true" : "false", isTrusted: false, value: .bool(value), interpolation)
        case .text(let text): show(text: text, isTrusted: false, value: value, interpolation)
        case .url(let text): show(text: text, isTrusted: true, value: value, interpolation)
        case .verbatim(let text): output.append(contentsOf: text.utf8)
        case .markup(let text):
            guard interpolation.placement == .text else { return refuse(value, interpolation) }
            output.append(contentsOf: text.utf8)
        case .json(let text):
            switch interpolation.placement {
            case .json: Escaping.append(json: text, to: &output)
            case .address, .style: refuse(value, interpolation)
            default: show(text: text, isTrusted: false, value: value, interpolation)
            }
        case .slot(let slot):
            guard parts != nil else { return refuse(value, interpolation) }
            parts?.append(.slot(slot))
        case .list, .object: refuse(value, interpolation)
        }
    }

    private mutating func append(_ text: String, _ escaping: MarkupEscaping) {
        escaping.append(text, to: &output)
        parts?.append(.text(text))
    }

    private mutating func show(text: String, isTrusted: Bool, value: MustacheValue, _ interpolation: Interpolation) {
        if !interpolation.isEscaped, interpolation.placement != .plain {
            let tag = interpolation.place.template.text(of: interpolation.place.range)
            report(
                "unescaped-text", interpolation.place, "'\(tag)' requires markup, and the value is \(value.kind)",
                fix: "Write '{{\(interpolation.name.text)}}'.")
            return
        }
        switch interpolation.placement {
        case .text, .replaceableText: append(text, Escaping.text)
        case .attribute: append(text, Escaping.attribute)
        case .plain: append(text, MarkupEscaping.controls)
        case .json: refuse(value, interpolation)
        case .style:
            guard Escaping.isPlainStyle(text) else {
                report(
                    "unsafe-style", interpolation.place, "'\(text)' is more than one plain value of a style",
                    fix: "Use a plain value, such as '#D4AF37' or '12px'.")
                return
            }
            append(text, Escaping.attribute)
        case .address(let attribute):
            do throws(Problem<String>) {
                // A copy: a slice would share the buffer, and the next append would copy all of it.
                let before = Array(output[valueStart...])
                append(
                    try URLAttribute(attribute).encoded(text, isTrusted: isTrusted, after: before), Escaping.attribute)
            } catch {
                report(error.code, interpolation.place, error.message, fix: error.fix)
            }
        }
    }

    private mutating func refuse(_ value: MustacheValue, _ interpolation: Interpolation) {
        let tag = interpolation.place.template.text(of: interpolation.place.range)
        let (place, fix): (String, String) =
            switch interpolation.placement {
            case .text: ("between tags", "Show its members in a section.")
            case .replaceableText: ("in an element without markup", "Pass text.")
            case .attribute: ("in an attribute", "Pass text.")
            case .address: ("in an address", "Pass text.")
            case .style: ("in a style", "Pass text.")
            case .json: ("in a script of JSON", "Pass JSON.")
            case .plain: ("in a plain text", "Pass text.")
            }
        report(
            "unsafe-value", interpolation.place, "'\(tag)' is \(value.kind), which cannot be \(place)", fix: fix)
    }

    private mutating func report(_ code: String, _ place: Place, _ message: String, fix: String?, name: String? = nil) {
        guard problems.count < Self.maximumProblems else { return }
        var problem = place.template.source.diagnostic(code: code, at: place.range.lowerBound, message, fix: fix)
        problem.name = name
        problems.append(problem)
    }
}
