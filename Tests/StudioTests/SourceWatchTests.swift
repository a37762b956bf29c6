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
        expectNoChange(&watch)

        try FileSystem.write(Array("22".utf8), to: "\(folder.path)/a/page.md")
        expectChange(&watch, "an edit")
        expectNoChange(&watch)

        try FileSystem.write(Array("33".utf8), to: "\(folder.path)/a/page.md")
        expectChange(&watch, "an edit of the same length")

        try FileSystem.write(Array("x".utf8), to: "\(folder.path)/a/new.md")
        expectChange(&watch, "a new file")

        try FileSystem.removeFile("\(folder.path)/a/new.md")
        expectChange(&watch, "a file that went away")

        try FileSystem.write(Array("x".utf8), to: "\(folder.path)/a/.page.md.swp")
        expectNoChange(&watch, "an editor's own file")
    }

    @Test("a folder that is not there yet is nothing, and its coming is a change")
    func missing() throws {
        let folder = try TemporaryFolder()
        var watch = SourceWatch(folders: ["\(folder.path)/Templates"])
        expectNoChange(&watch)
        try FileSystem.makeFolder("\(folder.path)/Templates")
        expectChange(&watch)
    }

    private func expectChange(
        _ watch: inout SourceWatch, _ what: Comment? = nil, at place: SourceLocation = #_sourceLocation
    ) {
        let hasChanged = watch.hasChanged()
        #expect(hasChanged, what, sourceLocation: place)
    }

    private func expectNoChange(
        _ watch: inout SourceWatch, _ what: Comment? = nil, at place: SourceLocation = #_sourceLocation
    ) {
        let hasChanged = watch.hasChanged()
        #expect(!hasChanged, what, sourceLocation: place)
    }
}
