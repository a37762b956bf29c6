import Diagnostics
import JSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output and standard error.
enum Terminal {
    /// Writes to standard output at once, so that a reader at the other end of a pipe sees it.
    static func print(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// Writes to standard error.
    static func report(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Shows diagnostics on standard error; colours only where a person looks, and not where `NO_COLOR` is set.
    static func report(_ diagnostics: DiagnosticReport) {
        let colors = isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
        report(DiagnosticPrinter(colors: colors).text(diagnostics))
    }

    static func exit(with status: Int32) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status)
        #else
            Darwin.exit(status)
        #endif
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                // Whoever read has gone; there is nobody left to tell.
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}

// Inside the enum, `write` is its own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
