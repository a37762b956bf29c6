import Files
import Testing

@Suite("What latchkey-server is made of")
struct LinkageTests {
    /// Beside the tests' own products: `.build/debug/latchkey-server`.
    static let server: String = {
        let file: StaticString = #filePath
        let root = "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(root)/.build/debug/latchkey-server"
    }()

    /// The shared libraries that an ELF file asks for; nil where it is no 64-bit ELF file.
    private func needed(_ file: [UInt8]) -> [String]? {
        func number(_ offset: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
        }
        guard file.prefix(5) == [0x7F, 0x45, 0x4C, 0x46, 2] else { return nil }
        let sections = (0..<number(60, 2)).map { number(40, 8) + $0 * number(58, 2) }
        guard let dynamic = sections.first(where: { number($0 + 4, 4) == 6 }) else { return [] }
        let strings = number(sections[number(dynamic + 40, 4)] + 24, 8)
        let start = number(dynamic + 24, 8)
        return stride(from: start, to: start + number(dynamic + 32, 8), by: 16).compactMap { entry in
            guard number(entry, 8) == 1 else { return nil }
            let name = file[(strings + number(entry + 8, 8))...].prefix { $0 != 0 }
            return String(decoding: name, as: UTF8.self)
        }
    }

    @Test(
        "it links neither Foundation nor what only a build needs",
        .enabled(if: FileSystem.kind(of: server) == .file, "there is no .build/debug/latchkey-server"))
    func libraries() throws {
        guard let libraries = needed(try FileSystem.read(Self.server)) else { return }
        #expect(libraries.contains { $0.hasPrefix("libgnutls.") })
        for forbidden in [
            "libFoundation", "lib_Foundation", "libcurl", "libyaml", "libcmark", "libbrotli", "libz.", "libxml2",
            "libexpat",
        ] {
            #expect(!libraries.contains { $0.hasPrefix(forbidden) }, "\(forbidden)")
        }
    }
}
