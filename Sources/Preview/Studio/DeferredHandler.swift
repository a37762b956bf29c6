import HTTPListener
internal import HTTPMessages
import Synchronization

/// Forwards requests to the preview once it is initialised; the listeners exist before it.
final class DeferredHandler: Sendable {
    typealias Answer = @Sendable (HTTPRequest, _ app: String?) -> HTTPResponse

    private let inside = Mutex<Answer?>(nil)

    func open(_ answer: @escaping Answer) { inside.withLock { $0 = answer } }

    func answer(_ request: HTTPRequest, app: String?) -> HTTPResponse {
        guard let answer = inside.withLock({ $0 }) else { return .plain(503, "The preview is beginning.") }
        return answer(request, app)
    }
}
