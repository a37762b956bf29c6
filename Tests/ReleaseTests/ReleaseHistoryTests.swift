import Diagnostics
import Files
import Release
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Releases that are kept")
struct ReleaseHistoryTests {
    let folder: TemporaryFolder
    let output: String

    init() throws {
        folder = try TemporaryFolder()
        output = "\(folder.path)/Output"
    }

    /// Builds releases that differ in one page, oldest first, and gives their ids.
    private func build(_ texts: [String], keeping kept: Int = 2) throws -> [String] {
        try texts.map { text in
            try ReleaseWriter(folder: output, keeping: kept).write(.sample(page: text), compressor: nil).id
        }
    }

    private var history: ReleaseHistory { ReleaseHistory(folder: output) }

    @Test("the requested number of releases is kept, the active one first", arguments: [2, 3, 5])
    func kept(_ count: Int) throws {
        let ids = try build(["a", "b", "c", "d"], keeping: count)
        let entries = try history.entries()
        #expect(entries.map(\.manifest.id) == Array(ids.reversed().prefix(count)))
        #expect(entries.map(\.isActive) == [true] + Array(repeating: false, count: min(count, 4) - 1))
    }

    @Test("an earlier release becomes the active one, with every file that it had, and back")
    func activation() throws {
        let ids = try build(["a", "b", "c"], keeping: 3)
        #expect(try history.activate(String(ids[0].prefix(12))).manifest.id == ids[0])
        #expect(try LoadedRelease.load(output).manifest.id == ids[0])
        #expect(Set(try history.entries().map(\.manifest.id)) == Set(ids))
        _ = try history.activate(ids[2])
        #expect(try LoadedRelease.load(output).manifest.id == ids[2])
    }

    @Test("a build after a rollback keeps the release that was active")
    func buildAfterRollback() throws {
        let ids = try build(["a", "b"])
        _ = try history.activate(ids[0])
        let next = try build(["c"])
        #expect(try history.entries().map(\.manifest.id) == [next[0], ids[0]])
        _ = try history.activate(ids[0])
        #expect(try LoadedRelease.load(output).manifest.id == ids[0])
    }

    @Test("activating a missing or damaged release leaves the active one")
    func refusal() throws {
        let ids = try build(["a", "b"])
        func failure(_ id: String) -> String? {
            do {
                _ = try history.activate(id)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(failure("zz") == "no release that is kept has an id that begins with 'zz'")
        #expect(failure("") == "no release that is kept has an id that begins with ''")
        let old = try #require(try history.entries().first { $0.manifest.id == ids[0] })
        let file = try #require(old.manifest.apps[0].files.first { $0.variants[0].length == 1 })
        try FileSystem.write([0x62], to: "\(output)/\(old.manifest.apps[0].name)/web/\(file.name)")
        #expect(failure(ids[0]) == "the content does not match the hash that the manifest has for it")
        #expect(try LoadedRelease.load(output).manifest.id == ids[1])
    }

    @Test(
        "with a damaged or missing manifest, the kept releases are listed, and one of them can be activated",
        arguments: [true, false])
    func damagedManifest(isMissing: Bool) throws {
        let ids = try build(["a", "b", "c"], keeping: 3)
        _ = try history.activate(ids[1])
        let manifest = "\(output)/release.json"
        if isMissing {
            try FileSystem.removeFile(manifest)
        } else {
            // In its place, as a full disk or a copying tool would: the inode stays.
            #expect(truncate(manifest, 100) == 0)
        }
        var problems: [String] = []
        let entries = try history.entries { problems.append($0.message) }
        #expect(Set(entries.map(\.manifest.id)) == Set(ids))
        #expect(entries.allSatisfy { !$0.isActive })
        #expect(problems.count == 1)
        // The one that was active last.
        #expect(history.newestIntact()?.manifest.id == ids[1])
        #expect(throws: Diagnostic.self) { try LoadedRelease.load(output) }
        #expect(try history.activate(String(ids[0].prefix(12))).manifest.id == ids[0])
        #expect(try LoadedRelease.load(output).manifest.id == ids[0])
        let first = try history.entries().first
        #expect(first?.isActive == true)
    }

    @Test("of the kept releases, the newest whose files are intact is found")
    func newestIntact() throws {
        let ids = try build(["a", "b"])
        let newest = try #require(try history.entries().first)
        let file = try #require(newest.manifest.apps[0].files.first { $0.variants[0].length == 1 })
        try FileSystem.write([0x78], to: "\(output)/\(newest.manifest.apps[0].name)/web/\(file.name)")
        #expect(history.newestIntact()?.manifest.id == ids[0])
    }

    @Test("a folder without a release says so")
    func nothing() {
        #expect(throws: Diagnostic.self) { try history.entries() }
        #expect(throws: Diagnostic.self) { try history.activate("a") }
    }
}
