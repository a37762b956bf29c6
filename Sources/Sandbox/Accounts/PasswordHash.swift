internal import Hashing

/// A password as the sandbox keeps it: salted and hashed, so that neither a log nor a debugger can show it.
struct PasswordHash: Hashable, Sendable {
    private let salt: [UInt8]
    private let derived: [UInt8]

    // Few, since the accounts are imaginary and every answer waits for it.
    private static let iterations: UInt32 = 4_096

    init(_ password: String, _ environment: inout Environment) {
        salt = environment.bytes(16)
        derived = Digest.pbkdf2SHA256(Array(password.utf8), salt: salt, iterations: Self.iterations)
    }

    /// Whether this is the hash of a password.
    func matches(_ password: String) -> Bool {
        Digest.isEqual(Digest.pbkdf2SHA256(Array(password.utf8), salt: salt, iterations: Self.iterations), derived)
    }
}

extension PasswordHash: CustomStringConvertible {
    /// Says nothing.
    var description: String { "a password" }
}
