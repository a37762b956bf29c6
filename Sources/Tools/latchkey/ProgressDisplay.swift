import CLibrary
import Synchronization

/// Shows the progress of a build or an examination in a line on the terminal, if it takes long enough.
final class ProgressDisplay: Sendable {
    private struct State {
        var next = ContinuousClock.now + ProgressDisplay.delay
        var isShown = false
    }

    /// The delay before progress is shown.
    private static let delay = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex(State())

    /// Shows the progress, at most ten times a second.
    func show(_ progress: @autoclosure () -> String) {
        guard isTerminal else { return }
        state.withLock { state in
            guard ContinuousClock.now >= state.next else { return }
            state.next = .now + Self.pause
            state.isShown = true
            // A longer line would wrap, and could not be cleared.
            Terminal.report("\r\u{1B}[K" + progress().prefix(79))
        }
    }

    func clear() {
        state.withLock { state in
            if state.isShown { Terminal.report("\r\u{1B}[K") }
            state.isShown = false
        }
    }
}
