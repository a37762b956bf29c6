internal import EmailBuilder
internal import TextEncoding

/// The links of one part of an email.
struct EmailLinks {
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
    /// The app's first host.
    private let host: String
    /// The hosts of links that a backend has made instead of the template.
    private var vendors: [String: (backend: LinkRewriter, hosts: Set<String>)] = [:]
    /// Where links lead that have no value for a name, or no page.
    private var empty: Set<String> = []
    private var unknown: Set<String> = []

    /// `answers` says whether the app's release has something at one of its own addresses; nil without a release.
    init(_ addresses: [String], hosts: [String], answers: ((URLParts) -> Bool)?) {
        host = hosts.first ?? "HOST"
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
                note(PersonalAddress(address), PersonalAddress.shown(address), isKnown: answers?(parts) != false)
            } else if let backend = LinkRewriter.backend(of: parts) {
                vendors[backend.title, default: (backend, [])].hosts.insert(shown)
            } else if let inner, hosts.contains(where: { inner.contains("://\($0)/") }) {
                wrapping.insert(shown)
            } else {
                otherHosts.insert(shown)
            }
        }
    }

    private mutating func note(_ link: PersonalAddress?, _ shown: String, isKnown: Bool) {
        let names = link?.emptyNames ?? []
        if !names.isEmpty { empty.insert("\(shown) has none for \(list(Set(names.map { "'\($0)'" })))") }
        if !isKnown { unknown.insert(shown) }
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
        findings += vendors.sorted { $0.key < $1.key }.map { title, found in
            .of(
                "email-link-vendor", part,
                [
                    "title": title, "hosts": list(found.hosts),
                    "how": found.backend.fix?.replacing("HOST", with: host) ?? "",
                ])
        }
        if !empty.isEmpty { findings.append(.of("email-link-empty", part, ["links": list(empty)])) }
        if !unknown.isEmpty { findings.append(.of("email-link-unknown", part, ["links": list(unknown)])) }
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
func list(_ hosts: Set<String>) -> String {
    let shown = hosts.sorted().prefix(5).joined(separator: ", ")
    return hosts.count > 5 ? "\(shown) and \(hosts.count - 5) more" : shown
}

extension URLParts {
    fileprivate var hasDefaultPort: Bool { port.map { $0 == (scheme == "http" ? "80" : "443") } ?? true }

    /// Whether the address has values, unlike those of an app's legal pages.
    var isPersonal: Bool {
        query != nil || fragment != nil || path.split(separator: "/").contains { $0.utf8.count >= 16 }
    }
}
