internal import Synchronization

/// Independent work, spread over the processors.
package enum Parallel {
    /// What a function gives for each number from 0, in the order of the numbers.
    ///
    /// The numbers are handed out one by one, in order, so that a long piece of work holds up nothing but itself. The
    /// calling thread works too; with one job nothing runs elsewhere.
    ///
    /// - Parameters:
    ///   - count: how many numbers there are.
    ///   - jobs: the maximum number of threads, the calling one included.
    ///   - body: the work, which runs on several threads at once.
    /// - Returns: one value for each number.
    package static func map<Value: Sendable>(
        _ count: Int, jobs: Int = Processors.count, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        guard min(jobs, count) > 1 else { return (0..<count).map(body) }
        let work = Work(count: count, body: body)
        // Where the system has no thread left, those that it had do the work.
        let threads = (1..<min(jobs, count)).compactMap { _ in SystemThread { work.run() } }
        work.run()
        for thread in threads { thread.join() }
        return work.values
    }

    private final class Work<Value: Sendable>: Sendable {
        private let count: Int
        private let body: @Sendable (Int) -> Value
        private let next = Atomic(0)
        private let results: Mutex<[Value?]>

        init(count: Int, body: @escaping @Sendable (Int) -> Value) {
            self.count = count
            self.body = body
            results = Mutex(Array(repeating: nil, count: count))
        }

        func run() {
            while case let number = next.add(1, ordering: .relaxed).oldValue, number < count {
                let value = body(number)
                results.withLock { $0[number] = value }
            }
        }

        /// Complete once every thread has come to its end.
        var values: [Value] { results.withLock { $0.compactMap(\.self) } }
    }
}
