import Testing

@testable import LandingServer

@Suite("The memory that a server may use")
struct MemoryLimitTests {
    @Test(
        "the least limit of the control groups and those above them counts",
        arguments: [
            ("0::/", ["/sys/fs/cgroup/memory.max": "134217728\n"], 134_217_728),
            ("0::/", ["/sys/fs/cgroup/memory.max": "max\n"], nil),
            (
                "0::/a.slice/b.service\n",
                [
                    "/sys/fs/cgroup/a.slice/memory.max": "1000\n",
                    "/sys/fs/cgroup/a.slice/b.service/memory.max": "2000\n",
                ],
                1_000
            ),
            (
                "5:cpu:/c\n3:memory:/docker/x\n",
                ["/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"], nil
            ),
            ("3:memory:/x\n", ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "5000\n"], 5_000),
            ("", [:], nil), ("nonsense", ["/sys/fs/cgroup/memory.max": "1\n"], nil),
        ] as [(String, [String: String], Int?)])
    func controlGroups(groups: String, files: [String: String], limit: Int?) {
        #expect(MemoryLimit.controlGroup(groups) { files[$0] } == limit)
    }

    @Test(
        "half of the memory is for connections, each with room for the longest head",
        arguments: [(nil, 8_192), (128 << 20, 1_024), (2 << 30, 8_192), (1 << 20, 64)] as [(Int?, Int)])
    func connections(memory: Int?, count: Int) {
        #expect(MemoryLimit.connections(within: memory, atMost: 8_192) == count)
    }
}
