internal import Release

extension Mail {
    /// The address that the sandbox's mails come from; `.invalid` never reaches anybody (RFC 2606, section 2).
    public static let senderAddress = "no-reply@sandbox.invalid"

    /// The mail as it goes over SMTP (RFC 5322, RFC 2045), lines ending in CRLF.
    public var message: [UInt8] {
        let body = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        let isPlain =
            body.utf8.allSatisfy { $0 < 0x80 } && text.utf8.split(separator: 0x0A).allSatisfy { $0.count < 900 }
        let identity = Digest.hex(Digest.sha256(Array("\(sent) \(to) \(link)".utf8)).prefix(16))
        let lines = [
            "From: \(Self.phrase(sender)) <\(Self.senderAddress)>",
            "To: \(to)",
            "Subject: \(Self.unstructured(subject))",
            "Date: \(Self.date(sent))",
            "Message-ID: <\(identity)@sandbox.invalid>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: \(isPlain ? "7bit" : "base64")",
            "Auto-Submitted: auto-generated",
            "",
            isPlain ? body : Self.folded(Digest.base64(Array(body.utf8))),
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// A name before an address, quoted; encoded where it is not ASCII (RFC 2047).
    private static func phrase(_ name: String) -> String {
        let clean = unstructured(name)
        return clean == name ? "\"\(name.filter { $0 != "\"" && $0 != "\\" })\"" : clean
    }

    /// Text in a header: as it is where it is printable ASCII, else in encoded words of at most 75 characters.
    private static func unstructured(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Digest.base64($0))?=" }.joined(separator: "\r\n ")
    }

    /// `Sat, 21 Nov 2026 10:24:34 +0000`
    private static func date(_ milliseconds: Int) -> String {
        let days = milliseconds / 86_400_000
        let (year, month, day) = Timestamp.date(days)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][days % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = Timestamp.text(milliseconds).split(separator: "T")[1].prefix(8)
        return "\(weekday), \(Timestamp.padded(day)) \(months[month - 1]) \(year) \(clock) +0000"
    }

    private static func folded(_ text: String) -> String {
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(76))
            rest = rest.dropFirst(76)
        }
        return lines.joined(separator: "\r\n")
    }
}
