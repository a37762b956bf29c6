internal import CExpat
package import Diagnostics

package struct XMLName: Hashable {
    /// Empty if there is none.
    package let namespace: String
    package let local: String

    init(_ text: UnsafePointer<XML_Char>?) {
        let parts = (text.map { String(cString: $0) } ?? "")
            .split(separator: XMLName.separator, maxSplits: 1, omittingEmptySubsequences: false)
        namespace = parts.count == 2 ? String(parts[0]) : ""
        local = String(parts.last ?? "")
    }

    /// The separator that expat puts between a namespace and a name; no XML document may contain it.
    fileprivate static let separator: Character = "\u{1}"
}

/// An event of expat's parser, with the range of bytes that it covers.
package struct XMLEvent {
    package enum Kind {
        case start(XMLName, attributes: [(name: XMLName, value: String)])
        case end
        /// A part of an element's text, with character references resolved.
        case text(String)
        /// The last event of a document that has a document type declaration.
        case doctype
        case instruction
        /// The declared encoding, in upper case.
        case encoding(String)
    }

    package let kind: Kind
    package let range: Range<Int>
}

/// The events of an XML document, in the order of the file.
package struct XMLEvents {
    package private(set) var events: [XMLEvent] = []
    /// expat's error message and its offset; nil if the document is well formed.
    package private(set) var failure: (message: String, offset: Int)?

    /// The attributes and the offset of the root element; nil if there is none.
    var root: (attributes: [(name: XMLName, value: String)], offset: Int)? {
        events.lazy.compactMap { event in
            if case .start(_, let attributes) = event.kind { (attributes, event.range.lowerBound) } else { nil }
        }.first
    }

    /// Stops at a document type declaration, since that can define entities; ignores the document's declared encoding.
    package init(_ source: SourceText) {
        guard let parser = XML_ParserCreateNS("UTF-8", 1) else {
            failure = ("out of memory", 0)
            return
        }
        defer { XML_ParserFree(parser) }
        let recorder = Recorder(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(recorder).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                Recorder.of(data)?.record(.start(XMLName(name), attributes: Recorder.pairs(attributes)))
            },
            { data, _ in Recorder.of(data)?.record(.end) })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Recorder.of(data)?.record(.text(String(decoding: bytes, as: UTF8.self)))
        }
        XML_SetProcessingInstructionHandler(parser) { data, _, _ in Recorder.of(data)?.record(.instruction) }
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            guard let encoding else { return }
            Recorder.of(data)?.record(.encoding(String(cString: encoding).uppercased()))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in Recorder.of(data)?.stop() }
        let result = source.bytes.withUnsafeBytes { bytes in
            XML_Parse(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
        }
        events = withExtendedLifetime(recorder) { recorder.events }
        if result != XML_STATUS_OK, !recorder.isStopped {
            let code = XML_GetErrorCode(parser)
            failure = (
                XML_ErrorString(code).map { String(cString: $0) } ?? "it cannot be read",
                max(0, Int(XML_GetCurrentByteIndex(parser)))
            )
        }
    }

    /// Records expat's callbacks; it must live as long as the parser.
    private final class Recorder {
        private let parser: XML_Parser
        private(set) var events: [XMLEvent] = []
        private(set) var isStopped = false

        init(_ parser: XML_Parser) { self.parser = parser }

        static func of(_ data: UnsafeMutableRawPointer?) -> Recorder? {
            data.map { Unmanaged<Recorder>.fromOpaque($0).takeUnretainedValue() }
        }

        static func pairs(
            _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
        ) -> [(name: XMLName, value: String)] {
            var pairs: [(name: XMLName, value: String)] = []
            var rest = attributes
            while let name = rest?.pointee, let value = rest?.advanced(by: 1).pointee {
                pairs.append((XMLName(name), String(cString: value)))
                rest = rest?.advanced(by: 2)
            }
            return pairs
        }

        func record(_ kind: XMLEvent.Kind) {
            let start = max(0, Int(XML_GetCurrentByteIndex(parser)))
            events.append(XMLEvent(kind: kind, range: start..<start + max(0, Int(XML_GetCurrentByteCount(parser)))))
        }

        func stop() {
            record(.doctype)
            isStopped = true
            XML_StopParser(parser, 0)
        }
    }
}
