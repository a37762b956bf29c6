internal import Diagnostics

/// A template with everything that it uses put into place: what rendering walks.
struct Program: Sendable {
    var instructions: [Instruction]
}

/// A step of rendering.
indirect enum Instruction: Sendable {
    /// Bytes as they are; `valueStart` is where in them the value of an open attribute begins, `source` the file and the
    /// offset that they come from.
    case literal([UInt8], valueStart: Int?, source: LiteralSource)
    case value(Interpolation)
    case section(Name, isInverted: Bool, [Instruction], Place)
    /// A template that uses itself, put into place when it is reached; only where that is allowed.
    case late(LateUse)
}

/// Where literal bytes begin in a template.
struct LiteralSource: Sendable {
    var template: Template
    var offset: Int
}

struct Interpolation: Sendable {
    var name: Name
    var isEscaped: Bool
    var placement: Placement
    var place: Place
}

/// A tag of a template, for messages.
struct Place: Sendable {
    var template: Template
    var tag: Range<Int>
}

struct LateUse: Sendable {
    var template: Template
    var frame: Compiler.Frame
    var isInline: Bool
    var compiler: Compiler.Setting
}

/// Collects instructions, with literal bytes that follow each other as one.
struct InstructionBuilder {
    private var instructions: [Instruction] = []
    private var bytes: [UInt8] = []
    private var valueStart: Int?
    private var source: LiteralSource?

    /// Adds literal bytes; `valueStart` counts from their first.
    mutating func append(_ literal: ArraySlice<UInt8>, valueStart start: Int?, source place: LiteralSource) {
        if let source, source.template !== place.template || source.offset + bytes.count != place.offset { flush() }
        if source == nil { source = place }
        if let start { valueStart = bytes.count + start }
        bytes.append(contentsOf: literal)
    }

    mutating func append(_ instruction: Instruction) {
        flush()
        instructions.append(instruction)
    }

    /// Takes back a line feed, if the last thing added is literal and ends in one.
    mutating func removeFinalLineFeed() {
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    }

    consuming func finished() -> [Instruction] {
        flush()
        return instructions
    }

    private mutating func flush() {
        if !bytes.isEmpty, let source {
            instructions.append(.literal(bytes, valueStart: valueStart, source: source))
        }
        bytes = []
        valueStart = nil
        source = nil
    }
}
