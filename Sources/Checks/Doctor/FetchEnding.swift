package import HostExport

/// The outcome of a request.
package enum FetchEnding: Hashable, Sendable {
    case response(HostResponse)
    case failure(FetchFailure)

    /// The response; nil if there was none.
    package var response: HostResponse? {
        if case .response(let response) = self { response } else { nil }
    }

    package var isTimeout: Bool { cause == .timeout }

    /// Why there is no response.
    var cause: FetchFailure.Cause? {
        if case .failure(let failure) = self { failure.cause } else { nil }
    }

    /// Returns the finding for a missing response.
    func finding(_ subject: String) -> Finding {
        let failure = if case .failure(let failure) = self { failure } else { FetchFailure(.other) }
        return .of(failure.cause.rawValue, subject, ["reason": failure.text])
    }
}

/// The reason for a missing response.
package struct FetchFailure: Hashable, Sendable {
    /// A cause, with its name in `Templates/hosts/findings.yml`.
    package enum Cause: String, Sendable, CaseIterable {
        case unknownHost = "unknown-host"
        /// The connection was refused, or there is no route.
        case unreachable
        /// This machine has no connection to such addresses, as without IPv6.
        case noRoute = "no-route"
        case timeout
        case tooLong = "endless-body"
        case tooManyFields = "endless-fields"
        /// The server answers on this port without TLS.
        case noTLS = "no-tls"
        /// No common TLS version or cipher.
        case handshake = "tls"
        case untrusted = "certificate"
        case expired = "certificate-expired"
        /// The body is not in the coding that its Content-Encoding names.
        case undecodable
        case other = "no-answer"
    }

    package var cause: Cause
    /// The text of the library that sent the request: for people, nothing is decided by it.
    package var text: String

    package init(_ cause: Cause, _ text: String = "") {
        self.cause = cause
        self.text = text
    }
}
