import Files
import Release
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Writing releases")
struct ReleaseWriterTests {
    let folder: TemporaryFolder
    let writer: ReleaseWriter

    init() throws {
        folder = try TemporaryFolder()
        writer = ReleaseWriter(folder: "\(folder.path)/Output")
    }

    /// Every file below the release's folder, with what tells whether it was touched.
    private func files() -> [String: FileFingerprint] {
        var files: [String: FileFingerprint] = [:]
        func walk(_ relative: String) {
            for name in (try? FileSystem.list("\(writer.folder)/\(relative)")) ?? [] {
                let path = relative + name
                if FileSystem.kind(of: "\(writer.folder)/\(path)") == .folder {
                    walk(path + "/")
                } else {
                    files[path] = FileFingerprint(of: "\(writer.folder)/\(path)")
                }
            }
        }
        walk("")
        return files
    }

    @Test("names contain the hash, and variants are beside their file")
    func names() throws {
        _ = try writer.write(.sample(), compressor: halve)
        #expect(
            files().keys.filter { !$0.hasPrefix(".releases/") }.sorted() == [
                "artitec/app/Links.swift", "artitec/app/ios/Info.plist",
                "artitec/web/404.907ba78b4545338d.html",
                "artitec/web/apple-app-site-association.44136fa355b3678a",
                "artitec/web/reset-password.d833f298136537ab.html",
                "artitec/web/reset-password.d833f298136537ab.html.br",
                "artitec/web/reset-password.d833f298136537ab.html.gz", "release.json",
            ])
    }

    @Test("a written release can be read")
    func readsBack() throws {
        let summary = try writer.write(.sample(), compressor: halve)
        let release = try LoadedRelease.load(writer.folder)
        #expect(release.manifest.id == summary.id)
        let inMemory = LoadedRelease(.sample(), compressor: halve)
        #expect(release.manifest == inMemory.manifest)
        for (app, released) in release.manifest.apps.enumerated() {
            for (file, released) in released.files.enumerated() {
                for variant in released.variants.indices {
                    #expect(
                        release.bytes(app: app, file: file, variant: variant)
                            == inMemory.bytes(app: app, file: file, variant: variant))
                }
            }
        }
    }

    @Test("a second build of the same writes nothing and compresses nothing")
    func secondBuild() throws {
        _ = try writer.write(.sample(), compressor: halve)
        let before = files()
        let summary = try writer.write(.sample()) { bytes, encoding in
            if bytes.count >= 20 { Issue.record("compressed again") }
            return halve(bytes, encoding)
        }
        #expect(summary.written == [])
        #expect(summary.removed == [])
        #expect(summary.unchanged == 7)
        #expect(files() == before)
    }

    @Test("a build without compression has no variants")
    func withoutCompression() throws {
        _ = try writer.write(.sample(), compressor: nil)
        let manifest = try LoadedRelease.load(writer.folder).manifest
        #expect(manifest.apps.allSatisfy { $0.files.allSatisfy { $0.variants.count == 1 } })
    }

    @Test("a variant that is not smaller is dropped")
    func uselessVariant() throws {
        _ = try writer.write(.sample()) { bytes, _ in bytes }
        let manifest = try LoadedRelease.load(writer.folder).manifest
        #expect(manifest.apps.allSatisfy { $0.files.allSatisfy { $0.variants.count == 1 } })
    }

    @Test("a changed page is written under a new name, the others stay as they are")
    func change() throws {
        _ = try writer.write(.sample(), compressor: halve)
        let before = files()
        let summary = try writer.write(.sample(page: "another page, long enough to compress"), compressor: halve)
        #expect(summary.written.count == 4)
        #expect(summary.written.last == "release.json")
        let after = files()
        for (path, fingerprint) in before where path != "release.json" { #expect(after[path] == fingerprint) }
    }

    @Test("files that neither the new nor the previous release names are removed")
    func tidies() throws {
        _ = try writer.write(.sample(page: "the first page, long enough to compress"), compressor: halve)
        _ = try writer.write(.sample(page: "the second page, long enough to compress"), compressor: halve)
        try FileSystem.write([1], to: "\(writer.folder)/artitec/web/notes.txt")
        try FileSystem.stage([1], for: "\(writer.folder)/artitec/web/x").discard()
        _ = try FileSystem.stage([1], for: "\(writer.folder)/artitec/web/x")
        _ = try FileSystem.stage([1], for: "\(writer.folder)/x")
        let summary = try writer.write(.sample(page: "the third page, long enough to compress"), compressor: halve)
        #expect(summary.removed.count == 5)
        let names = try FileSystem.list("\(writer.folder)/artitec/web")
        #expect(names.filter { $0.hasPrefix("reset-password.") }.count == 6)
        #expect(names.contains("notes.txt"))
        #expect(!names.contains(where: FileSystem.isTemporaryName))
        #expect(try FileSystem.list(writer.folder) == [".releases", "artitec", "release.json"])
    }

    @Test("a removed app's files are removed with the release after the next")
    func appGoes() throws {
        var contents = ReleaseContents.sample()
        var other = contents.apps[0]
        other.name = "other"
        other.hosts = ["other.com"]
        contents.apps.append(other)
        _ = try writer.write(contents, compressor: halve)
        _ = try writer.write(.sample(), compressor: halve)
        #expect(try FileSystem.list("\(writer.folder)/other/web").count == 5)
        _ = try writer.write(.sample(page: "another page, long enough to compress"), compressor: halve)
        #expect(!(try FileSystem.list(writer.folder)).contains("other"))
    }

    @Test("files for the app are kept up to date")
    func appFiles() throws {
        _ = try writer.write(.sample(), compressor: nil)
        var contents = ReleaseContents.sample()
        contents.apps[0].appFiles = ["Links.swift": [1]]
        _ = try writer.write(contents, compressor: nil)
        #expect(files().keys.filter { $0.hasPrefix("artitec/app/") } == ["artitec/app/Links.swift"])
        #expect(try FileSystem.read("\(writer.folder)/artitec/app/Links.swift") == [1])
    }

    @Test("a damaged file is written again")
    func repairs() throws {
        _ = try writer.write(.sample(), compressor: halve)
        let path = "\(writer.folder)/artitec/web/reset-password.d833f298136537ab.html.br"
        try FileSystem.write([1, 2, 3], to: path)
        let summary = try writer.write(.sample(), compressor: halve)
        #expect(summary.written == ["artitec/web/reset-password.d833f298136537ab.html.br"])
        _ = try LoadedRelease.load(writer.folder)
    }

    @Test("a manifest that cannot be read is replaced")
    func brokenManifest() throws {
        _ = try writer.write(.sample(), compressor: halve)
        try FileSystem.write(Array("{".utf8), to: "\(writer.folder)/release.json")
        #expect(try writer.write(.sample(), compressor: halve).written == ["release.json"])
        _ = try LoadedRelease.load(writer.folder)
    }

    @Test("a build that fails leaves everything as it was")
    func failure() throws {
        _ = try writer.write(.sample(), compressor: halve)
        let before = files()
        var contents = ReleaseContents.sample(page: "another page, long enough to compress")
        // Something of somebody else's stands where a folder is needed.
        try FileSystem.write([1], to: "\(writer.folder)/artitec/app/taken")
        contents.apps[0].appFiles["taken/x"] = [1]
        contents.apps[0].appFiles["new/y"] = [1]
        let error = #expect(throws: FileError.self) { try writer.write(contents, compressor: halve) }
        #expect(error?.description == "cannot make '\(writer.folder)/artitec/app/taken': file exists")
        try FileSystem.removeFile("\(writer.folder)/artitec/app/taken")
        #expect(files() == before)
        #expect(try FileSystem.list("\(writer.folder)/artitec/app") == ["Links.swift", "ios"])
    }

    @Test("a first build that fails leaves no folder behind")
    func firstFailure() throws {
        var contents = ReleaseContents.sample()
        let deep = String(repeating: String(repeating: "a", count: 250) + "/", count: 20)
        contents.apps[0].appFiles = [deep + "b": []]
        #expect(throws: FileError.self) { try writer.write(contents, compressor: halve) }
        #expect(try FileSystem.list(folder.path) == [])
    }

    @Test("concurrent builds each leave a complete release")
    func concurrentBuilds() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [writer] in
                    let page = "page number \(number % 4), long enough to compress"
                    do {
                        _ = try writer.write(.sample(page: page), compressor: halve)
                        _ = try LoadedRelease.readManifest(writer.folder)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        _ = try LoadedRelease.load(writer.folder)
        #expect(!files().keys.contains { $0.split(separator: "/").contains { FileSystem.isTemporaryName(String($0)) } })
    }

    @Test("identical contents give identical bytes in any order")
    func deterministic() throws {
        var contents = ReleaseContents.sample()
        contents.apps[0].files.reverse()
        #expect(
            LoadedRelease(contents).manifest.serialized == LoadedRelease(.sample()).manifest.serialized)
    }

    @Test(
        "a folder of an app that is a symbolic link is refused, and nothing behind it changes",
        arguments: ["web", "app"])
    func symbolicLink(name: String) throws {
        _ = try writer.write(.sample(), compressor: nil)
        let outside = "\(folder.path)/outside"
        try FileSystem.makeFolder(outside)
        for file in ["old.0123456789abcdef.html", "Links.swift"] {
            try FileSystem.write([7], to: "\(outside)/\(file)")
        }
        let path = "\(writer.folder)/artitec/\(name)"
        #expect(rename(path, "\(folder.path)/moved") == 0)
        #expect(symlink(outside, path) == 0)
        let error = #expect(throws: FileError.self) { try writer.write(.sample(), compressor: nil) }
        #expect(error?.description == "cannot write through the symbolic link '\(path)': not a directory")
        #expect(try FileSystem.list(outside) == ["Links.swift", "old.0123456789abcdef.html"])
        #expect(try FileSystem.read("\(outside)/Links.swift") == [7])
    }

    @Test("leftovers behind a symbolic link stay", arguments: ["web", "app"])
    func leftoversBehindLink(name: String) throws {
        _ = try writer.write(.sample(), compressor: nil)
        let outside = "\(folder.path)/outside"
        try FileSystem.makeFolder(outside)
        for file in ["old.0123456789abcdef.html", "Links.swift"] {
            try FileSystem.write([7], to: "\(outside)/\(file)")
        }
        let path = "\(writer.folder)/artitec/\(name)"
        #expect(rename(path, "\(folder.path)/moved") == 0)
        #expect(symlink(outside, path) == 0)
        _ = try writer.write(ReleaseContents(apps: []), compressor: nil)
        #expect(try FileSystem.list(outside) == ["Links.swift", "old.0123456789abcdef.html"])
    }
}
