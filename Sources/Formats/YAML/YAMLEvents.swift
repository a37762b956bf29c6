internal import CYAML
internal import Diagnostics

/// An event of libyaml's parser, with its byte range in the file.
struct YAMLEvent {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd, sequenceEnd, mappingEnd
        case alias(String)
        case scalar(String, isPlain: Bool)
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
    }

    var kind: Kind
    var anchor: String?
    /// The tag in its long form, or `!`.
    var tag: String?
    var range: Range<Int>
}

struct SyntaxFailure: Error {
    var problem: String
    /// The construct being parsed, as in `while scanning a quoted scalar`.
    var context: String
    var offset: Int
    /// The offset at which that construct began.
    var contextOffset: Int
}

/// libyaml's parser over a part of a file.
///
/// Owns the parser and the bytes that it reads, so both live exactly as long as the stream.
struct YAMLEvents: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private var marks: MarkIndex

    init(source: SourceText, range: Range<Int>) throws(SyntaxFailure) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            // libyaml has freed its memory already, so there is nothing to delete.
            parser.deallocate()
            throw SyntaxFailure(
                problem: "out of memory", context: "", offset: range.lowerBound, contextOffset: range.lowerBound)
        }
        self.parser = parser
        marks = MarkIndex(source: source, start: range.lowerBound)
        input = .allocate(capacity: range.count)
        _ = input.initialize(from: source.bytes[range])
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event; must not be called after `streamEnd`.
    mutating func next() throws(SyntaxFailure) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { yaml_event_delete(&event) }
        let start = marks.offset(of: event.start_mark)
        let end = marks.offset(of: event.end_mark)
        var result = YAMLEvent(kind: .streamStart, range: start..<max(start, end))
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
        case YAML_ALIAS_EVENT: result.kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            result.kind = .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            (result.anchor, result.tag) = (Self.text(scalar.anchor), Self.text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let sequence = event.data.sequence_start
            result.kind = .sequenceStart(isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE)
            (result.anchor, result.tag) = (Self.text(sequence.anchor), Self.text(sequence.tag))
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            result.kind = .mappingStart(isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE)
            (result.anchor, result.tag) = (Self.text(mapping.anchor), Self.text(mapping.tag))
        case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
        case YAML_STREAM_START_EVENT: result.kind = .streamStart
        default: result.kind = .streamEnd
        }
        return result
    }

    private mutating func failure() -> SyntaxFailure {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the YAML cannot be read"
        let context = parser.pointee.context.map { String(cString: $0) } ?? ""
        let offset = marks.offset(of: parser.pointee.problem_mark)
        let contextOffset = context.isEmpty ? offset : marks.offset(of: parser.pointee.context_mark)
        return SyntaxFailure(problem: problem, context: context, offset: offset, contextOffset: contextOffset)
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

/// Maps libyaml's marks, which count characters, to byte offsets of the file.
struct MarkIndex {
    private let source: SourceText
    private let start: Int
    private let firstLine: Int
    /// The most recently mapped mark: most marks follow shortly after it, and the whole file may be a single line.
    private var last: (line: Int, column: Int, offset: Int)

    init(source: SourceText, start: Int) {
        self.source = source
        self.start = start
        firstLine = source.location(at: start).line
        last = (0, 0, start)
    }

    mutating func offset(of mark: yaml_mark_t) -> Int {
        let (line, column) = (Int(mark.line), Int(mark.column))
        if line != last.line || column < last.column {
            last = (line, 0, line == 0 ? start : source.offset(ofLine: firstLine + line))
        }
        while last.column < column, last.offset < source.bytes.count {
            last.column += 1
            last.offset += 1
            while last.offset < source.bytes.count, source.bytes[last.offset] & 0xC0 == 0x80 { last.offset += 1 }
        }
        return last.offset
    }
}
