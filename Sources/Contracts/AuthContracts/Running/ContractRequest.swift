package import TextEncoding

/// A request of a contract's operation, ready to be sent.
///
/// It may contain a token or a password, so its description and mirror show only the method and the URL as written in
/// the contract.
package struct ContractRequest: Hashable, Sendable {
    package let method: Contract.Method
    /// The absolute URL with its query, percent-encoded.
    package let url: String
    /// The headers in order; if there is a body, its `Content-Type` is among them.
    package let headers: [HeaderField]
    /// The body in UTF-8; empty for none.
    package let body: [UInt8]
    package let sendsCookies: Bool
    package let referrer: Contract.Referrer
    /// The URL as written in the contract, for messages.
    package let name: String

    /// The scheme, host and port of the URL.
    package var origin: String { URLParts(url)?.origin ?? "" }
}

extension ContractRequest: CustomStringConvertible, CustomReflectable {
    /// `POST {{base}}/v1/auth/reset-password`
    package var description: String { "\(method.rawValue) \(name)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
