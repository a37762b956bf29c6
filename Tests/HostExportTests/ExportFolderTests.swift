import Files
import Problems
import TestSupport
import Testing

@testable import HostExport

@Suite("The folder of an export")
struct ExportFolderTests {
    private func export(_ files: [String: String]) -> [HostExport.File] {
        files.sorted { $0.key < $1.key }.map { HostExport.File(path: $0.key, text: $0.value) }
    }

    private func message(_ folder: String, release: String) -> String? {
        do {
            try ExportFolder(folder).check(against: release)
            return nil
        } catch {
            return "\(error.message). \(error.fix ?? "")"
        }
    }

    @Test("A new folder, an empty one, and one of an earlier export may be written to")
    func own() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        #expect(message("\(folder)/new", release: "\(folder)/release") == nil)
        try FileSystem.makeFolder("\(folder)/empty")
        #expect(message("\(folder)/empty", release: "\(folder)/release") == nil)
        try ExportFolder("\(folder)/empty").replace(with: export(["a": "1"]))
        try FileSystem.write([], to: "\(folder)/empty/.vercel")
        #expect(message("\(folder)/empty", release: "\(folder)/release") == nil)
    }

    @Test("The release, what is in it, and folders with other files may not")
    func foreign() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        try FileSystem.makeFolder("\(folder)/release")
        let inside =
            "an export must not be inside the folder of the release. Name another folder: '--output Export'."
        #expect(message("\(folder)/release", release: "\(folder)/release") == inside)
        #expect(message("\(folder)/release/a/b", release: "\(folder)/release/") == inside)
        #expect(message("\(folder)/release-2", release: "\(folder)/release") == nil)
        try FileSystem.write([], to: "\(folder)/mine")
        #expect(
            message(folder, release: "\(folder)/release")
                == "the folder has files that no export wrote, such as 'mine'. Name a new or an empty folder: '--output Export'."
        )
        #expect(message("\(folder)/mine", release: "\(folder)/release")?.hasPrefix("this is not a folder. ") == true)
    }

    @Test("An export takes the place of the one before, and leaves other files alone")
    func replacing() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        let place = ExportFolder("\(folder)/out")
        try place.replace(with: export(["a": "1", "b/c/d": "2", "e": "3"]))
        try FileSystem.write([], to: "\(folder)/out/.netlify")
        // A process that was killed left this.
        try FileSystem.write([], to: "\(folder)/out/b/.latchkey-tmp-1f")
        try place.replace(with: export(["a": "4", "f": "5"]))
        #expect(try FileSystem.list("\(folder)/out") == [".latchkey-export", ".netlify", "a", "f"])
        #expect(try FileSystem.read("\(folder)/out/a") == Array("4".utf8))
        #expect(try FileSystem.read("\(folder)/out/.latchkey-export") == Array("a\nf\n".utf8))
    }

    @Test("An export that cannot be written whole leaves the one before")
    func failing() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        let place = ExportFolder("\(folder)/out")
        try place.replace(with: export(["a": "1"]))
        try FileSystem.write([], to: "\(folder)/out/z")
        #expect(throws: FileError.self) { try place.replace(with: export(["a": "2", "b/c": "3", "z/d": "4"])) }
        #expect(try FileSystem.list("\(folder)/out") == [".latchkey-export", "a", "z"])
        #expect(try FileSystem.read("\(folder)/out/a") == Array("1".utf8))
        #expect(try FileSystem.read("\(folder)/out/.latchkey-export") == Array("a\n".utf8))
    }
}
