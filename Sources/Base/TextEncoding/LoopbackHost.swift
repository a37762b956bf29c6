/// Decides whether a host reaches no machine but the one that asks.
package enum LoopbackHost {
    /// Whether the host of a URL or a Host field, without its port and in any case, is this machine: RFC 6761, section
    /// 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3. libcurl and browsers resolve `.localhost` themselves,
    /// and most systems connect to themselves at 0.0.0.0 and `::`. Of the many ways to write an address, those that are
    /// not recognised are other hosts, since callers trust this machine more.
    package static func contains(_ host: some StringProtocol) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || isIPv4(host[...]) { return true }
        let address = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
        return addresses.contains(String(address))
            || address.hasPrefix(mapped) && isIPv4(address.dropFirst(mapped.count))
    }

    private static let addresses = ["::1", "::", "0:0:0:0:0:0:0:1", "0:0:0:0:0:0:0:0"]
    private static let mapped = "::ffff:"

    /// Whether the text is 0.0.0.0 or an address in 127.0.0.0/8, of which parts in the middle that are 0 can be omitted
    /// (URL Standard, section 3.5).
    private static func isIPv4(_ text: Substring) -> Bool {
        if text == "0.0.0.0" { return true }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...4).contains(parts.count), parts[0] == "127" else { return false }
        let numbers = parts.compactMap { part in UInt32(part).flatMap { String($0) == part ? $0 : nil } }
        return numbers.count == parts.count && numbers.dropLast().allSatisfy { $0 <= 255 }
            && numbers[numbers.count - 1] >> (8 * UInt32(5 - parts.count)) == 0
    }
}
