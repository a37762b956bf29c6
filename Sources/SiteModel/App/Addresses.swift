import AppSiteAssociation
import Configuration

/// An email address as a person would type it; the rule of the specs, section "validation".
struct EmailAddress: ConfigurationReadable, Hashable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, AppLinkSet.isHost(parts[1].lowercased()),
            parts[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
        else {
            value.report(
                "invalid-value", "'\(text)' is not an email address", fix: "Write an address such as help@example.com.")
            return nil
        }
        self.text = text
    }
}

/// A path of the site, as it stands in a request.
struct SitePath: ConfigurationReadable, Hashable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        self.text = text
        if let fault = SitePath.fault(of: text) {
            value.report("invalid-value", "'\(text)' \(fault)", fix: "Write a path such as /login.")
        }
    }

    /// What is wrong with a path, or nil where nothing is.
    static func fault(of text: String) -> String? {
        guard text.hasPrefix("/") else { return "does not begin with a slash" }
        guard !text.hasPrefix("//") else { return "would lead to another host" }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "holds a character that an address may not have"
        }
        return nil
    }
}

/// The address that a contract's requests begin with.
struct BaseAddress: ConfigurationReadable, Hashable {
    /// Without a trailing slash.
    let text: String

    init?(reading value: ConfigurationValue) {
        guard var text = String(reading: value) else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        guard BaseAddress.isValid(text) else {
            value.report(
                "invalid-value", "'\(text)' is not the address of a backend",
                fix: "Write an https address without a query: https://api.example.com.")
            return nil
        }
        self.text = text
    }

    /// https, or http on the machine itself; a query or a fragment could not be continued by a path.
    private static func isValid(_ text: String) -> Bool {
        let local = ["http://localhost", "http://127.0.0.1", "http://[::1]"].first { text.hasPrefix($0) }
        guard let start = local ?? (text.hasPrefix("https://") ? "https://" : nil) else { return false }
        var rest = text.dropFirst(start.count)
        if local == nil {
            let host = rest.prefix { $0 != ":" && $0 != "/" }
            guard AppLinkSet.isHost(host.lowercased()) else { return false }
            rest = rest.dropFirst(host.count)
        }
        if rest.first == ":" {
            let port = rest.dropFirst().prefix { $0 != "/" }
            guard let number = UInt16(port), number > 0 else { return false }
            rest = rest.dropFirst(port.count + 1)
        }
        return (rest.isEmpty || rest.first == "/") && rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && !rest.contains { "?#\"'<>\\;,".contains($0) }
    }
}
