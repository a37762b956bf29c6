package import HostExport

/// A request of an examination.
package struct ExaminationRequest: Hashable, Sendable {
    package var origin: Origin
    package var request: HostRequest
    package var isDecoded = false
    /// The number of equal requests before this one, for checks of how the host answers again.
    package var repetition = 0
}

/// A check needs responses that have not arrived; it is repeated when they have.
struct Pending: Error {}

/// The responses that have arrived, and the requests that checks were missing.
final class Responses {
    private var arrived: [ExaminationRequest: FetchEnding] = [:]
    private var wanted: [ExaminationRequest] = []

    subscript(request: ExaminationRequest) -> FetchEnding {
        get throws(Pending) {
            if let ending = arrived[request] { return ending }
            wanted.append(request)
            throw Pending()
        }
    }

    /// Asks for several responses at once, which are then available.
    func require(_ requests: [ExaminationRequest]) throws(Pending) {
        let missing = requests.filter { arrived[$0] == nil }
        wanted += missing
        if !missing.isEmpty { throw Pending() }
    }

    /// Sends the requests that are missing, in the order in which checks asked for them.
    func fetch(_ fetch: (ExaminationRequest) -> FetchEnding) {
        for request in wanted where arrived[request] == nil { arrived[request] = fetch(request) }
        wanted = []
    }
}
