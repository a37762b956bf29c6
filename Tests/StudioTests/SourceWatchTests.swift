import Files
import TestSupport
import Testing

@testable import Studio

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct SourceWatchTests {
    @Test("whatever happens to a file or folder is one change, told once")
    func changes() throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeFolder("\(folder.path)/a")
        try FileSystem.write(Array("1".utf8), to: "\(folder.path)/a/page.md")
        var watch = SourceWatch(SourceWatch.Places(folders: [folder.path]))
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
        var watch = SourceWatch(SourceWatch.Places(folders: ["\(folder.path)/Templates"]))
        expectNoChange(&watch)
        try FileSystem.makeFolder("\(folder.path)/Templates")
        expectChange(&watch)
    }

    @Test("a folder that goes and comes back is watched as before")
    func comesBack() throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeFolder("\(folder.path)/a")
        try FileSystem.write(Array("1".utf8), to: "\(folder.path)/a/page.md")
        var watch = SourceWatch(SourceWatch.Places(folders: [folder.path]))
        try FileSystem.removeFile("\(folder.path)/a/page.md")
        _ = try FileSystem.removeFolderIfEmpty("\(folder.path)/a")
        expectChange(&watch, "it went")
        try FileSystem.makeFolder("\(folder.path)/a")
        try FileSystem.write(Array("1".utf8), to: "\(folder.path)/a/page.md")
        expectChange(&watch, "it came back")
        try FileSystem.write(Array("2".utf8), to: "\(folder.path)/a/page.md")
        expectChange(&watch, "an edit in it")
    }

    @Test("an editor that writes beside the file and renames is an edit")
    func renamed() throws {
        let folder = try TemporaryFolder()
        let page = "\(folder.path)/page.md"
        try FileSystem.write(Array("1".utf8), to: page)
        var watch = SourceWatch(SourceWatch.Places(folders: [folder.path]))
        try FileSystem.write(Array("2".utf8), to: "\(folder.path)/.page.md.new")
        expectNoChange(&watch, "what it writes beside it")
        #expect(rename("\(folder.path)/.page.md.new", page) == 0)
        expectChange(&watch, "the rename")
    }

    @Test("a symbolic link that leads back to where it stands ends")
    func loop() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b", "c"] {
            try FileSystem.makeFolder("\(folder.path)/\(name)")
            for link in 0..<5 { symlink("..", "\(folder.path)/\(name)/\(link)") }
        }
        try FileSystem.write(Array("1".utf8), to: "\(folder.path)/a/page.md")
        var watch = SourceWatch(SourceWatch.Places(folders: [folder.path]))
        expectNoChange(&watch)
        try FileSystem.write(Array("2".utf8), to: "\(folder.path)/a/page.md")
        expectChange(&watch, "an edit behind it")
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
