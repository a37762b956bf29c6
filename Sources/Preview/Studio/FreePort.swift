import HTTPListener

/// Finds a free port on a local address.
enum FreePort {
    /// The maximum number of ports to try after the first.
    private static let maximumTries = 100

    /// Listens on the first free port at or after a port.
    ///
    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: the preferred port; 0 lets the system choose.
    ///   - handler: handles requests.
    /// - Returns: the listener, and whether its port differs from the preferred one.
    /// - Throws: the error of the last port that was tried.
    static func listen(
        on host: String, from port: Int, handler: @escaping HTTPListener.Handler
    ) throws(ListenerError) -> (listener: HTTPListener, isOtherPort: Bool) {
        var options = HTTPListener.Options()
        options.threads = 1
        var candidate = port
        while true {
            do {
                let address = ListenAddress(address: host, port: candidate)
                let listener = try HTTPListener(address, options: options, handler: handler)
                return (listener, port != 0 && candidate != port)
            } catch {
                guard port != 0, candidate < min(port + maximumTries, 65_535) else { throw error }
                candidate += 1
            }
        }
    }
}
