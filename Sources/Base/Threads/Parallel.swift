internal import CLibrary
internal import CSockets
internal import Synchronization

/// Runs independent tasks on several threads.
package enum Parallel {
    /// Returns the results of a function for each number from 0, in order. Numbers are assigned one by one, so that a
    /// slow task does not delay others. The calling thread participates, and is one of the `jobs`.
    package static func map<Value: Sendable>(
        _ count: Int, jobs: Int = Processors.count, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        guard min(jobs, count) > 1 else { return (0..<count).map(body) }
        let work = Work(count: count, body: body)
        // If the system cannot create all threads, the others do the work.
        let threads = (1..<min(jobs, count)).compactMap { _ in SystemThread { work.run() } }
        work.run()
        for thread in threads { thread.join() }
        return work.values
    }

    /// Evaluates `first` on the calling thread and `second` on another one, or afterwards if `jobs` is 1.
    package static func both<First, Second: Sendable>(
        jobs: Int = Processors.count, _ first: () -> First, _ second: @escaping @Sendable () -> Second
    ) -> (First, Second) {
        let other = Other<Second>()
        let thread = jobs > 1 ? SystemThread { other.value.withLock { $0 = second() } } : nil
        let value = first()
        thread?.join()
        return (value, other.value.withLock { $0 } ?? second())
    }

    private final class Other<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
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

        /// The results; complete once every thread has ended.
        var values: [Value] { results.withLock { $0.compactMap(\.self) } }
    }
}

package enum Processors {
    /// The number of processors, at least 1.
    package static var count: Int {
        let allowed = Int(allowed_processors())
        return allowed > 0 ? allowed : max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    }
}
