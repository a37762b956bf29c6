import Doctor
import Synchronization
import Threads

/// Sends `doctor`'s requests with libcurl, several at a time: never follows redirects, sends no cookies, and reuses
/// connections.
final class Fetcher: Sendable {
    /// The maximum number of requests at a time. With a round trip of 200 ms, 24 send a thousand in nine seconds.
    private static let width = 24

    private let idle: Mutex<[CurlConnection]>
    private let certificates = Mutex<[Origin: CertificatePeriod]>([:])
    /// When the examination of an origin ends, complete or not.
    private let deadline = Mutex(ContinuousClock.now)
    private let display = ProgressDisplay()
    private let counts = Mutex((done: 0, all: 0))

    /// `resolve` and `connections` are values of curl's `--resolve`, `example.com:443:127.0.0.1`, and `--connect-to`,
    /// `example.com:443:127.0.0.1:8443`; `authorities` is a PEM file of certificates to trust instead of the system's.
    init?(resolve: [String], connections: [String] = [], authorities: String?) {
        let handles = (0..<Self.width).compactMap { _ in
            CurlConnection(resolve: resolve, connections: connections, authorities: authorities)
        }
        if handles.isEmpty { return nil }
        idle = Mutex(handles.reversed())
    }

    /// Calls a function that sends requests, which end with it or when the time is up.
    func within<Value>(_ seconds: Int, _ body: () -> Value) -> Value {
        deadline.withLock { $0 = .now + .seconds(seconds) }
        counts.withLock { $0 = (0, 0) }
        defer { display.clear() }
        return body()
    }

    /// Sends requests at the same time, and returns their endings in order; nil for those that the time did not suffice for.
    func fetch(_ requests: [ExaminationRequest]) -> [FetchEnding?] {
        counts.withLock { $0.all += requests.count }
        return Parallel.map(requests.count, jobs: Self.width) { self.fetch(requests[$0]) }
    }

    private func fetch(_ request: ExaminationRequest) -> FetchEnding? {
        let deadline = deadline.withLock(\.self)
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        // There are as many as threads, and the latest used is likely connected.
        guard left >= 1, let connection = idle.withLock({ $0.popLast() }) else { return nil }
        let (ending, period) = connection.fetch(request, within: Int(left))
        idle.withLock { $0.append(connection) }
        if let period { certificates.withLock { $0[request.origin] = period } }
        let count = counts.withLock { counts in
            counts.done += 1
            return counts
        }
        display.show("\(request.origin): \(count.done) of \(count.all) requests")
        return ending.isTimeout && Int(left) < CurlConnection.timeout ? nil : ending
    }

    /// Returns the validity period of an origin's certificate; nil before the first response, over HTTP, and if the TLS
    /// library does not report it.
    func certificate(of origin: Origin) -> CertificatePeriod? { certificates.withLock { $0[origin] } }
}
