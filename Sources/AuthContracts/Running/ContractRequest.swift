package import JSON

/// A request that a contract makes, ready to be sent.
///
/// It holds a token or a password, so nothing of its values is in its description or its mirror: only the method and the
/// address as the contract writes it.
package struct ContractRequest: Hashable, Sendable {
    package let method: Contract.Method
    /// Absolute, with the query, percent-encoded.
    package let url: String
    /// In order; a type for the body is always among them where there is a body.
    package let headers: [Header]
    /// In UTF-8; empty for none.
    package let body: [UInt8]
    /// Whether cookies go along.
    package let sendsCookies: Bool
    package let referrer: Contract.Referrer
    /// The address as the contract writes it, for people.
    package let name: String

    /// One header.
    package struct Header: Hashable, Sendable {
        package let name: String
        package let value: String

        /// Creates a header.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The scheme, host and port of the address.
    package var origin: String { Address.origin(of: url) }

    /// Everything that is sent, for tests that compare it.
    package var json: JSONValue {
        [
            "method": .string(method.rawValue),
            "url": .string(url),
            "headers": .object(JSONObject(headers.map { ($0.name, .string($0.value)) })),
            "body": .string(String(decoding: body, as: UTF8.self)),
        ]
    }
}

extension ContractRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `POST {{base}}/v1/auth/reset-password`
    package var description: String { "\(method.rawValue) \(name)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The parts of absolute addresses.
enum Address {
    /// The scheme, host and port: what stands before the path.
    static func origin(of url: String) -> String {
        guard let scheme = url[...].range(of: "://") else { return "" }
        let rest = url[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" || $0 == "\\" } ?? rest.endIndex
        return url[..<end].lowercased()
    }
}
