import Arguments
import CLibrary
import Diagnostics
import HTTPListener
import SiteBuilder
import SiteModel
import Studio
internal import Threads

/// `latchkey preview` serves a site while it is being written.
enum PreviewCommand: Subcommand {
    static let command = Command(documented: "preview")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        if let text = arguments["port"], let colon = text.lastIndex(of: ":") {
            throw arguments.failure(
                "The value '\(text)' is invalid for '--port <port>'. Write '--port \(text[colon...].dropFirst())', and '--lan' beside it if phones on the local network shall connect"
            )
        }
        let port = try arguments.integer("port", in: 0...65_000) ?? 4000
        let sources = SiteBuild(arguments)
        // Errors in the command line cannot be fixed by saving a file.
        let refusals = SiteFolder(sources.site, environment: sources.environment).refusals
        if !refusals.isEmpty {
            Terminal.report(DiagnosticReport(refusals))
            return 1
        }
        let apps = try Build.apps(arguments, of: sources.site)
        let network = try network(arguments)
        if arguments.has("lan"), network == nil {
            Terminal.report(
                "error: this machine has no address on a local network\n"
                    + "  fix: Connect this machine to one, or name one of its addresses with '--lan-address'.\n")
            return 1
        }
        let comparison = try arguments["against"].map { name in
            let revision = try GitRevision(name, of: sources.site)
            defer { revision.remove() }
            return PreviewComparison(of: sources, with: try revision.storyboard(like: sources), named: name)
        }
        // Before any thread starts, because threads inherit the mask and the signals must reach this thread.
        let signals = Signals([SIGINT, SIGTERM])
        let preview: Preview
        do throws(ListenerError) {
            preview = try Preview.start(
                sources, port: port, apps: apps, network: network, comparison: comparison,
                startsEditor: { ChildProcess.startsDetached($0) })
        } catch {
            Terminal.report("error: \(error.message)\n" + advice(on: network))
            return 1
        }
        Terminal.report(preview.report.withoutNotes)
        printNotes(preview.notes)
        printNotes(preview.realBackends)
        for (name, address) in preview.addresses { Terminal.print("\(name): \(address)\n") }
        if preview.unopenedApps > 0 {
            Terminal.print(
                "\(preview.unopenedApps) other apps: open them in the studio, or name them with '--app'. "
                    + "'latchkey check' finds their problems.\n")
        }
        if arguments.has("open"), let studio = preview.addresses.first?.address,
            !ChildProcess.startsDetached([browserOpener, studio])
        {
            Terminal.report("warning: no browser could be opened\n")
        }
        if isatty(STDOUT_FILENO) == 1, let code = preview.terminalCode { Terminal.print(code) }
        // Reported once, not after every save.
        var known = preview.report.withoutNotes
        preview.watch(isStopping: { signals.arrived(within: $0) }) { report, notes in
            if report.withoutNotes != known { Terminal.report(report.withoutNotes) }
            known = report.withoutNotes
            printNotes(notes)
            if !report.hasErrors { Terminal.print("Built again.\n") }
        }
        preview.stop()
        return 0
    }

    /// Returns the address of the local network to listen on; nil if none was requested or there is none.
    private static func network(_ arguments: ParsedArguments) throws(CommandLineFailure) -> String? {
        if let text = arguments["lan-address"] {
            return try arguments.read(text, of: "lan-address", "Write an IPv4 address of this machine") { text in
                !text.contains(":") && ListenAddress("\(text):0")?.address == text ? text : nil
            }
        }
        guard arguments.has("lan") else { return nil }
        let networks = NetworkInterface.local(among: NetworkInterface.all)
        for other in networks.dropFirst() {
            printNotes([
                "This machine is also \(other.address) (\(other.name)): '--lan-address \(other.address)' listens there."
            ])
        }
        return networks.first?.address
    }

    /// Returns advice if the requested address is not this machine's: the addresses that are.
    private static func advice(on network: String?) -> String {
        let own = NetworkInterface.local(among: NetworkInterface.all)
        guard let network, !own.contains(where: { $0.address == network }) else { return "" }
        let names = own.map { "\($0.address) (\($0.name))" }.joined(separator: ", ")
        return own.isEmpty
            ? "  fix: Connect this machine to a local network first: it has no address on one.\n"
            : "  fix: Name an address of this machine with '--lan-address': \(names).\n"
    }

    private static func printNotes(_ notes: [String]) {
        for note in notes { Terminal.report("note: \(note)\n") }
    }
}

extension DiagnosticReport {
    /// The report without notes, which the studio and `latchkey check` show.
    fileprivate var withoutNotes: DiagnosticReport { DiagnosticReport(diagnostics.filter { $0.severity != .note }) }
}
