// The platform differences of this module.

internal import CLibrary

/// Pages of memory that belong to no file, taken from the system without the allocator.
enum AnonymousMemory {
    /// The size from which memory consists of huge pages, in bytes.
    ///
    /// A huge page has 2 MB on most machines, which a small site's release would have to fill up.
    static let leastForHugePages = 4 << 20

    /// Maps zeroed pages. Like the allocator of arrays, ends the process if the system has none left.
    ///
    /// - Parameter count: the number of bytes, at least 1.
    /// - Returns: the bytes, to be passed to `unmap`.
    static func map(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let start, start != MAP_FAILED else { fatalError("the system has no \(count) bytes of memory left") }
        #if os(Linux)
            // With 2,000 hosts requested in turn, misses in the table of small pages cost a 304 a quarter of its time.
            if count >= leastForHugePages { madvise(start, count, MADV_HUGEPAGE) }
        #endif
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    static func unmap(_ memory: UnsafeMutableRawBufferPointer) {
        munmap(memory.baseAddress, memory.count)
    }
}
