package import HostExport

package struct ExaminationRequest: Hashable, Sendable {
    package var origin: Origin
    package var request: HostRequest
    package var isDecoded = false
    /// The number of equal requests before this one, for checks of how the host answers again.
    package var repetition = 0
    /// The IP address to connect to, for a host with several; nil for any of them.
    package var address: String? = nil
}

/// A check needs responses that have not arrived; it is repeated when they have.
struct Pending: Error {}

/// The responses that have arrived, and the requests that checks were missing.
final class Responses {
    private var arrived: [ExaminationRequest: FetchEnding] = [:]
    private var wanted: [ExaminationRequest] = []
    /// Whether the examination's time is up, so that what is missing stays missing.
    private(set) var isOutOfTime = false

    func contains(_ request: ExaminationRequest) -> Bool { arrived[request] != nil }

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

    /// Sends the requests that are missing, each once, in the order in which checks asked for them; `fetch` returns nil
    /// where the time was up before.
    func fetch(_ fetch: ([ExaminationRequest]) -> [FetchEnding?]) {
        var seen: Set<ExaminationRequest> = []
        let requests = wanted.filter { arrived[$0] == nil && seen.insert($0).inserted }
        wanted = []
        for (request, ending) in zip(requests, fetch(requests)) {
            arrived[request] = ending
            if ending == nil { isOutOfTime = true }
        }
    }
}
