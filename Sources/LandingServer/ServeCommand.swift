public import Arguments
internal import CMalloc
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
                Once the server answers, its addresses are the first lines on standard output. A new release in the \
                folder is taken over within a second, or at once on SIGHUP; SIGTERM and SIGINT let answers under way go \
                out and stop. Sockets that systemd hands over take the place of '--listen'.
                """,
            arguments: [Argument("release", .optional, help: "The folder of the release. (default: Output)")],
            options: ServeOptions.all)
    }

    /// Serves until a signal ends it.
    ///
    /// - Returns: what the program exits with: 0, or 1 when the server does not start.
    /// - Throws: `CommandLineFailure` where a flag makes no sense.
    public static func run(_ arguments: ParsedArguments) throws(CommandLineFailure) -> Int32 {
        let options = try ServeOptions(arguments)
        let log = ServerLog(format: options.logFormat)
        // Whoever reads the messages may be gone.
        signal(SIGPIPE, SIG_IGN)
        // Before any thread begins, so that all of them leave the signals to this one.
        let signals = Signals([SIGHUP, SIGINT, SIGTERM])
        let server: LandingServer
        do {
            server = try LandingServer(options.settings) { log.error($0) }
        } catch {
            log.error(error.description)
            return 1
        }
        StartupPages.release()
        forbid_core_dumps()
        let scheme = options.settings.certificates.isEmpty ? "http" : "https"
        for address in server.addresses { StandardStream.output.write(Array("\(scheme)://\(address)\n".utf8)) }
        for address in server.otherAddresses { StandardStream.output.write(Array("http://\(address)\n".utf8)) }
        ServiceManager.notify("READY=1")
        while signals.next() == SIGHUP { server.reload() }
        ServiceManager.notify("STOPPING=1")
        server.stop()
        return 0
    }
}
