internal import Hashing

/// The names of a release's files: `reset-password.0123456789abcdef.html`, with `.br` or `.gz` behind for a variant.
enum HashedName {
    /// Hexadecimal digits of the SHA-256; enough that two contents of one file never meet.
    static let digits = 16

    /// The content codings that variants have, by falling preference, with what their names end in.
    static let encodings = [(name: "br", suffix: ".br"), (name: "gzip", suffix: ".gz")]

    static func hash(of bytes: [UInt8]) -> String {
        Base16.encode(Digest.sha256(bytes).prefix(digits / 2))
    }

    /// The name with the hash before its extension, or at its end where it has none.
    static func name(_ name: String, hash: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name).\(hash)" }
        return "\(name[..<dot]).\(hash)\(name[dot...])"
    }

    /// Whether a name could be one of ours: only such files are ever removed.
    static func isOurs(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropFirst().contains { part in
            part.count == digits && part.allSatisfy(isHexDigit)
        }
    }

    /// Whether a hash is one of the parts of a name.
    static func isName(_ name: String, with hash: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: ".")).contains { $0.elementsEqual(hash.utf8) }
    }

    static func isHash(_ text: String) -> Bool {
        text.utf8.count == digits && text.utf8.allSatisfy(isHexDigit)
    }

    /// Whether a text is the name of something in a folder, and of nothing outside it or hidden.
    static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
    }

    /// Whether a text is a path below a folder, made of plain names.
    static func isPlainPath(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isPlainName(String($0)) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
