internal import CLibrary

/// The protocols of systemd for socket activation and readiness notification.
enum ServiceManager {
    /// A listening socket passed to the process, with its name in the unit (`FileDescriptorName=`).
    struct InheritedSocket {
        let descriptor: Int32
        let name: String
    }

    /// The listening sockets passed to the process (`sd_listen_fds_with_names(3)`).
    static var inheritedSockets: [InheritedSocket] {
        guard let pid = getenv("LISTEN_PID").flatMap({ Int32(String(cString: $0)) }), pid == getpid(),
            let count = getenv("LISTEN_FDS").flatMap({ Int32(String(cString: $0)) }), (1...64).contains(count)
        else { return [] }
        let names = (getenv("LISTEN_FDNAMES").map { String(cString: $0) } ?? "").split(
            separator: ":", omittingEmptySubsequences: false)
        return (0..<count).map { number in
            InheritedSocket(
                descriptor: 3 + number, name: Int(number) < names.count ? String(names[Int(number)]) : "")
        }
    }

    /// Notifies the service manager of a state, `READY=1` or `STOPPING=1` (`sd_notify(3)`); does nothing without one.
    static func notify(_ state: String) {
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), path.utf8.count > 1 else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        // An abstract socket's name begins with NUL, written as an at sign.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, SocketType.datagram, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let message = Array(state.utf8)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, 0, $0, length)
            }
        }
    }
}
