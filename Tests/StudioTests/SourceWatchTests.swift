import Files
import TestSupport
import Testing

@testable import Studio

@Suite struct SourceWatchTests {
    @Test("whatever happens to a file or folder is one change, told once")
    func changes() throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeFolder("\(folder.path)/a")
        try FileSystem.write(Array("1".utf8), to: "\(folder.path)/a/page.md")
        var watch = SourceWatch(folders: [folder.path])
        #expect(!watch.hasChanged())

        try FileSystem.write(Array("22".utf8), to: "\(folder.path)/a/page.md")
        #expect(watch.hasChanged(), "an edit")
        #expect(!watch.hasChanged())

        try FileSystem.write(Array("33".utf8), to: "\(folder.path)/a/page.md")
        #expect(watch.hasChanged(), "an edit of the same length")

        try FileSystem.write(Array("x".utf8), to: "\(folder.path)/a/new.md")
        #expect(watch.hasChanged(), "a new file")

        try FileSystem.removeFile("\(folder.path)/a/new.md")
        #expect(watch.hasChanged(), "a file that went away")

        try FileSystem.write(Array("x".utf8), to: "\(folder.path)/a/.page.md.swp")
        #expect(!watch.hasChanged(), "an editor's own file")
    }

    @Test("a folder that is not there yet is nothing, and its coming is a change")
    func missing() throws {
        let folder = try TemporaryFolder()
        var watch = SourceWatch(folders: ["\(folder.path)/Templates"])
        #expect(!watch.hasChanged())
        try FileSystem.makeFolder("\(folder.path)/Templates")
        #expect(watch.hasChanged())
    }
}
