internal import AuthContracts
internal import Hashing

/// The environment of a backend: the time, a source of randomness, and a way to send email.
///
/// A response depends only on this, the backend's state and the request, so tests can replay it.
struct Environment: Sendable {
    let app: SandboxApp
    /// The backend's own URL, without a trailing slash: `http://127.0.0.1:4100/artitec`.
    let address: String
    /// The time in milliseconds since 1970, by the sandbox's clock.
    let now: Int
    var random: any RandomNumberGenerator & Sendable
    /// The language that the request names, as its operation's contract says where.
    var language: String?
    private(set) var emails: [SentEmail] = []
    private let compose: Sandbox.Composer?

    init(
        app: SandboxApp, address: String, now: Int, random: any RandomNumberGenerator & Sendable,
        compose: Sandbox.Composer? = nil
    ) {
        self.compose = compose
        self.app = app
        self.address = address
        self.now = now
        self.random = random
    }

    var seconds: Int { now / 1_000 }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// A random token of 43 URL-safe characters, from 32 bytes.
    mutating func token() -> String { Base64.encodeForURL(bytes(32)) }

    mutating func digits(_ count: Int) -> String {
        (0..<count).map { _ in String(random.next(upperBound: UInt(10))) }.joined()
    }

    /// A random UUID (RFC 9562, section 5.4).
    mutating func uuid() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Base16.encode([byte])
        }
        return text
    }

    mutating func takeEmails() -> [SentEmail] {
        defer { emails = [] }
        return emails
    }

    /// Sends an email with the absolute URL of a link, and a code that can be entered instead of opening it.
    ///
    /// It is in the language of the request, else in that of the account, else in the app's own.
    mutating func send(
        _ purpose: EmailPurpose, to address: String, link: String, code: String? = nil, language accounts: String? = nil
    ) {
        let draft = EmailDraft(
            purpose: purpose, to: address, link: link, code: code, origin: app.linkBase, language: language ?? accounts)
        let content = compose?(app.name, draft) ?? draft.defaultContent(for: app)
        emails.append(
            SentEmail(
                app: app.name, purpose: purpose, to: address, content: content, link: content.link ?? link, code: code,
                sent: now, sender: app.title, language: draft.language))
    }
}
