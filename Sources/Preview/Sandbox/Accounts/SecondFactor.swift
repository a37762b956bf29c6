internal import Hashing

/// The second factor of an account: an authenticator app (RFC 6238: HMAC-SHA-1, six digits, 30 seconds), and recovery
/// codes.
struct SecondFactor: Sendable {
    /// The key of the sandbox's account that has a second factor, as authenticator apps take it.
    static let base32 = "NRQXIY3INNSXSLLTMFXGIYTPPAWWWZLZ"
    private static let key = Array("latchkey-sandbox-key".utf8)
    static let recoveryCodes = ["k4m9x7qp2ab8ht3z", "2h8kqw3m7xt49rpn"]

    private var unusedCodes = Set(recoveryCodes)
    /// The latest time step whose code was accepted; no code is accepted twice (RFC 6238, section 5.2).
    private var lastStep = 0
    private var attempts = RateLimit(maximum: 5, window: 60)

    enum Verdict {
        case right, wrong, tooMany
    }

    /// The code at a time in milliseconds since 1970.
    static func code(atStep step: Int) -> String {
        let moment = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> ($0 * 8)) }
        let hash = Digest.hmacSHA1(moment, key: key)
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Checks a code of the app, also of the time step before and after, since clocks differ.
    mutating func check(code: String, now: Int) -> Verdict {
        if attempts.wait("", now: now) != nil { return .tooMany }
        let step = now / 30_000
        guard let found = (step - 1...step + 1).first(where: { $0 > lastStep && Self.code(atStep: $0) == code }) else {
            return .wrong
        }
        lastStep = found
        return .right
    }

    /// Checks a recovery code, with or without its hyphens, and uses it up.
    mutating func check(recoveryCode: String, now: Int) -> Verdict {
        if attempts.wait("", now: now) != nil { return .tooMany }
        let plain = recoveryCode.lowercased().filter { $0 != "-" && $0 != " " }
        return unusedCodes.remove(plain) == nil ? .wrong : .right
    }
}
