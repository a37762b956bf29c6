/// The formats in which the platforms identify apps and their signing certificates.
enum AppIdentifier {
    /// Whether the text is an application identifier: a prefix of ten characters, a dot, and a bundle identifier.
    static func isWellFormed(_ appID: String) -> Bool {
        guard let dot = appID.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let prefix = appID.utf8[..<dot]
        let bundle = appID.utf8[appID.utf8.index(after: dot)...]
        return prefix.count == 10 && prefix.allSatisfy { isUpper($0) || isDigit($0) } && isBundle(bundle)
    }

    /// Whether the text has a prefix of another length than ten, and a bundle identifier: unusual, but in use.
    static func isRoughlyFormed(_ appID: String) -> Bool {
        guard let dot = appID.utf8.firstIndex(of: UInt8(ascii: ".")), dot > appID.utf8.startIndex else { return false }
        return appID.utf8[..<dot].allSatisfy { isUpper($0) || isDigit($0) || isLower($0) }
            && isBundle(appID.utf8[appID.utf8.index(after: dot)...])
    }

    /// Whether the text is an Android application ID: at least two names, joined by dots, each of letters, digits and
    /// underscores and beginning with a letter.
    static func isPackage(_ package: String) -> Bool {
        let names = package.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return names.count >= 2
            && names.allSatisfy { name in
                guard let first = name.first, isUpper(first) || isLower(first) else { return false }
                return name.allSatisfy { isUpper($0) || isLower($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }

    /// Whether the text is a SHA-256 fingerprint: 32 bytes in upper-case hexadecimal, separated by colons.
    static func isFingerprint(_ text: String) -> Bool {
        let octets = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return octets.count == 32
            && octets.allSatisfy { $0.count == 2 && $0.allSatisfy { isDigit($0) || (0x41...0x46).contains($0) } }
    }

    private static func isBundle(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy {
                isUpper($0) || isLower($0) || isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
