import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import LinkDefinitions
import TextEncoding

// Warnings of addresses that the settings of a backend have.

extension AppReader {
    mutating func warnOfUnlikelySettings(_ paths: Set<String>, _ contract: Contract?, _ links: [LinkDefinition]) {
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
            if !file.contents.isLocal, LoopbackHost.contains(host) {
                warn(
                    "local-setting", at: place, "'\(value.value)' is the visitor's own machine",
                    fix: "Write an address that visitors reach.")
            } else if let near, !file.contents.hosts.contains(host) {
                warn(
                    "unknown-host", at: place, "'\(host)' is none of the app's hosts",
                    fix: "Did you mean '\(known: near)'?")
            } else if let link = link(sentWith: name.value, contract, links) {
                checkSentLink(parts, at: place, link, links)
            } else {
                checkAddress(value.value, at: place, paths, besides: "")
            }
        }
    }

    /// The link of the email that a built-in contract requests with the address in a setting; nil for any other setting. One
    /// that is optional may be where people go on afterwards.
    private func link(sentWith setting: String, _ contract: Contract?, _ links: [LinkDefinition]) -> LinkDefinition? {
        guard let contract, contract.standing != nil,
            contract.settings.contains(where: { $0.name == setting && $0.isRequired }),
            // One of the app's hosts may be the one that cannot be read.
            file.contents.hosts.allSatisfy(URLParts.isHost)
        else { return nil }
        let purposes = contract.operations.filter { $0.needs.contains { $0.name == setting } }.compactMap(\.sends)
        return links.first { link in
            link.page != nil && purposes.contains { $0.rawValue == link.name }
                && link.web.first.map { !RoutePath($0.routePath).hasParameters } == true
        }
    }

    /// Warns of an address that is none of the app's links, where the backend adds the parameters of one to it.
    private mutating func checkSentLink(
        _ address: URLParts, at place: String, _ link: LinkDefinition, _ links: [LinkDefinition]
    ) {
        let host = address.host ?? ""
        let isOwn = file.contents.hosts.contains(host)
        let path = RoutePath(address.path)
        if isOwn, address.scheme == "https" || file.contents.isLocal,
            links.flatMap(\.web).contains(where: { path.isPage(of: $0) })
        {
            return
        }
        warn(
            "other-link", at: place,
            isOwn
                ? "the backend sends people with the link '\(known: link.name)' to '\(address.scheme == "https" ? address.path : address.scheme + ":")', where no link is"
                : "'\(host)' is none of the app's hosts, and the backend sends people with the link '\(known: link.name)' there",
            fix: "Write https://\(known: file.contents.hosts.first ?? "")\(known: link.web[0].routePath)")
    }
}
