import Diagnostics
import TextEncoding

/// Reads arbitrary bytes as a `release.json`. They must be rejected with a location, or be a manifest that is equal
/// after it was written and read again, and that names no file outside its folder.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(Diagnostic) {
        let manifest = try ManifestReader.manifest(bytes, file: "release.json")
        let again = try ManifestReader.manifest(manifest.serialized, file: "release.json")
        precondition(again == manifest, "what is written reads back")
        for app in manifest.apps {
            let paths = [app.name] + app.appFiles.keys + app.files.flatMap { $0.variants.map(\.path) }
            for path in paths {
                let names = path.split(separator: "/", omittingEmptySubsequences: false)
                precondition(!names.contains { $0.isEmpty || $0.hasPrefix(".") }, "no path is outside the release")
            }
            for header in app.files.flatMap(\.headers) {
                precondition(header.value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a header field is one line")
            }
        }
    } catch {
        precondition(!error.message.isEmpty && (error.line ?? 1) >= 1 && (error.column ?? 1) >= 1)
    }
    return 0
}
