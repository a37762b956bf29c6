#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A TCP client that sends the given bytes unchanged.
package final class RawClient {
    private let descriptor: Int32

    /// Connects to a port on 127.0.0.1. Waits for at most ten minutes for each piece of a response.
    package init(port: Int) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        // A server that neither answers nor closes the connection fails the test instead of blocking it.
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &place.sin_addr)
        _ = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    /// Sends a text unchanged, without adding a line break.
    package func send(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Sends bytes unchanged.
    package func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Receives until `end` was received, or until the connection is closed if it is nil.
    package func receive(until end: String? = nil) -> String {
        var received: [UInt8] = []
        var byte: UInt8 = 0
        let mark = end.map { Array($0.utf8) }
        errno = 0
        while read(descriptor, &byte, 1) == 1 {
            received.append(byte)
            if let mark, received.suffix(mark.count).elementsEqual(mark) {
                return String(decoding: received, as: UTF8.self)
            }
        }
        if errno == EAGAIN { received += Array("[nothing for ten minutes]".utf8) }
        return String(decoding: received, as: UTF8.self)
    }

    /// Receives until the connection is closed, in large pieces.
    package func receiveAll() -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return received }
            received += buffer[..<count]
        }
    }

    /// Shuts down the sending side of the connection.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends a request and receives until the server closes the connection.
    package static func exchange(port: Int, _ text: String) -> String {
        let client = RawClient(port: port)
        client.send(text)
        return client.receive()
    }
}
