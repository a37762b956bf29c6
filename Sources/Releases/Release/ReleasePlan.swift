internal import Memory
internal import Threads

/// Compresses a file with an encoding, `br` or `gzip`; returns nil if it does not support it.
package typealias Compressor = @Sendable (_ bytes: [UInt8], _ encoding: String) -> [UInt8]?

/// The planned content of one app: its part of the manifest, and the bytes of all variants in the same order.
struct AppPlan: Sendable {
    let app: ReleasedApp
    let bytes: [[[UInt8]]]

    /// Computes names and compressed variants; the same contents always give the same plan. An invalid file name, or a
    /// route to a file that does not exist, is a programming error. `inputs` is nil if the next build does not need the
    /// digest, and `existing` returns the bytes of a variant from an earlier build, which is not compressed again.
    init(
        _ contents: AppContents, inputs: String? = nil, compressor: Compressor?, jobs: Int = 1,
        existing: @escaping @Sendable (_ file: String, _ encoding: String) -> [UInt8]? = { _, _ in nil }
    ) {
        precondition(HashedName.isPlainName(contents.name), "an app's name is the name of a folder")
        let sorted = contents.files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let hashes = sorted.map { HashedName.hash(of: $0.bytes) }
        let hashed = zip(sorted, hashes).map { HashedName.name($0.name, hash: $1) }
        // One task for each file and encoding, so that even a single app uses every processor.
        let encodings = compressor == nil ? [] : HashedName.encodings
        let compressed = Parallel.map(sorted.count * encodings.count, jobs: jobs) { number -> [UInt8]? in
            let (file, encoding) = (number / encodings.count, encodings[number % encodings.count].name)
            guard sorted[file].isCompressible else { return nil }
            return existing(hashed[file], encoding) ?? compressor?(sorted[file].bytes, encoding)
        }
        var names: [String: String] = [:]
        var files: [ReleasedFile] = []
        var bytes: [[[UInt8]]] = []
        for (number, file) in sorted.enumerated() {
            precondition(HashedName.isPlainName(file.name), "a file's name has no slash and begins with no dot")
            let (name, hash) = (hashed[number], hashes[number])
            names[file.name] = name
            var variants = [
                ReleasedFile.Variant(encoding: "identity", path: name, length: file.bytes.count, hash: hash)
            ]
            var fileBytes = [file.bytes]
            for (place, encoding) in encodings.enumerated() {
                guard let compressed = compressed[number * encodings.count + place],
                    compressed.count < file.bytes.count
                else { continue }
                variants.append(
                    ReleasedFile.Variant(
                        encoding: encoding.name, path: name + encoding.suffix, length: compressed.count,
                        hash: HashedName.hash(of: compressed)))
                fileBytes.append(compressed)
            }
            files.append(
                ReleasedFile(name: name, type: file.type, hash: hash, headers: file.headers, variants: variants))
            bytes.append(fileBytes)
        }
        precondition(names.count == sorted.count, "two files of an app have one name")
        let routes = contents.routes.map { route in
            guard case .file(let name) = route.answer else { return route }
            guard let hashed = names[name] else { preconditionFailure("a route names '\(name)', which is no file") }
            var released = route
            released.answer = .file(hashed)
            released.languages = route.languages.compactMapValues { names[$0] }
            return released
        }
        guard let notFound = names[contents.notFound] else {
            preconditionFailure("there is no '\(contents.notFound)'")
        }
        app = ReleasedApp(
            name: contents.name, hosts: contents.hosts, routes: routes, notFound: notFound, files: files,
            appFiles: contents.appFiles.mapValues(HashedName.hash), inputs: inputs,
            environment: contents.environment, languages: contents.languages,
            notFoundByLanguage: contents.notFoundByLanguage.compactMapValues { names[$0] })
        self.bytes = bytes
    }
}

extension LoadedRelease {
    /// Creates a release in memory, without a folder, for the preview.
    package init(_ contents: ReleaseContents, compressor: Compressor? = nil) {
        let plans = contents.apps.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { AppPlan($0, compressor: compressor) }
        self.init(
            manifest: Manifest(apps: plans.map(\.app)),
            bodies: plans.flatMap { $0.bytes.joined().map { ByteSlice($0) } })
    }
}
