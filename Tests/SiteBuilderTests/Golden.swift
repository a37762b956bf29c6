import Files
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Holds a text against the file of that name in `Goldens/`.
///
/// With `UPDATE_GOLDENS=1` in the environment the file is written anew; its difference is then read before it is kept.
func expectGolden(_ name: String, is text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = "\(Samples.package)/Tests/SiteBuilderTests/Goldens/\(name)"
    if getenv("UPDATE_GOLDENS") != nil { try FileSystem.write(Array(text.utf8), to: path) }
    let golden = String(decoding: try FileSystem.read(path), as: UTF8.self)
    if golden == text { return }
    let lines = zip(
        golden.split(separator: "\n", omittingEmptySubsequences: false),
        text.split(separator: "\n", omittingEmptySubsequences: false)
    ).enumerated()
    let difference = lines.first { $0.element.0 != $0.element.1 }
    Issue.record(
        """
        \(name) differs from line \(difference.map { "\($0.offset + 1)" } ?? "of its end") on:
        - \(difference.map { String($0.element.0) } ?? "")
        + \(difference.map { String($0.element.1) } ?? "")
        """, sourceLocation: sourceLocation)
}
