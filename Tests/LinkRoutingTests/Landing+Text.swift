import HTTPMessages
import LinkRouting

extension Landing {
    /// A decision in a form that a table can hold.
    func text(_ request: HTTPRequest) -> String {
        func name(_ place: Variant) -> String {
            // In the order of `HashedName.encodings`.
            let encoding = ["identity", "br", "gzip"][place.variant]
            return "\(appName(place.app))/\(fileName(of: place)) \(encoding)"
        }
        return switch answer(request) {
        case .file(let place, let status): "\(status) \(name(place))"
        case .notModified(let place): "304 \(name(place))"
        case .redirect(let status, let location): "\(status) \(location)"
        case .open(let status, let location): "\(status) open \(location)"
        case .refusal(.method): "405"
        case .refusal(.encoding): "406"
        case .refusal(.precondition): "412"
        case .refusal(.host): "421"
        }
    }

    /// The decision on a target of the sample's first host.
    func text(
        _ target: String, method: String = "GET", host: String? = "artitec.com", headers: HTTPHeaders = [:]
    ) -> String {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return text(
            HTTPRequest(
                method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, host: host, headers: headers))
    }
}
