import AuthContracts
import Foundation
import TextEncoding

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its response.
///
/// Unchecked: URLSession calls its delegate on its own queue, and the lock guards all mutable state.
final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let request: ContractRequest
    private let cookies: [String: String]
    private let origin: String?
    private let lock = NSLock()
    private var continuation: CheckedContinuation<ContractResponse?, Never>?
    private var session: URLSession?
    private var isOver = false
    private var head: HTTPURLResponse?
    private var body: [UInt8] = []

    init(_ request: ContractRequest, cookies: [String: String], origin: String?) {
        self.request = request
        self.cookies = cookies
        self.origin = origin
    }

    /// Sends the request; nil if there is no response or the task was cancelled.
    func run() async -> ContractResponse? {
        guard let request = urlRequest else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let session = URLSession(configuration: Self.configuration, delegate: self, delegateQueue: nil)
                let wasCancelled = lock.withLock {
                    if isOver { return true }
                    self.continuation = continuation
                    self.session = session
                    return false
                }
                if wasCancelled {
                    session.invalidateAndCancel()
                    continuation.resume(returning: nil)
                } else {
                    session.dataTask(with: request).resume()
                }
            }
        } onCancel: {
            finish(with: nil)
        }
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        return configuration
    }

    private var urlRequest: URLRequest? {
        guard let url = URL(string: request.url), url.scheme == "https" || url.scheme == "http" else { return nil }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        // The caller's deadline applies; this timeout must only be longer.
        urlRequest.timeoutInterval = 3600
        for header in request.headers { urlRequest.setValue(header.value, forHTTPHeaderField: header.name) }
        if request.sendsCookies, !cookies.isEmpty {
            let pairs = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            urlRequest.setValue(pairs.joined(separator: "; "), forHTTPHeaderField: "Cookie")
        }
        if request.referrer == .origin, let origin {
            urlRequest.setValue("\(origin)/", forHTTPHeaderField: "Referer")
        }
        if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
        return urlRequest
    }

    /// Completes the transfer once; later calls have no effect.
    private func finish(with response: ContractResponse?) {
        let (continuation, session) = lock.withLock {
            let parts = (self.continuation, self.session)
            isOver = true
            self.continuation = nil
            self.session = nil
            return parts
        }
        session?.invalidateAndCancel()
        continuation?.resume(returning: response)
    }

    private var response: ContractResponse? {
        lock.withLock {
            guard let head else { return nil }
            let headers = head.allHeaderFields.compactMap { name, value -> HeaderField? in
                guard let name = name as? String, let value = value as? String else { return nil }
                return HeaderField(name, value)
            }
            var cookies: [String: String] = [:]
            if request.sendsCookies, let url = head.url {
                let fields = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
                for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) {
                    cookies[cookie.name] = cookie.value
                }
            }
            return ContractResponse(status: head.statusCode, headers: headers, cookies: cookies, body: body)
        }
    }

    // MARK: - URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isSame = newRequest.url.map { Self.origin(of: $0) } == task.originalRequest?.url.map { Self.origin(of: $0) }
        completionHandler(isSame ? newRequest : nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = lock.withLock {
            head = dataTask.response as? HTTPURLResponse
            body.append(contentsOf: data)
            // A byte order mark does not count.
            return body.count > ContractResponse.longestBody + 3
        }
        // The status alone can be matched, so the rest of the body is not awaited.
        if isTooLong { finish(with: response) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil {
            lock.withLock { head = head ?? task.response as? HTTPURLResponse }
        }
        finish(with: error == nil ? response : nil)
    }

    private static func origin(of url: URL) -> String {
        "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? (url.scheme == "https" ? 443 : 80))".lowercased()
    }
}
