#if canImport(Glibc)
    internal import CMalloc
    internal import Files
    internal import Glibc

    /// The code that a process runs once, and the memory that it needs once.
    enum StartupPages {
        /// Lets go of the memory that starting up has given back, and of the pages of code that it has brought into memory,
        /// the libraries' own included.
        ///
        /// Half of what a server of this size keeps resident is code that never runs again: loading, reading the
        /// manifest, setting up TLS that a proxy does. These pages are the files' own, unchanged, so that whatever is
        /// still needed comes back from the system's cache at its next use.
        static func release() {
            // What reading the release took and no longer needs is the process's own until this is said.
            give_back_freed_memory()
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
    /// What a process needs once; only Linux is asked to let go of it.
    enum StartupPages {
        static func release() {}
    }
#endif
