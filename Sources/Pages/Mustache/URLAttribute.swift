internal import Diagnostics
internal import TextEncoding

struct URLAttribute {
    private let name: String

    init(_ name: String) { self.name = name }

    /// Percent-encodes a text for the part of a URL that it is inserted into, after the bytes of the attribute's value
    /// before it; throws if the text begins the URL and is not an allowed one. `isTrusted` says that the caller has
    /// validated its scheme.
    func encoded(
        _ text: String, isTrusted: Bool, after before: [UInt8]
    ) throws(Problem<String>) -> String {
        if text.isEmpty { return "" }
        if before.isEmpty {
            try check(text, isTrusted: isTrusted)
            return encodedAround(text)
        }
        let isData = before.starts(with: Array("data:".utf8))
        if isData || before.contains(UInt8(ascii: "?")) || before.contains(UInt8(ascii: "#")) {
            // A value of a query must not end its parameter or begin a fragment.
            return PercentEncoding.encode(text)
        }
        var encoded = encodedAround(text)
        if !before.contains(UInt8(ascii: ":")), !before.contains(UInt8(ascii: "/")) {
            // The URL has no scheme yet, so a colon in the text could end one.
            encoded = encoded.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "%3A")
        }
        if before == [UInt8(ascii: "/")], encoded.hasPrefix("/") {
            // A second slash would begin a host.
            encoded = "%2F" + encoded.dropFirst()
        }
        return encoded
    }

    private func check(_ text: String, isTrusted: Bool) throws(Problem<String>) {
        func refusal(_ reason: String, fix: String) -> Problem<String> {
            Problem(code: "unsafe-address", at: name, "'\(text)' \(reason) and cannot be in '\(name)'", fix: fix)
        }
        let lower = text.lowercased()
        if text.hasPrefix("/") {
            guard text.hasPrefix("//") || text.hasPrefix("/\\") else { return }
            throw refusal("names a host without a scheme", fix: "Write 'https:' before it.")
        }
        if text.hasPrefix("#") || text.hasPrefix("?") || lower.hasPrefix("https://") || lower.hasPrefix("mailto:") {
            return
        }
        guard let colon = lower.firstIndex(of: ":"), case let scheme = lower[..<colon], URLParts.isScheme(scheme.utf8)
        else {
            throw refusal(
                "is not an address", fix: "Begin a site path with a slash, or write the scheme: 'https://…'.")
        }
        if ["javascript", "vbscript", "data"].contains(scheme) {
            throw refusal("begins with '\(scheme):'", fix: "Use 'https:', 'mailto:' or a site path.")
        }
        if !isTrusted {
            throw refusal(
                "begins with '\(scheme):'",
                fix: "Use 'https:', 'mailto:' or a site path, or pass the value as an address.")
        }
    }

    /// Encodes a text that may contain delimiters and triplets of its own.
    private func encodedAround(_ text: String) -> String {
        PercentEncoding.encode(text, keeping: .unreserved.union(.reserved), keepingTriplets: true)
    }
}
