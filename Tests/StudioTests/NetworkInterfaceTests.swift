import Testing

@testable import Studio

@Suite("Network interfaces") struct NetworkInterfaceTests {
    @Test("the address of the local network comes before those of containers and tunnels, and before public ones")
    func order() {
        let interfaces = [
            ("docker0", "172.17.0.1"), ("utun3", "10.8.0.2"), ("eth1", "203.0.113.7"), ("eth2", "169.254.3.4"),
            ("wlan0", "192.168.1.20"), ("eth0", "10.0.0.5"), ("br-42", "172.18.0.1"),
        ].map { NetworkInterface(name: $0.0, address: $0.1) }
        #expect(
            NetworkInterface.local(among: interfaces).map(\.name)
                == ["wlan0", "eth0", "eth1", "eth2", "docker0", "utun3", "br-42"])
        #expect(NetworkInterface.local(among: []).isEmpty)
    }

    @Test("no address is the machine's own loopback")
    func loopback() {
        #expect(NetworkInterface.all.allSatisfy { !$0.address.hasPrefix("127.") && $0.address != "0.0.0.0" })
    }
}
