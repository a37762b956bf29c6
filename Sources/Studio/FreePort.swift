import HTTPListener

/// Ports of an address of this machine, the next one where one is taken.
enum FreePort {
    /// How many ports are tried.
    private static let mostTries = 100

    /// Listens on the first free port from one on.
    ///
    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: the one that is wanted; 0 lets the system choose.
    ///   - handler: answers.
    /// - Returns: the listener, and whether it has another port than was wanted.
    /// - Throws: why the last of many ports was not to be had.
    static func listen(
        on host: String, from port: Int, handler: @escaping HTTPListener.Handler
    ) throws(ListenerError) -> (listener: HTTPListener, isOther: Bool) {
        var options = HTTPListener.Options()
        options.threads = 1
        var candidate = port
        while true {
            do {
                let address = ListenAddress(address: host, port: candidate)
                let listener = try HTTPListener(address, options: options, handler: handler)
                return (listener, port != 0 && candidate != port)
            } catch {
                guard port != 0, candidate < min(port + mostTries, 65_535) else { throw error }
                candidate += 1
            }
        }
    }
}
