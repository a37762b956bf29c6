// embed-templates OUTPUT FOLDER PATH…
// embed-templates --digest OUTPUT FILE…
// embed-templates --commit OUTPUT FILE
//
// Writes the files of a folder, a digest of files, or a commit that a file names, as Swift source. It imports no other module of the package,
// because a plugin's tools and their dependencies are built a second time, for the build machine.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

func fail(_ message: String) -> Never {
    let line = Array("error: \(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(1)
}

func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fail("cannot read '\(path)': \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    guard ferror(file) == 0 else { fail("cannot read '\(path)'") }
    return bytes
}

func save(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fail("cannot write '\(path)': \(String(cString: strerror(errno)))") }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { fail("cannot write '\(path)'") }
}

/// Returns an ASCII string literal for the bytes; nil if they are not UTF-8.
func literal(_ bytes: [UInt8]) -> String? {
    var literal = "\""
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
        switch decoder.decode(&iterator) {
        case .emptyInput: return literal + "\""
        case .error: return nil
        case .scalarValue("\n"): literal += "\\n"
        case .scalarValue("\""): literal += "\\\""
        case .scalarValue("\\"): literal += "\\\\"
        case .scalarValue(let scalar) where scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F:
            literal.unicodeScalars.append(scalar)
        case .scalarValue(let scalar): literal += "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}

/// Returns the 64-bit FNV-1a hash of texts, which only has to detect accidental changes.
func digest(of texts: [[UInt8]]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
        // 0xFF occurs in no UTF-8 text, so it can separate the texts.
        for byte in text + [0xFF] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--digest", let output = arguments.dropFirst().first {
    save(
        """
        /// The digest of the sources that determine a release, which identifies their version.
        enum SourceDigest {
            static var text: String { "\(digest(of: arguments.dropFirst(2).map(read)))" }
        }

        """, to: output)
    exit(0)
}
if arguments.first == "--commit", arguments.count == 3, let output = arguments.dropFirst().first {
    // A line of Git's log has the commit before and the one after; a source archive's file has one, and a clone's none.
    let line = String(decoding: read(arguments.last ?? ""), as: UTF8.self).split(separator: "\n").last ?? ""
    let commit = line.split(separator: " ").prefix(2).last { $0.utf8.count == 40 && $0.allSatisfy(\.isHexDigit) } ?? ""
    save(
        """
        /// The commit that was built; empty if it is not known.
        enum Commit {
            static var text: String { "\(commit.prefix(7))" }
        }

        """, to: output)
    exit(0)
}
guard let output = arguments.first, let folder = arguments.dropFirst().first else {
    fail("usage: embed-templates OUTPUT FOLDER PATH…")
}
let paths = arguments.dropFirst(2).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }

let templates = paths.map { path in
    let file = folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    return (path: path, file: file, bytes: read(file))
}
let rows = templates.map { path, file, bytes in
    guard let name = literal(Array(path.utf8)), let text = literal(bytes) else {
        fail("'\(file)' is not UTF-8, and a template is text")
    }
    return "        (\(name), \(text)),\n"
}

// Static strings are part of the binary: no work at startup, and no copy until one is used.
save(
    """
    /// The files of `Templates/` as they were when the binary was built.
    package enum EmbeddedTemplates {
        /// Each file under its path below `Templates/`, sorted by path.
        package static let files: [(path: String, bytes: [UInt8])] = table.map { path, text in
            (path.description, text.withUTF8Buffer { Array($0) })
        }

        /// The paths of the files, sorted; reading them copies no file.
        package static var paths: [String] { table.map { $0.path.description } }

        /// The digest of all paths and files, computed at compile time, so that no run hashes them.
        package static var digest: String { "\(digest(of: templates.flatMap { [Array($0.path.utf8), $0.bytes] }))" }

        private static let table: [(path: StaticString, text: StaticString)] = [
    \(rows.joined())    ]
    }

    """, to: output)
