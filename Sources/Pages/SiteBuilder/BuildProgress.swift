import Synchronization

package struct BuildProgress: Hashable, Sendable {
    package let done: Int
    package let count: Int
    /// The names of the apps that are being built, in the order in which they were started.
    package let current: [String]

    /// A line for a terminal, without a line break.
    package var text: String {
        "\(done) of \(count) apps" + (current.isEmpty ? "" : ", waiting for \(current.joined(separator: ", "))")
    }
}

/// Counts the apps of a build, and reports each change.
final class ProgressLog: Sendable {
    private struct State {
        var done = 0
        var current: [String] = []
        var hasFailed = false
    }

    private let count: Int
    private let report: @Sendable (BuildProgress) -> Void
    private let state = Mutex(State())

    init(count: Int, report: @escaping @Sendable (BuildProgress) -> Void) {
        self.count = count
        self.report = report
    }

    var hasFailed: Bool { state.withLock(\.hasFailed) }

    func begin(_ app: String) { change { $0.current.append(app) } }

    func end(_ app: String, failed: Bool) {
        change { state in
            state.current.removeAll { $0 == app }
            state.done += 1
            if failed { state.hasFailed = true }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            report(BuildProgress(done: state.done, count: count, current: state.current))
        }
    }
}
