import Synchronization

/// How far a build has come.
public struct BuildProgress: Hashable, Sendable {
    /// How many apps are done.
    public let done: Int
    /// How many apps there are.
    public let count: Int
    /// The names of the apps that are being worked on, in the order in which they were begun.
    public let current: [String]

    /// For a terminal, in one line without an end.
    public var text: String {
        "\(done) of \(count) apps" + (current.isEmpty ? "" : ", waiting for \(current.joined(separator: ", "))")
    }
}

/// Counts the apps of a build, and tells about each.
final class ProgressLog: Sendable {
    private struct State {
        var done = 0
        var current: [String] = []
        var hasFailed = false
    }

    private let count: Int
    private let told: @Sendable (BuildProgress) -> Void
    private let state = Mutex(State())

    init(count: Int, told: @escaping @Sendable (BuildProgress) -> Void) {
        self.count = count
        self.told = told
    }

    /// Whether an app has a mistake.
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
            told(BuildProgress(done: state.done, count: count, current: state.current))
        }
    }
}
