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
    @Test("any change of a file or folder is reported once")
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

    @Test("the creation of a missing folder is a change")
    func missing() throws {
        let folder = try TemporaryFolder()
        var watch = SourceWatch(SourceWatch.Places(folders: ["\(folder.path)/Templates"]))
        expectNoChange(&watch)
        try FileSystem.makeFolder("\(folder.path)/Templates")
        expectChange(&watch)
    }

    @Test("a folder that is removed and created again is still watched")
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

    @Test("writing a temporary file and renaming it is a change")
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

    @Test("loops of symbolic links end")
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
