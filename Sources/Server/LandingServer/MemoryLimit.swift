internal import CLibrary
internal import Files

/// The memory that the process may use, and the connections that fit into it.
enum MemoryLimit {
    /// The memory of a connection that owes the rest of the longest head, in bytes; measured, the buffer's growth included.
    private static let perConnection = 65_536

    /// The default of `--connections`: at most half of the memory is for heads, the rest for the release and the responses.
    static func connections(within memory: Int?, atMost most: Int) -> Int {
        memory.map { min(max($0 / 2 / perConnection, 64), most) } ?? most
    }

    /// The smaller one of the control group's limit and the limit on the address space (`ulimit -v`), in bytes; nil if there
    /// is neither.
    static var bytes: Int? {
        [controlGroup(text("/proc/self/cgroup") ?? "", text), addressSpace].compactMap(\.self).min()
    }

    /// Returns the least limit in bytes of a process's control groups and the groups above them; nil if there is none.
    /// `groups` is the text of `/proc/self/cgroup`, a line for each hierarchy:
    /// `0::/system.slice/latchkey-server.service`.
    static func controlGroup(_ groups: String, _ read: (String) -> String?) -> Int? {
        groups.split(separator: "\n").flatMap { line -> [Int] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { return [] }
            let (root, file) =
                parts[1].isEmpty ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            guard parts[1].isEmpty || parts[1].split(separator: ",").contains("memory") else { return [] }
            let names = parts[2].split(separator: "/")
            return (0...names.count).compactMap { count in
                let path = ([root] + names.prefix(count).map(String.init) + [file]).joined(separator: "/")
                return read(path).flatMap { Int($0.filter { $0 != "\n" }) }
            }
        }
        // Version 1 says "no limit" with a number near 2^63.
        .filter { $0 < 1 << 50 }.min()
    }

    private static func text(_ path: String) -> String? {
        (try? FileSystem.read(path, limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The limit on the address space (`ulimit -v`), in bytes; nil if there is none.
    static var addressSpace: Int? {
        var limit = rlimit()
        guard getrlimit(Resource.addressSpace, &limit) == 0, limit.rlim_cur < 1 << 50 else { return nil }
        return Int(limit.rlim_cur)
    }
}
