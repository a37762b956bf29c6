/// The outcome of an operation, with the values that a page's text needs.
///
/// No value is a backend's text, except the account's email: a wait is a number, a missing requirement one of
/// `PasswordRequirement.Name`. So no other part of a response, and no secret, can reach a page or a log through an
/// outcome.
public struct Outcome: Hashable, Sendable {
    /// The name, built in or declared by the contract.
    public let name: OutcomeName
    /// The account's email, if the operation succeeded and the backend stated it.
    public let email: String?
    /// The wait before the next attempt, in seconds, if the backend stated it.
    public let wait: Int?
    /// The requirements that the password does not meet; empty if the backend did not state them in words that the
    /// contract knows.
    public let missing: [PasswordRequirement.Name]

    /// Creates the outcome with a name; values that do not belong to it are ignored.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - email: with `ok`, the account's email.
    ///   - wait: with a name whose meaning is `waits`, the wait in seconds.
    ///   - missing: with `weakPassword`, the requirements that the password does not meet.
    public init(
        _ name: OutcomeName, email: String? = nil, wait: Int? = nil, missing: [PasswordRequirement.Name] = []
    ) {
        self.name = name
        self.email = name == .ok ? email : nil
        self.wait = name.meaning == .waits ? wait : nil
        self.missing = name == .weakPassword ? missing : []
    }

    /// Whether the operation succeeded.
    public var succeeds: Bool { name.meaning == .succeeds }
}

extension Outcome: CustomStringConvertible, CustomReflectable {
    /// The name with its numbers and requirements: `rate-limited for 59 s`. The email is omitted.
    public var description: String {
        let missing = missing.isEmpty ? "" : ", missing \(missing.map(\.rawValue).joined(separator: ", "))"
        return name.rawValue + (wait.map { " for \($0) s" } ?? "") + missing
    }
    /// An empty mirror, so that a dump of an outcome shows no value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
