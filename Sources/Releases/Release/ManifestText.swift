internal import Hashing

/// Composes and splits the text of `release.json`, which has one part for each app.
///
/// Keys are sorted, so the apps come first, id and version last. Parts are serialized and parsed separately; a build
/// copies the parts of unchanged apps.
enum ManifestText {
    private static let beginning = Array("{\"apps\":[".utf8)
    private static let end = Array("],\"version\":\(Manifest.version)}".utf8)
    private static let beginningOfID = Array("],\"id\":\"".utf8)
    private static let idLength = 64

    /// Composes the text, which ends in LF, and its id: the given one, or the SHA-256 of the text without the id.
    static func join(_ apps: [[UInt8]], id known: String? = nil) -> (id: String, bytes: [UInt8]) {
        var bytes = beginning
        bytes.reserveCapacity(apps.reduce(256) { $0 + $1.count + 1 })
        for (index, app) in apps.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += app
        }
        bytes += end
        let id = known ?? Base16.encode(Digest.sha256(bytes))
        bytes.removeLast(end.count)
        bytes += ending(id: id)
        return (id, bytes)
    }

    /// Splits a text into the id and the range of each app; nil unless it is byte for byte as `join` writes it.
    static func split(_ bytes: [UInt8]) -> (id: String, apps: [Range<Int>])? {
        let length = ending(id: String(repeating: "0", count: idLength)).count
        guard bytes.count >= beginning.count + length, bytes.starts(with: beginning) else { return nil }
        let bound = bytes.count - length
        let id = String(decoding: bytes[bound...].dropFirst(beginningOfID.count).prefix(idLength), as: UTF8.self)
        guard bytes[bound...].elementsEqual(ending(id: id)),
            id == Base16.encode(Digest.sha256(bytes[..<bound] + end))
        else { return nil }
        return (id, bytes.withUnsafeBufferPointer { ranges(in: $0, from: beginning.count, to: bound) })
    }

    private static func ending(id: String) -> [UInt8] {
        beginningOfID + Array("\(id)\",\"version\":\(Manifest.version)}\n".utf8)
    }

    /// Returns the ranges between commas that are outside brackets and strings.
    private static func ranges(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (first, index, depth) = (start, start, 0)
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < end, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                ranges.append(first..<index)
                first = index + 1
            default: break
            }
            index += 1
        }
        if end > start { ranges.append(first..<end) }
        return ranges
    }
}

/// The serialized part of one app in a manifest, with the values that a build needs.
///
/// A build keeps one for each app instead of the parsed app, to save memory.
package struct ManifestEntry: Sendable {
    package let name: String
    package let hosts: [String]
    /// The number of pages, without the 404 page.
    package let pages: Int
    /// The digest of the app's inputs; nil if the build that wrote it stored none.
    package let inputs: String?
    /// The environment whose file overrode keys of the app; nil if there was none.
    package let environment: String?
    /// The variants of all files below `<app>/web/`.
    let variants: [ReleasedFile.Variant]
    /// The hashes of the files below `<app>/app/`, by path.
    let appFiles: [String: String]
    /// The app's JSON in `release.json`.
    let text: [UInt8]

    init(_ app: ReleasedApp, text: [UInt8]) {
        name = app.name
        hosts = app.hosts
        let notFound = Set([app.notFound] + app.notFoundByLanguage.values)
        pages = app.files.count { $0.type.hasPrefix("text/html") && !notFound.contains($0.name) }
        inputs = app.inputs
        environment = app.environment
        variants = app.files.flatMap(\.variants)
        appFiles = app.appFiles
        self.text = text
    }
}
