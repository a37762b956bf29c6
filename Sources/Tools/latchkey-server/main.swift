import Arguments
import CLibrary
import LandingServer
import Version

func show(_ text: String, on stream: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { write(stream, $0.baseAddress, $0.count) }
}

let parser = CommandLineParser(ServeCommand.command(named: "latchkey-server"), version: Version.text)
switch parser.parseArguments() {
case .run(let arguments):
    do throws(CommandLineFailure) {
        exit(try ServeCommand.run(arguments))
    } catch {
        show(error.text, on: STDERR_FILENO)
        exit(CommandLineFailure.exitCode)
    }
case .output(let text): show(text, on: STDOUT_FILENO)
case .failure(let failure):
    show(failure.text, on: STDERR_FILENO)
    exit(CommandLineFailure.exitCode)
}
