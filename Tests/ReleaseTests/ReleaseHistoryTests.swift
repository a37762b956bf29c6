import Diagnostics
import Files
import Release
import TestSupport
import Testing

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

    @Test("a folder without a release says so")
    func nothing() {
        #expect(throws: Diagnostic.self) { try history.entries() }
        #expect(throws: Diagnostic.self) { try history.activate("a") }
    }
}
