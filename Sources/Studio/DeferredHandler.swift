import HTTPListener
import Synchronization

/// What stands between the ports and the preview until it is there to answer.
final class DeferredHandler: Sendable {
    typealias Answer = @Sendable (HTTPRequest, _ app: String?) -> HTTPResponse

    private let inside = Mutex<Answer?>(nil)

    func open(_ answer: @escaping Answer) { inside.withLock { $0 = answer } }

    func answer(_ request: HTTPRequest, app: String?) -> HTTPResponse {
        guard let answer = inside.withLock({ $0 }) else { return .plain(503, "The preview is beginning.") }
        return answer(request, app)
    }
}
