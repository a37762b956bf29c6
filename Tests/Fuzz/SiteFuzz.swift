import CommonMark
import Diagnostics
import YAML

/// Any bytes as an `app.yml` and as a page: a site's author gets an error at worst, at a place that exists.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSite(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let source = SourceText(file: "fuzz", bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    do {
        _ = try YAMLDocument(parsing: source).root
    } catch {
        precondition(error.diagnostics.allSatisfy { $0.line != nil }, "an error has a place")
    }
    do {
        _ = try Markdown.parse(source).plainText
    } catch {
        precondition(error.diagnostics.allSatisfy { $0.line != nil }, "an error has a place")
    }
    _ = try? LinkDestination(parsing: source.text)
    return 0
}
