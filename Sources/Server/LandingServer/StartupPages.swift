#if canImport(Glibc)
    internal import CMalloc
    internal import Files
    internal import CLibrary

    /// The memory and code pages that only startup needs.
    enum StartupPages {
        /// Returns freed memory to the system, and drops the resident pages of code, libraries included.
        ///
        /// Half of the resident size of a server this small is code that never runs again: loading, parsing the
        /// manifest, setting up TLS that a proxy terminates. These pages are unmodified file pages, so those still
        /// needed are mapped again from the page cache on their next use.
        static func release() {
            // The allocator keeps the memory freed after loading the release until it is told to return it.
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
    /// The memory and code pages that only startup needs; released on Linux only.
    enum StartupPages {
        static func release() {}
    }
#endif
