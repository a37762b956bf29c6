import SiteBuilder
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A line on the terminal that says how far a build has come, while somebody looks and it takes long enough to wonder.
final class ProgressDisplay: Sendable {
    private struct State {
        var next = ContinuousClock.now + ProgressDisplay.patience
        var isShown = false
    }

    /// A shorter build shows nothing.
    private static let patience = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex(State())

    /// Shows how far it is, ten times a second at most.
    func show(_ progress: BuildProgress) {
        guard isTerminal else { return }
        state.withLock { state in
            guard ContinuousClock.now >= state.next else { return }
            state.next = .now + Self.pause
            state.isShown = true
            // A longer line would break, and could not be cleared.
            Terminal.report("\r\u{1B}[K" + progress.text.prefix(79))
        }
    }

    /// Clears the line for what comes next.
    func clear() {
        state.withLock { state in
            if state.isShown { Terminal.report("\r\u{1B}[K") }
            state.isShown = false
        }
    }
}
