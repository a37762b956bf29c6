import Configuration
package import Diagnostics
import Hashing
import JSON
internal import TextEncoding
import YAML

/// A secret key in a text, detected by its form: it grants more than visitors may do.
///
/// Only unmistakable forms are detected. A key that is intended to be published, such as Supabase's anonymous key or
/// Firebase's key, is not a secret.
struct SecretKey {
    /// A description with its article: `a secret key of Supabase`.
    let kind: String
    /// The key to publish instead, as a sentence.
    let fix: String
    let range: Range<Int>
    /// The number of its first characters that a message shows, since they tell the kind.
    var shown = 3

    /// Every key in a text, in order.
    static func all(in bytes: [UInt8]) -> [SecretKey] {
        var keys: [SecretKey] = []
        let starts = firstCharacters
        var index = 0
        while index < bytes.count {
            // Every file of a site is searched, and all but a few of its characters end here.
            // A colon follows a scheme.
            if starts.contains(bytes[index]), index == 0 || !isOfToken(bytes[index - 1]) || bytes[index] == 0x3A,
                let key = key(at: index, in: bytes)
            {
                keys.append(key)
                index = key.range.upperBound
            } else {
                index += 1
            }
        }
        return keys
    }

    static func masked(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.message = masked(diagnostic.message)
        diagnostic.excerpt = diagnostic.excerpt.map(masked)
        diagnostic.fix = diagnostic.fix.map(masked)
        return diagnostic
    }

    /// A text whose keys are masked except for their first characters. The length stays the same, so that columns
    /// remain valid.
    private static func masked(_ text: String) -> String { String(decoding: masked(Array(text.utf8)), as: UTF8.self) }

    /// A file whose keys are masked, with the same lines.
    static func masked(_ source: SourceText) -> SourceText {
        SourceText(file: source.file, bytes: masked(source.bytes))
    }

    private static func masked(_ bytes: [UInt8]) -> [UInt8] {
        var masked = bytes
        for key in all(in: bytes) {
            for index in key.range.dropFirst(key.shown) where bytes[index] > 0x20 { masked[index] = UInt8(ascii: "*") }
        }
        return masked
    }

    // MARK: - Forms

    private static func key(at index: Int, in bytes: [UInt8]) -> SecretKey? {
        switch bytes[index] {
        case UInt8(ascii: ":"): return password(at: index, in: bytes)
        case UInt8(ascii: "e"): return serviceRoleToken(at: index, in: bytes)
        case UInt8(ascii: "-"): return privateKey(at: index, in: bytes)
        default:
            for form in prefixes {
                if let range = range(of: form.prefix, in: bytes, at: index, minimum: form.minimum) {
                    return SecretKey(
                        kind: form.kind, fix: form.fix ?? "Remove it: no page and no email needs it.", range: range)
                }
            }
            return nil
        }
    }

    private static let firstCharacters = ASCIISet(":e-" + prefixes.compactMap(\.prefix.first))

    /// The keys that a prefix identifies, with the least number of characters after it.
    private static let prefixes: [(prefix: String, minimum: Int, kind: String, fix: String?)] = [
        // https://supabase.com/docs/guides/api/api-keys
        ("sb_secret_", 8, "a secret key of Supabase", "Write the publishable key, sb_publishable_…."),
        ("sbp_", 32, "an access token of Supabase", nil),
        // Stripe, Clerk and others: https://docs.stripe.com/keys
        ("sk_", 16, "a secret key", "Write the publishable key, which begins with pk_."),
        ("rk_live_", 16, "a restricted key of Stripe", "Write the publishable key, which begins with pk_."),
        ("whsec_", 16, "the secret of a webhook", nil),
        // https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
        ("ghp_", 30, "an access token of GitHub", nil), ("gho_", 30, "an access token of GitHub", nil),
        ("ghs_", 30, "an access token of GitHub", nil), ("github_pat_", 30, "an access token of GitHub", nil),
        // https://developers.google.com/identity/protocols/oauth2: the secret of an OAuth client
        ("GOCSPX-", 16, "the secret of an OAuth client of Google", nil),
        ("glpat-", 16, "an access token of GitLab", nil), ("npm_", 30, "an access token of npm", nil),
        // https://resend.com, https://developers.brevo.com, https://developers.mailersend.com: keys that send emails
        ("re_", 24, "an API key of Resend", nil), ("xkeysib-", 32, "an API key of Brevo", nil),
        ("mlsn.", 32, "an API key of MailerSend", nil),
        // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys: two parts
        ("SG.", 16, "an API key of SendGrid", nil),
        // https://docs.slack.dev/authentication/tokens
        ("xoxb-", 16, "a token of Slack", nil), ("xoxp-", 16, "a token of Slack", nil),
        // After 'AAAA…:', a legacy server key.
        ("APA91b", 16, "a key of Firebase Cloud Messaging", "Write the Web API key, which begins with AIza."),
        // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
        ("AKIA", 16, "an access key of AWS", nil), ("ASIA", 16, "an access key of AWS", nil),
    ]

    private static func range(of prefix: String, in bytes: [UInt8], at index: Int, minimum: Int) -> Range<Int>? {
        guard bytes[index...].starts(with: prefix.utf8) else { return nil }
        let start = index + prefix.utf8.count
        // A key whose prefix ends in a dot has further parts.
        let separator = prefix.hasSuffix(".") ? UInt8(ascii: ".") : 0x2D
        let end = bytes[start...].firstIndex { !isOfToken($0) && $0 != separator } ?? bytes.count
        // Names in snake case have no digits; a key of this length without any is one in a billion.
        let hasDigit = bytes[start..<end].contains(where: \.isASCIIDigit)
        return end - start >= minimum && hasDigit ? index..<end : nil
    }

    /// Detects a JSON Web Token (RFC 7519) with a privileged role: Supabase's `service_role` bypasses every policy.
    private static func serviceRoleToken(at index: Int, in bytes: [UInt8]) -> SecretKey? {
        guard bytes[index...].starts(with: "eyJ".utf8) else { return nil }
        let end = bytes[index...].firstIndex { !isOfToken($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
        // A full stop after the token may end a sentence.
        let parts = bytes[index..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).prefix(3)
        guard parts.count == 3, let role = claims(ofPayload: parts[1])?["role"]?.string,
            ["service_role", "supabase_admin"].contains(role)
        else { return nil }
        return SecretKey(
            kind: "a token with the role '\(role)'", fix: "Write the anonymous key, whose role is 'anon'.",
            range: index..<parts[2].endIndex)
    }

    /// The claims of a JSON Web Token; nil for other texts.
    static func claims(of token: String) -> JSONValue? {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && token.hasPrefix("eyJ") ? claims(ofPayload: parts[1]) : nil
    }

    private static func claims(ofPayload payload: some Collection<UInt8>) -> JSONValue? {
        Base64.decodeFromURL(String(decoding: payload, as: UTF8.self)).flatMap { try? JSONDocument(parsing: $0).value }
    }

    /// Detects a private key in PEM (RFC 7468, section 2), with any of the labels for private keys.
    private static func privateKey(at index: Int, in bytes: [UInt8]) -> SecretKey? {
        guard bytes[index...].starts(with: "-----BEGIN ".utf8) else { return nil }
        let rest = bytes[(index + 11)...]
        let label = rest.prefix(40).prefix { $0 != UInt8(ascii: "-") && $0 != 0x0A }
        guard label.count >= 11, label.suffix(11).elementsEqual("PRIVATE KEY".utf8),
            rest.dropFirst(label.count).starts(with: "-----".utf8)
        else { return nil }
        let end = rest.firstRange(of: Array("-----END ".utf8))?.lowerBound
        let line = rest[(end ?? rest.startIndex)...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        return SecretKey(kind: "a private key", fix: "Remove it: no page and no email needs it.", range: index..<line)
    }

    /// Detects a password in a URL (RFC 3986, section 3.2.1), also with characters that should have been encoded.
    private static func password(at index: Int, in bytes: [UInt8]) -> SecretKey? {
        guard bytes[index...].starts(with: "://".utf8) else { return nil }
        let user = bytes[(index + 3)...].prefix { isOfToken($0) || ofUserName.contains($0) }
        let rest = bytes[user.endIndex...].prefix { $0 > 0x20 && $0 != 0x7F && !afterURL.contains($0) }
        guard rest.first == UInt8(ascii: ":"), let end = rest.lastIndex(of: UInt8(ascii: "@")),
            case let password = rest[..<end].dropFirst(), !password.isEmpty
        else { return nil }
        // The digits before a path are a port.
        let isPort = password.prefix { $0 != UInt8(ascii: "/") }.allSatisfy(\.isASCIIDigit)
        guard !isPort || !password.contains(UInt8(ascii: "/")) else { return nil }
        return SecretKey(
            kind: "a password in a URL", fix: "Write the host directly after '://'.",
            range: password.startIndex..<password.endIndex, shown: 0)
    }

    private static let ofUserName = ASCIISet(".~!$&'()*+,;=%")
    private static let afterURL = ASCIISet("\"<>\\`{}|")

    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte == 0x2D || byte == 0x5F || byte.isASCIIAlphanumeric
    }
}

/// The secret keys in the values and texts of an app, which its pages or emails would publish.
package struct SecretKeys {
    private(set) var diagnostics: [Diagnostic] = []

    /// Finds the keys in `app.yml` with variables expanded, or as text if it or the file of the environment is not
    /// valid YAML; and in the pages and emails.
    init(_ document: YAMLDocument?, files: [SourceText], specs: [SourceText]) {
        if let document {
            if let root = document.root { find(in: root, of: document) }
        } else {
            for file in files {
                diagnostics += Self.diagnostics(in: file).filter { !Self.isComment($0, in: file) }
            }
        }
        for spec in specs { diagnostics += Self.diagnostics(in: spec) }
    }

    /// An error for every secret key in a text that is published.
    package static func diagnostics(in source: SourceText) -> [Diagnostic] {
        SecretKey.all(in: source.bytes).map { key in
            diagnostic(of: key, source.diagnostic(code: "secret-key", at: key.range.lowerBound, ""))
        }
    }

    /// Whether a diagnostic's location is in a comment, as far as that is certain without parsing.
    private static func isComment(_ diagnostic: Diagnostic, in source: SourceText) -> Bool {
        guard let line = diagnostic.line.flatMap(source.line), let column = diagnostic.column else { return false }
        let before = String(decoding: Array(line.utf8).prefix(column - 1), as: UTF8.self)
        return before.hasPrefix("#") || before.contains(" #")
    }

    private mutating func find(in node: ConfigurationNode, of document: YAMLDocument) {
        if let text = node.text, let location = node.location {
            for key in SecretKey.all(in: Array(text.utf8)) {
                let place = node.location(atByte: key.range.lowerBound) ?? location
                diagnostics.append(Self.diagnostic(of: key, document.diagnostic(code: "secret-key", at: place, "")))
            }
        }
        for item in node.items { find(in: item, of: document) }
        for member in node.members { find(in: member.value, of: document) }
    }

    private static func diagnostic(of key: SecretKey, _ place: Diagnostic) -> Diagnostic {
        var diagnostic = SecretKey.masked(place)
        diagnostic.message = "this is \(key.kind), and everyone who opens a page or an email could read it"
        diagnostic.fix = key.fix + " If anyone else may have seen this one, revoke it."
        return diagnostic
    }
}
