package import Arguments
internal import CLibrary
internal import CMalloc
internal import Diagnostics
internal import Threads

/// The command behind `latchkey serve` and `latchkey-server`.
package enum ServeCommand {
    package static func command(named name: String) -> Command {
        Command(
            name, summary: "Serve a release.",
            discussion: """
                Once the server answers, its addresses are the first lines on standard output. A new release in the \
                folder is loaded within a second, or at once on SIGHUP; SIGTERM and SIGINT let responses in progress \
                finish and stop. Sockets passed by systemd replace '--listen'.
                """,
            arguments: [Argument("release", .optional, help: "The folder of the release. (default: Output)")],
            options: ServeOptions.all, otherNames: ServeOptions.otherNames)
    }

    /// Runs the server until SIGTERM or SIGINT; `release` is the folder of the release if the command line names none.
    /// The exit status is 1 if the server cannot start.
    package static func run(
        _ arguments: ParsedArguments, release: String = "Output"
    ) throws(CommandLineFailure) -> Int32 {
        // Before any thread starts, because threads inherit the mask and the signals must reach this thread.
        let signals = Signals([SIGHUP, SIGINT, SIGTERM])
        // A closed standard output or error must not end the server, and neither must the signals with which log rotation
        // makes other servers open their files again.
        for other in [SIGPIPE, SIGUSR1, SIGUSR2] { signal(other, SIG_IGN) }
        let options = try ServeOptions(arguments, release: release)
        let log = ServerLog(format: options.logFormat)
        // Before anything is allocated that is freed later.
        keep_little_freed_memory()
        if MemoryLimit.addressSpace != nil { allocate_from_one_arena() }
        let server: LandingServer
        do throws(Diagnostic) {
            server = try LandingServer(options.settings) { log.error($0) }
        } catch {
            log.error(error.oneLine)
            return 1
        }
        // Of the manifest.
        give_back_freed_memory()
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
