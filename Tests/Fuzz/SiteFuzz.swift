import CommonMark
import Diagnostics
import YAML

/// Reads arbitrary bytes as an `app.yml` and as a page. They must be accepted or rejected with a location, unless the file
/// is of another kind.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSite(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let source = SourceText(file: "fuzz", bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    do {
        _ = try YAMLDocument(parsing: source).root
    } catch {
        precondition(error.diagnostics.allSatisfy(hasPlace), "an error has a place")
    }
    do {
        _ = try Markdown.parse(source).plainText
    } catch {
        precondition(error.diagnostics.allSatisfy(hasPlace), "an error has a place")
    }
    _ = try? LinkDestination(parsing: source.text)
    return 0
}

private func hasPlace(_ problem: Diagnostic) -> Bool { problem.line != nil || problem.code == "wrong-kind" }
