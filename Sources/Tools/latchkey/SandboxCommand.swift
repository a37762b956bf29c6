import Arguments
import CLibrary
import Diagnostics
import EmailBuilder
import HTTPListener
import Sandbox
import SiteBuilder
import SiteModel
import Studio
import TemplateFiles
import TextEncoding
internal import Threads

/// `latchkey sandbox` serves imitations of the apps' backends.
enum SandboxCommand: Subcommand {
    static let command = Command(documented: "sandbox")

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let text = arguments["listen"] ?? "127.0.0.1:4100"
        let advice = "Write it like 127.0.0.1:4100 or [::1]:4100"
        let address = try arguments.read(text, of: "listen", advice) { ListenAddress($0) }
        let reason =
            "A sandbox takes any password and shows every email, so only this machine may reach it; name 127.0.0.1 or [::1]"
        _ = try arguments.read(text, of: "listen", reason) { _ in address.isLoopback ? address : nil }
        let smtp = try arguments["smtp"].map { text throws(CommandLineFailure) in
            SMTPClient(
                server: try arguments.read(text, of: "smtp", "Write it like 127.0.0.1:1025", SMTPServer.init(place:)))
        }
        // Before any thread starts, because threads inherit the mask and the signals must reach this thread.
        let signals = Signals([SIGINT, SIGTERM])
        let build = SiteBuild(arguments)
        let templates = try build.templateSources()
        let (site, warnings) = try SiteReader.read(
            build.site, environment: build.environment, contracts: templates.library)
        Terminal.report(DiagnosticReport(warnings))
        let renderer = try EmailRenderer(templates: templates)
        let composer = EmailComposer()
        composer.update(site, renderer: renderer)
        let apps = site.apps.compactMap { SandboxApp($0, words: renderer.words) }
        guard !apps.isEmpty else {
            Terminal.report("error: no app of this site has a backend; name one in its app.yml\n")
            return 1
        }
        do throws(ListenerError) {
            let sandbox = try Sandbox(
                address, apps: apps, compose: { composer.content(of: $1, app: $0) }, deliver: smtp.map(delivery))
            for base in sandbox.bases {
                Terminal.print("\(base.app.title): \(base.address)\n")
            }
            Terminal.print("\(sandbox.header.name): \(sandbox.header.value)\n")
            Terminal.print("This is a sandbox: its accounts are imaginary, and it forgets them when it ends.\n")
            _ = signals.next()
            sandbox.stop()
            return 0
        } catch {
            Terminal.report("error: \(error.message)\n")
            return 1
        }
    }

    private static func delivery(_ smtp: SMTPClient) -> Sandbox.Delivery {
        { email in
            do {
                guard let message = email.message else { return }
                try smtp.send(message, to: email.to)
            } catch {
                Terminal.report("warning: an email did not reach \(smtp.server.place): \(error)\n")
            }
        }
    }
}
