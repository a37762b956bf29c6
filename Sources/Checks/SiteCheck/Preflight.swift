import AuthContracts
package import CrossOrigin
internal import SiteModel
package import TextEncoding

/// A CORS preflight request, with the operations that cause it.
package struct Preflight: Hashable, Sendable {
    /// The operations that make the request, in the contract's order.
    package internal(set) var operations: [String]
    /// The page's origin: `https://` and a host, or that of the preview.
    package let origin: String
    package let request: CORSRequest
    package let timeout: Int

    /// The request headers (Fetch standard, section 4.8), in order.
    package var headers: [HeaderField] {
        let names = request.headers.joined(separator: ",")
        return [HeaderField("Accept", "*/*"), HeaderField("Access-Control-Request-Method", request.method)]
            + (names.isEmpty ? [] : [HeaderField("Access-Control-Request-Headers", names)])
            + [HeaderField("Origin", origin), HeaderField("Sec-Fetch-Mode", "cors")]
    }

    package var url: String { request.url }

    package var server: String { URLParts(request.url)?.origin ?? "" }

    /// The path of the URL without the query, which may contain a key.
    package var path: String {
        guard let path = URLParts(request.url)?.path, !path.isEmpty else { return "/" }
        return path
    }

    /// The origins of an app's pages: its hosts; for an app whose preview calls the backend that of its preview too, or
    /// alone if no release can use the backend. The preview is taken to have the port of the default.
    private static func origins(of app: App, previewedOn port: Int) -> [String] {
        let preview = app.previewsBackend ? ["http://127.0.0.1:\(port)"] : []
        return (preview.isEmpty || app.releaseProblem == nil ? app.hosts.map { "https://\($0)" } : []) + preview
    }

    /// Returns the distinct preflight requests of an app's pages, for each of their origins.
    static func all(of app: App, previewedOn port: Int) -> [Preflight] {
        guard let backend = app.backend, let contract = app.contract else { return [] }
        let values = backend.settings.merging(["base": backend.base]) { $1 }
        var preflights: [Preflight] = []
        for origin in origins(of: app, previewedOn: port) {
            for name in app.operations {
                for request in contract.operation(named: name)?.corsRequests(values: values) ?? [] {
                    if let index = preflights.firstIndex(where: { $0.origin == origin && $0.request == request }) {
                        if preflights[index].operations.last != name { preflights[index].operations.append(name) }
                    } else {
                        preflights.append(
                            Preflight(
                                operations: [name], origin: origin, request: request, timeout: backend.timeout))
                    }
                }
            }
        }
        return preflights
    }
}

package enum PreflightEnding: Hashable, Sendable {
    /// A response, with its headers in order and names as received.
    case response(status: Int, headers: [HeaderField])
    case failure(Failure)

    package enum Failure: Hashable, Sendable {
        case unknownHost
        /// The connection was refused or the network is unreachable.
        case unreachable
        /// No TLS connection that a browser would accept; with the library's message.
        case untrusted(String)
        case timeout
        case connectionClosed
        /// With the library's message.
        case other(String)
    }
}
