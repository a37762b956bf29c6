internal import HTTPMessages
package import LinkRouting
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
    ///   - site: the app's release, if its links are to be looked up there.
    package init(file: String, bytes: [UInt8], hosts: [String], site: LandingSite? = nil) {
        self.file = file
        let (message, isAttached) = Self.message(in: bytes)
        guard message.fields.contains(where: { Self.common.contains($0.name) }) else {
            findings = [.of("email-unreadable", "email")]
            return
        }
        let answers = site.map { site in
            { (parts: URLParts) in
                site.respond(to: HTTPRequest(path: parts.path, query: parts.query, host: parts.host)).status != 404
            }
        }
        let html = message.html.map { EmailLinks(LinkScan.ofHTML($0), hosts: hosts, answers: answers) }
        let text = message.text.map { EmailLinks(LinkScan.ofText($0), hosts: hosts, answers: answers) }
        findings =
            (isAttached ? [.of("email-attached", "email")] : [])
            + Self.unrendered(message.html, LinkScan.ofHTML, Self.html)
            + Self.unrendered(message.text, LinkScan.ofText, Self.text)
            + (html.map { $0.findings(Self.html) } ?? [])
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

    /// A value that the system which sends the email should have filled in, as written or encoded in an address.
    private static func unrendered(_ content: String?, _ addresses: (String) -> [String], _ part: String) -> [Finding] {
        guard let content else { return [] }
        let found =
            UnfilledPlaceholder.first(in: content)
            ?? addresses(content).lazy.compactMap {
                UnfilledPlaceholder.first(in: PercentEncoding.decodeIfPossible($0))
            }.first
        return found.map { [.of("email-unrendered", part, ["placeholder": $0])] } ?? []
    }

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
            let isChanged = method == "dkim" && found.isBodyChanged
            return .of(
                isChanged ? "email-dkim-changed" : name, header,
                ["result": isKnown ? "'\(own?.result ?? "")'" : "no result", "server": server])
        } + brought
    }

    /// A person who unsubscribed would get no more of these emails: https://support.google.com/a/answer/15263077 names
    /// password resets among those that nobody unsubscribes from.
    private static func unsubscribing(_ message: ReceivedMessage) -> Finding {
        .of(message.values(of: "list-unsubscribe").isEmpty ? "email-no-unsubscribe" : "email-unsubscribe", header)
    }
}
