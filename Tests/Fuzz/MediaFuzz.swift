import Diagnostics
import Media
import TextEncoding

/// Reads arbitrary bytes as pictures and as a font. They must be rejected with a fix, or be a picture with a valid
/// size.
///
/// An accepted SVG must contain no element that runs or loads something.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMedia(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let source = SourceText(file: "fuzz.svg", bytes: bytes)
    do throws(DiagnosticReport) {
        let picture = try Picture(svg: source)
        check(picture)
        let text = source.text.lowercased()
        for sign in ["<script", "<foreignobject", "<!doctype", "<!entity", "<?xml-stylesheet"] where text.contains(sign)
        {
            // In a comment or a CDATA section it is not markup.
            precondition(text.contains("<!--") || text.contains("<![cdata["), "a picture holds nothing that acts")
        }
    } catch {
        // That a file is of another kind is told of the whole file.
        let isOther = FileSignature.kind(of: bytes) != nil
        precondition(
            error.diagnostics.allSatisfy { ($0.line != nil || isOther) && $0.fix != nil },
            "an error has a place and a way out")
    }
    do throws(DiagnosticReport) {
        check(try Picture(png: bytes, file: "fuzz.png"))
    } catch {
        precondition(
            !error.diagnostics.isEmpty && error.diagnostics.allSatisfy { $0.fix != nil }, "an error has a way out")
    }
    do throws(DiagnosticReport) {
        try WOFF2.check(bytes, file: "fuzz.woff2")
        precondition(bytes.count >= 48, "a font has a header")
    } catch {
        precondition(
            !error.diagnostics.isEmpty && error.diagnostics.allSatisfy { $0.fix != nil }, "an error has a way out")
    }
    return 0
}

private func check(_ picture: Picture) {
    for side in [picture.width, picture.height] {
        precondition(side > 0 && side <= Picture.longestSide, "a picture can be drawn")
    }
    precondition(picture.aspectRatio.isFinite && picture.aspectRatio > 0, "a picture has a shape")
}
