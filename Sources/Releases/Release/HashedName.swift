internal import Hashing
internal import TextEncoding

/// The names of a release's files: `reset-password.0123456789abcdef.html`, followed by `.br` or `.gz` for a compressed
/// variant.
enum HashedName {
    /// The number of hexadecimal digits of the SHA-256; enough to rule out accidental collisions between versions of a
    /// file.
    static let digits = 16

    /// The content codings of compressed variants, most preferred first, with the suffixes of their names.
    static let encodings = [(name: "br", suffix: ".br"), (name: "gzip", suffix: ".gz")]

    static func hash(of bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { hash(of: $0) }
    }

    static func hash(of bytes: UnsafeRawBufferPointer) -> String {
        Base16.encode(Digest.sha256(bytes).prefix(digits / 2))
    }

    /// Inserts the hash before the extension, or appends it if there is none.
    static func name(_ name: String, hash: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name).\(hash)" }
        return "\(name[..<dot]).\(hash)\(name[dot...])"
    }

    /// The name without its hash, as before `name(_:hash:)`.
    static func plainName(of name: String, hash: String) -> String {
        name.split(separator: ".").filter { $0 != hash }.joined(separator: ".")
    }

    /// Whether a name has the form of a hashed name; no other files are ever removed.
    static func isWellFormed(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropFirst().contains { part in
            part.count == digits && part.allSatisfy(isHexDigit)
        }
    }

    /// Whether one of the dot-separated parts of a name is a hash.
    static func isName(_ name: String, with hash: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: ".")).contains { $0.elementsEqual(hash.utf8) }
    }

    static func isHash(_ text: String) -> Bool {
        text.utf8.count == digits && text.utf8.allSatisfy(isHexDigit)
    }

    /// Whether a text is a file name: not hidden, and of characters that need quoting in no path, shell or configuration
    /// that an export writes.
    static func isPlainName(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.utf8.count <= 255 && nameCharacters.containsAll(of: name)
    }

    private static let nameCharacters = ASCIISet.unreserved

    /// Whether a text is a relative path of plain names, which stays below its folder.
    static func isPlainPath(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isPlainName(String($0)) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (0x61...0x66).contains(byte)
    }
}
