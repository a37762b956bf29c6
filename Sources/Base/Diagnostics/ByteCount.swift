/// A number of bytes in messages: `1 MiB`, `24 KiB`, `500 bytes`.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) { self.bytes = bytes }

    /// The number in MiB if it is a whole one, otherwise in KiB from 1,024 bytes up, rounded up.
    package var description: String {
        let kibibytes = (bytes + 1_023) / 1_024
        return bytes < 1_024
            ? "\(bytes) bytes" : kibibytes % 1_024 == 0 ? "\(kibibytes / 1_024) MiB" : "\(kibibytes) KiB"
    }
}
