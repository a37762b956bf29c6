import CLibrary
import Diagnostics
import Files

enum Terminal {
    /// Writes to standard output without buffering, so that a reader of a pipe receives it immediately.
    static func print(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    static func report(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Writes diagnostics to standard error, with colours only on a terminal and if `NO_COLOR` is not set.
    static func report(_ diagnostics: DiagnosticReport) {
        let colors = isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
        report(DiagnosticPrinter(colors: colors).text(diagnostics))
    }

    static func exit(with status: Int32) -> Never {
        CLibrary.exit(status)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&event, 1, -1)
                    continue
                }
                // A reader that has closed the stream wants nothing more, and an error of standard error cannot be
                // reported.
                guard errno != EPIPE, descriptor == STDOUT_FILENO else { return }
                let reason = FileError(path: "", action: "write", errno: errno).reason
                report("error: cannot write standard output: \(reason)\n")
                exit(with: 1)
            }
            rest = rest.dropFirst(count)
        }
    }
}
