/// A compiled template with its partials and blocks inlined; input of the renderer.
struct Program: Sendable {
    var instructions: [Instruction]
}

/// A step of rendering.
indirect enum Instruction: Sendable {
    /// Literal bytes. `valueStart` is the offset in them at which the value of an open attribute begins; `source` is
    /// the file and offset that they come from.
    case literal([UInt8], valueStart: Int?, source: LiteralSource)
    case value(Interpolation)
    case section(Name, isInverted: Bool, [Instruction], Place)
    /// A recursive partial, compiled when it is reached; only with lenient rules.
    case late(LateUse)
}

/// The start of literal bytes in a template.
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

/// The location of a tag, for messages.
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

/// Collects instructions, and merges adjacent literal bytes.
struct InstructionBuilder {
    private var instructions: [Instruction] = []
    private var bytes: [UInt8] = []
    private var valueStart: Int?
    private var source: LiteralSource?

    /// Adds literal bytes; `valueStart` is an offset in them.
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
            instructions.append(.literal(bytes, valueStart: valueStart, source: source))
        }
        bytes = []
        valueStart = nil
        source = nil
    }
}
