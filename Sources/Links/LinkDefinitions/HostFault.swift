internal import TextEncoding

/// Why a text is not a host on which a phone opens an app, and what to write instead.
package struct HostFault {
    let message: String
    let fix: String

    static let anyFix = "Write a domain in lower case, without scheme, port and path: 'example.com'."
    private static let noName = "is not the name of a host"

    /// Nil for the name of a host.
    package init?(of host: String) {
        if URLParts.isHost(host), !Self.isAddress(host), !LoopbackHost.contains(host) { return nil }
        let bare = Self.bare(host)
        if let items = Self.itemsFix(host) {
            message = Self.noName
            fix = items
        } else if Self.isAddress(bare) || bare.hasPrefix("[") {
            message = "is an address, and phones open apps for names only"
            fix = "Write the domain that the address belongs to: 'example.com'."
        } else if LoopbackHost.contains(bare) {
            message = "is the visitor's own device, for which no phone opens an app"
            fix = "Write the domain of the release: 'latchkey preview' serves the pages on this machine without it."
        } else if host.utf8.contains(UInt8(ascii: "*")) {
            message = "is a pattern, and a release answers for the hosts that it lists"
            fix = "List each host, such as '\(Self.name(host.replacing("*", with: "www")) ?? "www.example.com")'."
        } else if host.unicodeScalars.contains(where: { !$0.isASCII }) {
            message = Self.noName
            fix = "Write each part with other letters than a to z as DNS has it, beginning with 'xn--'."
        } else if let name = Self.name(bare) {
            message = Self.noName
            fix =
                host.lowercased() == name
                ? "Write it in lower case: '\(name)'."
                : host.lowercased() == name + "."
                    ? "Write it without the dot at its end: '\(name)'."
                    : "Write the host alone, without scheme, port and path: '\(name)'."
        } else if host.utf8.contains(UInt8(ascii: "_")) {
            message = Self.noName
            fix = "Write a name of letters, digits and hyphens: certificates are issued for no name with '_'."
        } else if !host.utf8.contains(UInt8(ascii: ".")), URLParts.isHost(host.lowercased() + ".example") {
            message = Self.noName
            fix = "Write the whole domain: '\(host.lowercased()).example.com'."
        } else {
            message = Self.noName
            fix = Self.anyFix
        }
    }

    /// The fix for several values in one text; nil for one.
    static func itemsFix(_ text: String) -> String? {
        let parts = text.split { ",; ".contains($0) }
        guard parts.count > 1, parts.allSatisfy({ $0.count > 3 && ($0.contains(".") || $0.contains(":")) }) else {
            return nil
        }
        return "Write each as an item of its own: [\(parts.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }

    private static func name(_ text: String) -> String? { URLParts.isHost(text) && !isAddress(text) ? text : nil }

    /// The host in a URL, or before a port or a path, in lower case and without a dot at its end.
    private static func bare(_ text: String) -> String {
        var rest = text.lowercased()[...]
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") { rest = rest[colon...].dropFirst(3) }
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        rest = rest.prefix { !"/?#".contains($0) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.filter({ $0 == ":" }).count > 1 { return "[\(rest)]" }
        rest = rest.prefix { $0 != ":" }
        return String(rest.hasSuffix(".") ? rest.dropLast() : rest)
    }

    /// Whether browsers read a host as an IPv4 address: its last label is a number (URL Standard, ends in a number).
    private static func isAddress(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last?.utf8 else { return false }
        return last.allSatisfy(\.isASCIIDigit)
            || last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy { $0.hexDigitValue != nil }
    }
}
