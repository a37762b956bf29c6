public import Arguments
internal import HTTPListener

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// `latchkey serve` and `latchkey-server`: the same flags, the same server.
public enum ServeCommand {
    /// The command as its name is typed.
    public static func command(named name: String) -> Command {
        Command(
            name, summary: "Serve a release.",
            discussion: """
                Once the server answers, its address is the first line on standard output. A new release in the folder \
                is taken over within a second, or at once on SIGHUP; SIGTERM and SIGINT let answers under way go out \
                and stop. Requests are never logged, since an address may hold a token.
                """,
            arguments: [Argument("release", .optional, help: "The folder of the release. (default: Output)")],
            options: [
                Option(
                    long: "listen", value: "addr:port",
                    help: "Where to listen; port 0 picks a free one. (default: 127.0.0.1:8080)"),
                Option(long: "as", value: "host", help: "Answer every request as this host."),
            ])
    }

    /// Serves until a signal ends it.
    ///
    /// - Returns: what the program exits with: 0, or 1 when the server does not start.
    /// - Throws: `CommandLineFailure` where a flag makes no sense.
    public static func run(_ arguments: ParsedArguments) throws(CommandLineFailure) -> Int32 {
        let text = arguments["listen"] ?? "127.0.0.1:8080"
        guard let address = ListenAddress(text) else {
            throw arguments.failure(
                "The value '\(text)' is invalid for '--listen <addr:port>'. Write it like 127.0.0.1:8080 or [::1]:8080")
        }
        // Before any thread begins, so that all of them leave the signals to this one.
        let signals = Signals([SIGHUP, SIGINT, SIGTERM])
        let server: LandingServer
        do {
            server = try LandingServer(
                folder: arguments.positional(0) ?? "Output", listen: address, as: arguments["as"],
                report: { writeError($0) })
        } catch {
            writeError(error.description)
            return 1
        }
        StartupPages.release()
        writeLine("http://\(server.address)")
        while signals.next() == SIGHUP { server.reload() }
        server.stop()
        return 0
    }

    private static func writeLine(_ line: String) { write("\(line)\n", to: STDOUT_FILENO) }

    private static func writeError(_ message: String) { write("error: \(message)\n", to: STDERR_FILENO) }

    /// Past the buffers of the C library: a line is there as soon as it is written.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
