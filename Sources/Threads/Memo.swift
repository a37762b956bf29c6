internal import Synchronization

/// Values that several threads make and share, by what they were made from.
///
/// It keeps a bounded number and, once it has as many, keeps no more: whoever asks for another one makes it anew.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let values = Mutex<[Key: Value]>([:])

    /// - Parameter limit: how many values are kept.
    package init(limit: Int) { self.limit = limit }

    /// The value that is kept for a key.
    package subscript(key: Key) -> Value? {
        get { values.withLock { $0[key] } }
        set { values.withLock { if $0.count < limit { $0[key] = newValue } } }
    }

    /// The value for a key, made where none is kept; two threads may both make one.
    package func value<Failure: Error>(for key: Key, _ make: (Key) throws(Failure) -> Value) throws(Failure) -> Value {
        if let value = self[key] { return value }
        let value = try make(key)
        self[key] = value
        return value
    }
}
