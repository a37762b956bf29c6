import HTTPListener

enum FreePort {
    /// The maximum number of ports to try after the first.
    private static let maximumTries = 100

    /// Listens on the first free port at or after a port, or on one that the system chooses for port 0; tells whether it
    /// is another than the preferred one. Throws the error of the last port that was tried.
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
