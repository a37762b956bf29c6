import Arguments
import CCurl
import CLibrary
import Doctor
import Files

/// Parses and validates the addresses on `doctor`'s command line.
enum DoctorAddresses {
    static func origins(_ arguments: ParsedArguments) throws -> [Origin] {
        try arguments.positionals.map { text in
            if !text.contains(where: { ".:".contains($0) }), FileSystem.kind(of: text) == .folder {
                throw arguments.failure(
                    "'\(text)' is a folder. Name a live host, or its release with '--release Output'")
            }
            guard let (origin, rest) = Origin.parts(of: text) else { throw noAddress(text, arguments) }
            guard ["", "/"].contains(rest) else {
                // The rest may have a token.
                throw arguments.failure(
                    "The value '\(origin)…' has more than a host. A host is examined as a whole: write \(origin)")
            }
            if origin.host.hasPrefix("[") { return origin }
            guard let name = curl_ascii_host(origin.host) else { throw noAddress(text, arguments) }
            defer { curl_free(name) }
            let host = String(cString: name)
            // libcurl returns names that it cannot convert unchanged.
            guard host.utf8.allSatisfy({ $0 < 0x80 }) else { throw noAddress(text, arguments) }
            return Origin(scheme: origin.scheme, host: host, port: origin.port)
        }
    }

    private static func noAddress(_ text: String, _ arguments: ParsedArguments) -> any Error {
        arguments.failure("The value '\(text)' is no address. Write it like https://example.com")
    }

    /// Rejects values that libcurl would ignore: malformed ones, and those for a host that is never requested.
    static func check(_ arguments: ParsedArguments, _ origins: [Origin]) throws {
        for (name, count, example) in [
            ("resolve", 3, "example.com:443:127.0.0.1"), ("connect-to", 4, "example.com:443:127.0.0.1:8443"),
        ] {
            for value in arguments.all(name) {
                let parts = value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
                let port = parts.count > 1 ? Int(parts[1]) : nil
                let isAny = name == "connect-to" && parts.count > 1 && parts[1].isEmpty
                let isFound =
                    name == "connect-to" || parts.count > 2 && areAddresses(parts[2...].joined(separator: ":"))
                guard parts.count >= count, isFound, isAny || port.map({ (1...65_535).contains($0) }) ?? false else {
                    throw arguments.failure(
                        "The value '\(value)' of '--\(name)' has another form. Write it like \(example)")
                }
                let host = (value.hasPrefix("+") ? String(parts[0].dropFirst()) : parts[0]).lowercased()
                let isExamined = origins.flatMap(\.examined).contains { origin in
                    ["*", "", origin.host].contains(host) && (isAny || origin.port == port)
                }
                guard isExamined || value.hasPrefix("[") else {
                    throw arguments.failure(
                        "The value '\(value)' of '--\(name)' is for another host or port than "
                            + origins.map(\.description).joined(separator: ", "))
                }
            }
        }
    }

    /// Returns the addresses of a host's name, by '--resolve' or the system; none if '--connect-to' may lead elsewhere.
    static func addresses(of origin: Origin, _ arguments: ParsedArguments) -> [String] {
        guard !origin.isAddress, arguments["connect-to"] == nil else { return [] }
        for value in arguments.all("resolve") {
            let parts = value.split(separator: ":", maxSplits: 2).map(String.init)
            guard parts.count == 3, Int(parts[1]) == origin.port else { continue }
            // libcurl applies '*' to an address as well.
            if parts[0] == "*" { return [] }
            guard [origin.host, "+\(origin.host)"].contains(parts[0].lowercased()) else { continue }
            return parts[2].split(separator: ",").map { String($0.filter { !"[]".contains($0) }) }
        }
        var hints = addrinfo()
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(origin.host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if !found.contains(address) { found.append(address) }
            }
            next = entry.ai_next
        }
        return found
    }

    /// Whether this machine has a route to an IP address, as to IPv6 addresses only some have; nothing is sent.
    static func isRouted(_ address: String) -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_protocol = Int32(IPPROTO_UDP)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "9", &hints, &list) == 0, let entry = list?.pointee else { return false }
        defer { freeaddrinfo(list) }
        let descriptor = socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0
    }

    /// Whether a text is a list of IP addresses separated by commas, each like `127.0.0.1`, `[::1]` or `::1`.
    private static func areAddresses(_ text: String) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { part in
            let address =
                part.hasPrefix("[") && part.hasSuffix("]") ? String(part.dropFirst().dropLast()) : String(part)
            var bytes = in6_addr()
            return inet_pton(AF_INET, address, &bytes) == 1 || inet_pton(AF_INET6, address, &bytes) == 1
        }
    }
}
