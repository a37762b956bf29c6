import Files
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Writing files")
struct WritingTests {
    @Test("replacing a file leaves no temporary file in its folder")
    func replaces() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.txt"
        try FileSystem.write([1, 2, 3], to: path)
        try FileSystem.write([4], to: path)
        #expect(try FileSystem.read(path) == [4])
        #expect(try FileSystem.list(folder.path) == ["a.txt"])
    }

    @Test("a file is created only if its path is unused")
    func creates() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.txt"
        try FileSystem.create([1], at: path)
        let error = #expect(throws: FileError.self) { try FileSystem.create([2], at: path) }
        #expect(error?.description == "cannot write '\(path)': file exists")
        #expect(try FileSystem.read(path) == [1])
        #expect(try FileSystem.list(folder.path) == ["a.txt"])
    }

    @Test("a staged file has a temporary name in the same folder until it is committed")
    func stages() throws {
        let folder = try TemporaryFolder()
        let staged = try FileSystem.stage([1], for: "\(folder.path)/a.txt")
        let names = try FileSystem.list(folder.path)
        #expect(names.count == 1)
        #expect(names.allSatisfy(FileSystem.isTemporaryName))
        try staged.commit()
        #expect(try FileSystem.list(folder.path) == ["a.txt"])
        try FileSystem.stage([2], for: "\(folder.path)/b.txt").discard()
        #expect(try FileSystem.list(folder.path) == ["a.txt"])
    }

    @Test(
        "only names of our own count as temporary",
        arguments: [
            (".latchkey-tmp-0123456789abcdef", true), (".latchkey-tmp-1", true), (".latchkey-tmp-", false),
            (".latchkey-tmp-xyz", false), ("latchkey-tmp-1", false), (".latchkey-tmp-0123456789abcdef0", false),
        ])
    func temporaryNames(name: String, isTemporary: Bool) {
        #expect(FileSystem.isTemporaryName(name) == isTemporary)
    }

    @Test("writing a file into a missing folder fails")
    func missingFolder() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/none/a.txt"
        let error = #expect(throws: FileError.self) { try FileSystem.write([1], to: path) }
        #expect(error?.description == "cannot write '\(path)': no such file or directory")
    }

    @Test("removing a missing file succeeds, and a folder with files is not removed")
    func removes() throws {
        let folder = try TemporaryFolder()
        try FileSystem.removeFile("\(folder.path)/none")
        try FileSystem.makeFolder("\(folder.path)/a/b")
        #expect(try !FileSystem.removeFolderIfEmpty("\(folder.path)/a"))
        #expect(try FileSystem.removeFolderIfEmpty("\(folder.path)/a/b"))
        #expect(try FileSystem.removeFolderIfEmpty("\(folder.path)/a"))
        #expect(try FileSystem.removeFolderIfEmpty("\(folder.path)/a"))
        #expect(try FileSystem.list(folder.path) == [])
    }

    @Test("a fingerprint changes with the content and only then")
    func fingerprints() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.txt"
        #expect(FileFingerprint(of: path) == nil)
        try FileSystem.write([1], to: path)
        let first = try #require(FileFingerprint(of: path))
        #expect(FileFingerprint(of: path) == first)
        #expect(first.size == 1)
        try FileSystem.write([2], to: path)
        #expect(FileFingerprint(of: path) != first)
    }

    @Test("a lock leaves nothing behind and can be taken again")
    func locks() throws {
        let folder = try TemporaryFolder()
        do { _ = try FolderLock(folder.path) }
        do { _ = try FolderLock(folder.path) }
        #expect(try FileSystem.list(folder.path) == [])
        let error = #expect(throws: FileError.self) { _ = try FolderLock("\(folder.path)/none") }
        #expect(error?.description == "cannot lock '\(folder.path)/none': no such file or directory")
    }
}

@Suite("Reading files and folders")
struct ReadingTests {
    @Test("a file longer than the limit is refused")
    func limit() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.txt"
        try FileSystem.write([1, 2, 3], to: path)
        #expect(try FileSystem.read(path, limit: 3) == [1, 2, 3])
        let error = #expect(throws: FileError.self) { try FileSystem.read(path, limit: 2) }
        #expect(error?.description == "cannot read '\(path)': file too large")
    }

    @Test("names are listed in the order of their bytes, with their kinds")
    func lists() throws {
        let folder = try TemporaryFolder()
        for name in ["b", "a", "Z", "ä"] { try FileSystem.write([], to: "\(folder.path)/\(name)") }
        try FileSystem.makeFolder("\(folder.path)/c/d")
        symlink("a", "\(folder.path)/link")
        #expect(try FileSystem.list(folder.path) == ["Z", "a", "b", "c", "link", "ä"])
        #expect(FileSystem.kind(of: "\(folder.path)/a") == .file)
        #expect(FileSystem.kind(of: "\(folder.path)/c") == .folder)
        #expect(FileSystem.kind(of: "\(folder.path)/link") == .file)
        #expect(FileSystem.kind(of: "\(folder.path)/link", followingLinks: false) == .symbolicLink)
        #expect(FileSystem.kind(of: "\(folder.path)/none") == nil)
        #expect(FileSystem.realPath("\(folder.path)/link") == FileSystem.realPath("\(folder.path)/a"))
    }

    @Test("reading a folder as a file is an error")
    func folder() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: FileError.self) { try FileSystem.read(folder.path) }
        #expect(error?.description == "cannot read '\(folder.path)': is a directory")
        #expect(error?.isMissing == false)
    }

    @Test("a pipe is refused without waiting for a writer, as is a device")
    func irregular() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/null"] {
            let error = #expect(throws: FileError.self) { try FileSystem.read(path) }
            #expect(error?.isIrregular == true)
        }
        #expect(try FileSystem.read("/dev/null", acceptingPipes: true) == [])
    }
}
