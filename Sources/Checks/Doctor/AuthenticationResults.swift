internal import TextEncoding

/// What the servers that received an email say of its sender, by method: SPF, DKIM and DMARC (RFC 8601).
///
/// Whoever writes an email can write such fields too. A server adds its own above what it received, so those count that
/// stand above the field `Received` with which the email entered the receiver's network, and below it those of servers
/// that are known to write there and to remove forged ones (section 5). A receiver whose other servers cannot be told
/// from a sender's has fewer results than it wrote, never more.
struct AuthenticationResults {
    /// The server whose field has a result of the method, and the results there; several signatures have one each.
    private let results: [String: (server: String, results: [String])]
    /// The servers that say anything, those closest to the recipient first; without a name it is "the receiving server".
    let servers: [String]
    /// The servers in whose names the email brought results along.
    let ignored: [String]
    /// Whether a signature no longer fits the body, which was changed on its way: `dkim=fail (body hash did not verify)`.
    private(set) var isBodyChanged = false

    /// Gmail writes `Authentication-Results` below its own `Received`.
    private static let writersBelow: Set<String?> = ["mx.google.com"]

    init(_ fields: [(name: String, value: String)]) {
        let hops = fields.indices.filter { fields[$0].name == "received" }.map { ($0, Hop(fields[$0].value)) }
        let entry = hops.first { !$0.1.isInternal }?.0 ?? hops.last?.0 ?? 0
        var results: [String: (String, [String])] = [:]
        var servers: [String] = []
        var ignored: [String] = []
        for index in fields.indices where fields[index].name == "authentication-results" {
            let field = Field(fields[index].value)
            let above = hops.last { $0.0 < index }
            let isWrittenBelow = above.map {
                $0.0 <= entry && $0.1.by == field.server && Self.writersBelow.contains($0.1.by)
            }
            let server = field.server.flatMap { URLParts.isHost($0) ? $0 : nil }
            guard index < entry || isWrittenBelow == true else {
                ignored.append(server ?? "another server")
                continue
            }
            // Microsoft's fields name no server.
            let name = server ?? hops.first { $0.0 > index }?.1.by.flatMap { URLParts.isHost($0) ? $0 : nil }
            servers.append(name ?? "the receiving server")
            isBodyChanged = isBodyChanged || field.isBodyChanged
            let own = Dictionary(grouping: field.results) { $0.method }.mapValues { $0.map(\.result) }
            results.merge(own.mapValues { (servers[servers.count - 1], $0) }) { first, _ in first }
        }
        self.results = results
        self.servers = servers
        self.ignored = ignored
    }

    /// The result of a method, 'pass' if one of several is that, and the server that says so; nil if none does.
    subscript(method: String) -> (server: String, result: String)? {
        guard let (server, found) = results[method], let first = found.first else { return nil }
        return (server, found.contains("pass") ? "pass" : first)
    }
}

/// A field `Authentication-Results`.
private struct Field {
    /// The authserv-id, in lower case; nil if the field has none, contrary to the RFC.
    let server: String?
    let results: [(method: String, result: String)]
    let isBodyChanged: Bool

    init(_ value: String) {
        let reason = value.lowercased().split(separator: ";").first {
            $0.contains("dkim=") && !$0.contains("dkim=pass")
        }
        isBodyChanged = reason.map { $0.contains("body hash") || $0.contains("bodyhash") } ?? false
        let parts = StructuredText(value).text.lowercased().split(separator: ";", omittingEmptySubsequences: false)
        let isNamed = parts.first.map { !$0.contains("=") } ?? false
        server = isNamed ? parts[0].split(whereSeparator: \.isWhitespace).first.map(String.init) : nil
        results = parts.dropFirst(isNamed ? 1 : 0).compactMap { part in
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.split(whereSeparator: \.isWhitespace) }
            guard sides.count == 2, let method = sides[0].first, let result = sides[1].first else { return nil }
            // A method may be followed by its version: 'dkim/1'.
            return (String(method.split(separator: "/")[0]), String(result))
        }
    }
}

/// A field `Received`: one server handing the email to the next (RFC 5321, section 4.4).
private struct Hop {
    /// The server that received the email, in lower case.
    let by: String?
    /// Whether both servers are the receiver's: the other one is not named, has a private address, or a name in the same
    /// domain. The name that it gave itself proves nothing where its address has another.
    let isInternal: Bool

    init(_ value: String) {
        let field = StructuredText(value)
        let words = field.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        func word(after name: String) -> String? {
            words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        }
        by = word(after: "by")
        guard words.first == "from", let from = word(after: "from"), let by else {
            isInternal = words.first == "by"
            return
        }
        let separators = { (character: Character) in " \t[]".contains(character) }
        let seen = field.firstComment.lowercased().split(whereSeparator: separators).map(String.init)
            .filter { !$0.contains("=") }
        let names = seen.filter { !Self.isAddress($0) }
        let ownDomain = Self.domain(by)
        isInternal =
            Self.isLocal(by) || seen.contains { Self.isAddress($0) && Self.isLocal($0) }
            || ownDomain != nil && (names.isEmpty ? [from] : names).allSatisfy { Self.domain($0) == ownDomain }
    }

    private static func isAddress(_ text: String) -> Bool {
        text.contains(":") || text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }

    /// Whether a name or address is of a machine that only its own network reaches (RFC 1918, RFC 4193).
    private static func isLocal(_ text: String) -> Bool {
        let text = text.hasPrefix("ipv6:") ? String(text.dropFirst(5)) : text
        if isAddress(text) {
            let second = text.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 0
            return ["127.", "10.", "192.168.", "::1", "fc", "fd", "fe80:"].contains(where: text.hasPrefix)
                || text.hasPrefix("172.") && (16...31).contains(second)
        }
        return !text.contains(".") && text != "unknown" || text.hasSuffix(".internal") || text.hasSuffix(".local")
    }

    /// The domain of a host: its last two labels, or three below such as `co.uk`; nil of an address.
    private static func domain(_ host: String) -> String? {
        let labels = host.split(separator: ".")
        guard labels.count > 1, !isAddress(host) else { return nil }
        let isSecondLevel = labels[labels.count - 1].count == 2 && labels[labels.count - 2].count <= 3
        return labels.suffix(isSecondLevel ? 3 : 2).joined(separator: ".")
    }
}

/// The text of a structured field without its comments and quoted strings, which a sender may have written (RFC 5322,
/// section 3.2).
private struct StructuredText {
    private(set) var text = ""
    private(set) var firstComment = ""

    init(_ value: String) {
        var depth = 0
        var comments = 0
        var isQuoted = false
        var isEscaped = false
        for character in value {
            let isPlain = !isEscaped
            isEscaped = isPlain && character == "\\" && (isQuoted || depth > 0)
            if isPlain, character == "\"", depth == 0 {
                isQuoted.toggle()
                text.append("_")
            } else if isPlain, character == "(", !isQuoted {
                depth += 1
                text.append(" ")
            } else if isPlain, character == ")", depth > 0 {
                depth -= 1
                if depth == 0 { comments += 1 }
            } else if depth > 0 {
                if comments == 0 { firstComment.append(character) }
            } else if !isQuoted {
                text.append(character)
            }
        }
    }
}
