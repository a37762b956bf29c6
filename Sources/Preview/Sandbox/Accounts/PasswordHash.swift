internal import Hashing

/// A salted hash of a password, so that neither a log nor a debugger can show the password.
struct PasswordHash: Hashable, Sendable {
    private let salt: [UInt8]
    private let derived: [UInt8]

    // Few, since the accounts are not real and every sign-in computes the hash.
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
    /// A constant text, without any part of the hash.
    var description: String { "a password" }
}
