/// A compiled template with its partials and blocks inlined; input of the renderer.
struct Program: Sendable {
    var instructions: [Instruction]
}

/// A step of rendering.
///
/// The payloads are objects, because rendering visits every instruction and must not copy what it holds.
enum Instruction: Sendable {
    case literal(Literal)
    case value(Interpolation)
    case section(Content)

    final class Literal: Sendable {
        let bytes: [UInt8]
        /// The offset in the bytes at which the value of an open attribute begins.
        let valueStart: Int?
        let source: Place

        init(_ bytes: [UInt8], valueStart: Int?, source: Place) {
            self.bytes = bytes
            self.valueStart = valueStart
            self.source = source
        }
    }

    /// The content of a section, rendered depending on the value of its name.
    final class Content: Sendable {
        let name: Name
        let isInverted: Bool
        let instructions: [Instruction]
        let place: Place

        init(_ name: Name, isInverted: Bool, _ instructions: [Instruction], _ place: Place) {
            self.name = name
            self.isInverted = isInverted
            self.instructions = instructions
            self.place = place
        }
    }
}

final class Interpolation: Sendable {
    let name: Name
    let isEscaped: Bool
    let placement: Placement
    let place: Place

    init(name: Name, isEscaped: Bool, placement: Placement, place: Place) {
        self.name = name
        self.isEscaped = isEscaped
        self.placement = placement
        self.place = place
    }
}

/// The location of a tag or of literal bytes in a template.
struct Place: Sendable {
    var template: Template
    var range: Range<Int>
}

/// Collects instructions, and merges adjacent literal bytes.
struct InstructionBuilder {
    private var instructions: [Instruction] = []
    private var bytes: [UInt8] = []
    private var valueStart: Int?
    private var source: Place?

    /// Adds literal bytes; `valueStart` is an offset in them.
    mutating func append(_ literal: ArraySlice<UInt8>, valueStart start: Int?, source place: Place) {
        if let source,
            source.template !== place.template || source.range.lowerBound + bytes.count != place.range.lowerBound
        {
            flush()
        }
        if source == nil { source = place }
        if let start { valueStart = bytes.count + start }
        bytes.append(contentsOf: literal)
    }

    mutating func append(_ instruction: Instruction) {
        flush()
        instructions.append(instruction)
    }

    /// Removes a line feed at the end of the literal bytes added last.
    mutating func removeFinalLineFeed() {
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    }

    consuming func finished() -> [Instruction] {
        flush()
        return instructions
    }

    private mutating func flush() {
        if !bytes.isEmpty, let source {
            instructions.append(.literal(Instruction.Literal(bytes, valueStart: valueStart, source: source)))
        }
        bytes = []
        valueStart = nil
        source = nil
    }
}
