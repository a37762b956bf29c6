internal import CCMark
package import Diagnostics
internal import TextEncoding

/// Parses CommonMark with libcmark, the reference implementation.
package enum Markdown {
    /// The maximum nesting of blocks and inlines; handwritten text stays far below it.
    static let deepest = 100

    /// Parses the Markdown between two byte offsets of a file; locations refer to the whole file. Throws bytes that are
    /// not UTF-8, control characters, and text that was probably intended as a link.
    package static func parse(
        _ source: SourceText, from offset: Int = 0, to end: Int? = nil
    ) throws(DiagnosticReport) -> MarkdownNode {
        try read(source, from: offset, to: end).document
    }

    /// Parses a text, and counts the blocks whose inlines could not be located in the source; the count should be 0.
    static func read(
        _ source: SourceText, from offset: Int = 0, to end: Int? = nil
    ) throws(DiagnosticReport) -> (document: MarkdownNode, unlocated: Int) {
        let end = min(end ?? source.bytes.count, source.bytes.count)
        var offset = min(max(offset, 0), end)
        if let problem = source.characterProblem(in: offset..<end) { throw DiagnosticReport([problem]) }
        if offset == 0, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }

        let document = source.bytes[offset..<end].withUnsafeBytes { bytes in
            cmark_parse_document(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, CMARK_OPT_DEFAULT)
        }
        guard let document else {
            throw source.report(code: "markdown", at: offset, "the text cannot be read")
        }
        defer { cmark_node_free(document) }
        var reader = BlockReader(lines: Lines(source: source, start: offset))
        let root = try reader.block(document, in: [], depth: 0)
        guard reader.problems.isEmpty else { throw DiagnosticReport(sorting: reader.problems) }
        return (root, reader.unlocated)
    }
}

extension SourceText {
    /// The first byte that is not UTF-8, which libcmark would silently replace, or control character such as NUL; nil
    /// if there is none.
    func characterProblem(in range: Range<Int>) -> Diagnostic? {
        if let problem = encodingProblem(in: range) { return problem }
        guard
            let offset = bytes[range].firstIndex(where: {
                $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F
            })
        else { return nil }
        return diagnostic(
            code: "control-character", at: offset,
            "the character U+\(bytes[offset].hexadecimal(digits: 4)) is not allowed",
            fix: "Remove it.")
    }
}
