import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding
import YAML

// Warnings of settings that are addresses, and not those that the backend has to send people to.

extension AppReader {
    mutating func warnOfSettings(contract: Contract?, _ links: [LinkDefinition], _ paths: Set<String>) {
        let reachable: ValueMessage = "Write an address that visitors reach."
        for (name, value) in file.contents.backend?.settings ?? OrderedMap() {
            let place = "backend.settings.\(name.value)"
            let path = value.value.hasPrefix("/") ? value.value : "/\(value.value)"
            if paths.contains(path),
                URLParts(file.contents.backend?.backend.base ?? "")?.host != file.contents.hosts.first
            {
                warn(
                    "relative-setting", at: place, "the backend takes '\(value.value)' for an address of its own host",
                    fix: "Write it whole: https://\(known: file.contents.hosts.first ?? "")\(known: path)")
            }
            let first = String(value.value.prefix { $0 != "/" })
            let isCut = value.value.hasPrefix("http") && value.value.contains("/") && !value.value.contains("://")
            if isCut || file.contents.hosts.contains(first)
                || first != value.value && first.contains(".") && URLParts.isHost(first)
            {
                warn(
                    "relative-setting", at: place, "'\(value.value)' is an address without its 'https://'",
                    fix: "Write it whole, beginning with 'https://'.")
            }
            guard let parts = URLParts(value.value), parts.isWeb, let host = parts.host else { continue }
            let near = Suggestion.nearest(to: host, in: file.contents.hosts)
            let fault = linkFault(of: name.value, parts, contract, links, paths)
            if !file.contents.isLocal, LoopbackHost.contains(host) {
                warn(
                    "local-setting", at: place, "'\(value.value)' is the visitor's own machine",
                    fix: hasFaultyHost ? reachable : fault?.fix ?? reachable)
            } else if hasFaultyHost {
                // The host that is refused may be the one that this address has.
                continue
            } else if let near, !file.contents.hosts.contains(host) {
                warn(
                    "unknown-host", at: place, "'\(host)' is none of the app's hosts",
                    fix: "Write '\(known: near)' here; or the other one under 'hosts:', if that is the pages'.")
            } else if let fault {
                warnOfLink(fault, at: place, name.value)
            } else {
                checkAddress(value.value, at: place, paths)
            }
        }
    }

    /// Warns of the setting; of an app.yml's that only the hosts of an environment make wrong, in the environment's file.
    private mutating func warnOfLink(
        _ fault: (message: ValueMessage, fix: ValueMessage, address: String), at place: String, _ name: String
    ) {
        let main = file.document.source.file
        guard let hosts = file.document.location(of: "hosts"), hosts.file != main,
            file.document.location(of: place)?.file == main
        else { return warn("other-link", at: place, fault.message, fix: fault.fix) }
        warn(
            "other-link", at: "hosts", fault.message,
            fix:
                "Write here, under 'backend:', settings: { \(known: name): \(known: fault.address) }: the one of app.yml is for its own hosts."
        )
    }

    /// What is wrong with a setting that is the address to which the backend sends people with a link; nil for other
    /// settings, and for the address of a link.
    ///
    /// Where a link says itself where to go on, the setting may be that address. In a team's own contract, a setting may
    /// be anything; then only the path of a link says that it is one's address, or the backend's own host that it is none.
    private func linkFault(
        of setting: String, _ value: URLParts, _ contract: Contract?, _ links: [LinkDefinition], _ paths: Set<String>
    ) -> (message: ValueMessage, fix: ValueMessage, address: String)? {
        guard let contract, !file.contents.isLocal, let host = value.host, let ownHost = file.contents.hosts.first
        else { return nil }
        let requests = contract.operations.filter { operation in
            operation.sendsRequestedEmail
                && operation.steps.contains { $0.request.needs.contains { $0.name == setting } }
        }
        let declared = contract.settings.first { $0.name == setting }?.link
        let names = declared.map { [$0] } ?? requests.compactMap { $0.sends?.rawValue }
        if names.isEmpty || declared == nil && contract.continueItem != nil { return nil }
        func path(of link: LinkDefinition) -> String? {
            link.page == nil ? nil : link.web.lazy.map(\.routePath).first { !$0.contains("{") }
        }
        let own = names.lazy.compactMap { name in links.first { $0.name == name } }.first { path(of: $0) != nil }
        guard let link = own, let expected = path(of: link) else { return nil }
        let isOwnHost = file.contents.hosts.contains(host)
        let isLink = links.contains { link in link.web.contains { value.path.hasSuffix($0.routePath) } }
        let isBackend = host == URLParts(file.contents.backend?.backend.base ?? "")?.host
        let address = "https://\(file.document.written(at: "hosts[0]") ?? ownHost)\(expected)"
        let fix: ValueMessage =
            "Write \(known: address), the address of the link '\(known: link.name)'."
        if !isOwnHost {
            if contract.standing == nil, declared == nil, !isLink, !isBackend { return nil }
            return (
                "the backend sends people with a link to '\(host)', which is \(known: isBackend ? "its own host, and " : "")none of the app's hosts",
                fix, address
            )
        }
        if contract.standing == nil, declared == nil, !isLink { return nil }
        if value.scheme != "https" {
            return (
                "the backend sends people with a link to '\(value.scheme)://\(host)', and the pages are at 'https://'",
                fix, address
            )
        }
        let isElsewhere = (file.contents.elsewhere ?? []).contains { $0.value.text == value.path }
        guard !isLink, !isElsewhere else { return nil }
        let isAnswered = paths.contains(value.path) || value.path.count < 2
        return (
            "the backend sends people with a link to '\(value.path.isEmpty ? "/" : value.path)', \(known: isAnswered ? "where no page receives one" : "which no page answers")",
            fix, address
        )
    }
}
