/// The form that every imitated backend asks of an address: something, an at sign, a name with a dot.
///
/// Narrower than what mail allows, so that an address never breaks out of the header of a mail.
func isEmailAddress(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")), at != bytes.startIndex else {
        return false
    }
    let name = bytes[..<at]
    let labels = bytes[bytes.index(after: at)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return name.allSatisfy(isAddressByte) && labels.count >= 2
        && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") } }
}

private func isAddressByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
}
