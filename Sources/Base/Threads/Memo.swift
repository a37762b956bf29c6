internal import Synchronization

/// A thread-safe cache of bounded size without eviction: once it is full, new values are not stored.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let values = Mutex<[Key: Value]>([:])

    package init(limit: Int) { self.limit = limit }

    package subscript(key: Key) -> Value? {
        get { values.withLock { $0[key] } }
        set { values.withLock { if $0.count < limit { $0[key] = newValue } } }
    }

    /// Returns the cached value for a key, or computes and stores it; two threads may both compute it.
    package func value<Failure: Error>(for key: Key, _ make: (Key) throws(Failure) -> Value) throws(Failure) -> Value {
        if let value = self[key] { return value }
        let value = try make(key)
        self[key] = value
        return value
    }
}
