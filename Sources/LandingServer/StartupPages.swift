#if canImport(Glibc)
    internal import Files
    internal import Glibc

    /// The code that a process runs once.
    enum StartupPages {
        /// Lets go of the pages of code that starting up has brought into memory, the libraries' own included.
        ///
        /// Half of what a server of this size keeps resident is code that never runs again: loading, reading the
        /// manifest, setting up TLS that a proxy does. These pages are the files' own, unchanged, so that whatever is
        /// still needed comes back from the system's cache at its next use.
        static func release() {
            guard let maps = try? FileSystem.read("/proc/self/maps") else { return }
            for line in maps.split(separator: UInt8(ascii: "\n")) {
                // `7f0c1000-7f0c9000 r-xp 00000000 fe:01 1234  /usr/lib/…`: private, never written, from a file.
                let fields = line.split(separator: UInt8(ascii: " "))
                guard fields.count >= 6, fields[1].elementsEqual("r-xp".utf8), fields[5].first == UInt8(ascii: "/")
                else {
                    continue
                }
                let bounds = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
                    UInt(String(decoding: $0, as: UTF8.self), radix: 16)
                }
                guard bounds.count == 2, bounds[0] < bounds[1] else { continue }
                madvise(UnsafeMutableRawPointer(bitPattern: bounds[0]), Int(bounds[1] - bounds[0]), MADV_DONTNEED)
            }
        }
    }
#else
    /// The code that a process runs once; only Linux is asked to let go of it.
    enum StartupPages {
        static func release() {}
    }
#endif
