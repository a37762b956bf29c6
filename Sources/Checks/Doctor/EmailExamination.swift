internal import EmailBuilder
internal import MIME
internal import TextEncoding

/// The findings about an email as it was received: its links, its parts, and what the receiving server says of the sender.
///
/// Findings never contain an address of the email, only names of hosts, since addresses have tokens.
package struct EmailExamination: Sendable {
    /// The path of the file.
    package let file: String
    package let findings: [Finding]

    /// The longest email that is examined, in bytes.
    package static let longestEmail = 32 << 20

    /// - Parameters:
    ///   - file: the path of the file.
    ///   - bytes: the email (RFC 5322).
    ///   - hosts: the hosts of the app, in lower case.
    package init(file: String, bytes: [UInt8], hosts: [String]) {
        self.file = file
        let (message, isAttached) = Self.message(in: bytes)
        guard message.fields.contains(where: { Self.common.contains($0.name) }) else {
            findings = [.of("email-unreadable", "email")]
            return
        }
        let html = message.html.map { EmailLinks(LinkScan.ofHTML($0), hosts: hosts) }
        let text = message.text.map { EmailLinks(LinkScan.ofText($0), hosts: hosts) }
        findings =
            (isAttached ? [.of("email-attached", "email")] : []) + (html.map { $0.findings(Self.html) } ?? [])
            + (text.map { $0.findings(Self.text) } ?? [])
            + [Self.parts(html, text)].compactMap(\.self) + Self.authentication(message)
            + [Self.unsubscribing(message)]
    }

    /// The links of an email that belong to one person, in order.
    package static func personalLinks(of bytes: [UInt8]) -> [String] {
        let message = Self.message(in: bytes).message
        let all = message.html.map(LinkScan.ofHTML) ?? message.text.map(LinkScan.ofText) ?? []
        var seen: Set<String> = []
        return all.filter { address in
            URLParts(address).map { $0.isWeb && $0.isPersonal } == true && seen.insert(address).inserted
        }
    }

    /// The email, or the one that was forwarded as its attachment, whose own header says how it was received.
    private static func message(in bytes: [UInt8]) -> (message: ReceivedMessage, isAttached: Bool) {
        var message = ReceivedMessage(bytes)
        // What was forwarded more often is attached to what is attached.
        for depth in 0..<8 {
            guard let attached = message.attached else { return (message, depth > 0) }
            message = ReceivedMessage(attached)
        }
        return (message, true)
    }

    /// Fields of which every email has one; what has none is another file.
    private static let common: Set = ["content-type", "date", "from", "message-id", "received", "subject"]
    private static let html = "HTML"
    private static let text = "plain text"
    private static let header = "header"

    /// Whether a person who reads the one part has the same links as one who reads the other.
    private static func parts(_ html: EmailLinks?, _ text: EmailLinks?) -> Finding? {
        guard let html else { return text == nil ? .of("email-unreadable", "email") : nil }
        guard let text else { return .of("email-plain-missing", self.text) }
        if html.personal.isEmpty { return nil }
        return .of(html.personal.isSubset(of: text.personal) ? "email-plain" : "email-plain-differs", self.text)
    }

    /// What the receiving server says of the sender.
    private static func authentication(_ message: ReceivedMessage) -> [Finding] {
        let found = AuthenticationResults(message.fields)
        let ignored = list(Set(found.ignored))
        let brought = ignored.isEmpty ? [] : [Finding.of("email-results-ignored", header, ["servers": ignored])]
        guard let first = found.servers.first else { return [.of("email-results-missing", header)] + brought }
        return [("spf", "email-spf"), ("dkim", "email-dkim"), ("dmarc", "email-dmarc")].map { method, name in
            let own = found[method]
            let server = own?.server ?? first
            if own?.result == "pass" {
                return .of("email-authenticated", header, ["method": method.uppercased(), "server": server])
            }
            let isKnown = ["none", "neutral", "fail", "softfail", "policy", "temperror", "permerror"].contains(
                own?.result)
            return .of(name, header, ["result": isKnown ? "'\(own?.result ?? "")'" : "no result", "server": server])
        } + brought
    }

    /// A person who unsubscribed would get no more of these emails: https://support.google.com/a/answer/15263077 names
    /// password resets among those that nobody unsubscribes from.
    private static func unsubscribing(_ message: ReceivedMessage) -> Finding {
        .of(message.values(of: "list-unsubscribe").isEmpty ? "email-no-unsubscribe" : "email-unsubscribe", header)
    }
}

/// The links of one part of an email.
private struct EmailLinks {
    /// The app's own links that belong to one person, without their schemes: with values, not such as the one to its
    /// legal pages.
    private(set) var personal: Set<String> = []
    private var ownHosts: Set<String> = []
    private var plainHosts: Set<String> = []
    /// The hosts with which links were replaced, by what replaced them.
    private var rewritten: [String: (rewriter: LinkRewriter, hosts: Set<String>)] = [:]
    /// The hosts of links that have an address of the app in them.
    private var wrapping: Set<String> = []
    private var otherHosts: Set<String> = []

    init(_ addresses: [String], hosts: [String]) {
        for address in addresses {
            guard let parts = URLParts(address), parts.isWeb, let host = parts.host else { continue }
            let shown = URLParts.isHost(host) ? host : "another host"
            let inner = Self.inner(address)
            if let rewriter = LinkRewriter.rewriter(of: parts) {
                add(shown, of: rewriter)
                // A recipient's protection replaces the address that the sender's counting of clicks has made.
                if rewriter.fix == nil, let inner = inner.flatMap(URLParts.init), let host = inner.host,
                    let counting = LinkRewriter.rewriter(of: inner)
                {
                    add(URLParts.isHost(host) ? host : "another host", of: counting)
                }
            } else if hosts.contains(host), parts.hasDefaultPort {
                ownHosts.insert(host)
                if parts.scheme == "http" { plainHosts.insert(host) }
                guard parts.isPersonal else { continue }
                personal.insert("\(host)\(parts.path)?\(parts.query ?? "")#\(parts.fragment ?? "")")
            } else if let inner, hosts.contains(where: { inner.contains("://\($0)/") }) {
                wrapping.insert(shown)
            } else {
                otherHosts.insert(shown)
            }
        }
    }

    private mutating func add(_ host: String, of rewriter: LinkRewriter) {
        rewritten[rewriter.title, default: (rewriter, [])].hosts.insert(host)
    }

    /// The address inside an address, decoded.
    private static func inner(_ address: String) -> String? {
        let decoded = PercentEncoding.decodeIfPossible(PercentEncoding.decodeIfPossible(address))
        return ["https://", "http://"].compactMap { decoded.dropFirst().firstRange(of: $0) }
            .min { $0.lowerBound < $1.lowerBound }.map { String(decoded[$0.lowerBound...]) }
    }

    func findings(_ part: String) -> [Finding] {
        var findings: [Finding] = rewritten.sorted { $0.key < $1.key }.map { title, found in
            let values = ["title": title, "hosts": list(found.hosts), "how": found.rewriter.fix ?? ""]
            return .of(found.rewriter.fix == nil ? "email-link-gateway" : "email-link-rewritten", part, values)
        }
        if !wrapping.isEmpty { findings.append(.of("email-link-wrapped", part, ["hosts": list(wrapping)])) }
        if !plainHosts.isEmpty { findings.append(.of("email-link-http", part, ["hosts": list(plainHosts)])) }
        return findings.isEmpty ? [untouched(part)] : findings
    }

    /// What there is to say where nothing known has replaced a link.
    private func untouched(_ part: String) -> Finding {
        let values = ["hosts": list(ownHosts), "others": list(otherHosts)]
        if ownHosts.isEmpty { return .of(otherHosts.isEmpty ? "email-link-none" : "email-link-missing", part, values) }
        // What an unknown service has replaced looks like a link to anywhere.
        return .of(personal.isEmpty && !otherHosts.isEmpty ? "email-link-general" : "email-link", part, values)
    }

}

/// At most five names, in order.
private func list(_ hosts: Set<String>) -> String {
    let shown = hosts.sorted().prefix(5).joined(separator: ", ")
    return hosts.count > 5 ? "\(shown) and \(hosts.count - 5) more" : shown
}

extension URLParts {
    fileprivate var hasDefaultPort: Bool { port.map { $0 == (scheme == "http" ? "80" : "443") } ?? true }

    /// Whether the address has values, unlike those of an app's legal pages.
    fileprivate var isPersonal: Bool {
        query != nil || fragment != nil || path.split(separator: "/").contains { $0.utf8.count >= 16 }
    }
}

/// The addresses in the parts of an email, at most a thousand; malformed markup is read as far as it can be.
private enum LinkScan {
    private static let most = 1_000

    /// The values of `href` of the elements `a` and `area`.
    static func ofHTML(_ html: String) -> [String] {
        var addresses: [String] = []
        MarkupTag.read(html) { tag in
            if ["a", "area"].contains(tag.name), let address = tag["href"] {
                addresses.append(address.filter { !$0.isWhitespace })
            }
            return addresses.count < most
        }
        return addresses
    }

    /// The addresses in a plain text, without the punctuation after them. They end before letters and punctuation of other
    /// scripts, between which there may be no blanks.
    static func ofText(_ text: String) -> [String] {
        var addresses: [String] = []
        for word in text.utf8.split(whereSeparator: { $0 <= 0x20 || $0 >= 0x80 || "<>\"".utf8.contains($0) }) {
            guard addresses.count < most else { break }
            let word = String(Substring(word))
            for scheme in ["https://", "http://"] {
                guard let place = word.firstRange(of: scheme) else { continue }
                let address = word[place.lowerBound...].reversed().drop { ".,;:!?)]}'".contains($0) }.reversed()
                addresses.append(String(address))
                break
            }
        }
        return addresses
    }
}
