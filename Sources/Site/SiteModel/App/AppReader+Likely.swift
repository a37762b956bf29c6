import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import JSON
import LinkDefinitions
import TextEncoding
import YAML

// Warnings of values that are valid and that hardly anybody means.

extension AppReader {
    mutating func warnOfUnlikelyValues() {
        if let root = file.document.root { warnOfPlaceholders(in: root, at: "") }
        for (path, address) in [("support", file.contents.support), ("reply-to", file.contents.replyTo)] {
            let host = address.flatMap { Placeholder.host(in: "mailto:\($0.text)", besides: file.contents.hosts) }
            if host == nil, let address, case let domain = address.host, let near = nearDomain(domain) {
                warn(
                    "unknown-host", at: path, "'\(address.text)' is at '\(domain)', and the app's host at '\(near)'",
                    fix: "Write the same domain in both, unless there are two.")
            }
            if let address,
                Self.unread.contains(address.text.lowercased().filter { $0.isLetter || $0 == "@" }.prefix { $0 != "@" })
            {
                warn(
                    "unread-address", at: path,
                    "'\(address.text)' says by its name that nobody reads it, and people are told to write there",
                    fix: "Write an address that you read, or remove the key.")
            }
            guard let address, host != nil else { continue }
            warn(
                "placeholder", at: path, "'\(address.text)' is an address of an example",
                fix: "Write an address that you read.")
        }
        noteEnvironments()
        warnOfUnlikelyKeys()
        warnOfDurations()
        warnOfComments()
        warnOfSlashes()
        warnOfSwappedValues()
    }

    /// The letters of names before '@' to which nobody's mail program replies.
    private static let unread: Set<Substring> = ["noreply", "donotreply", "mailerdaemon", "bounce", "bounces"]

    /// The domain of one of the app's hosts that differs from another in a letter or two, as misspelt ones do.
    private func nearDomain(_ domain: String) -> String? {
        let own = file.contents.hosts.map(RegistrableDomain.of)
        guard !file.contents.hosts.contains(where: { $0.hasSuffix(domain) || domain.hasSuffix($0) }),
            !own.contains(where: domain.hasSuffix), domain.utf8.count > 7
        else { return nil }
        let ending = domain.drop { $0 != "." }
        return own.first { near in
            near.drop { $0 != "." } == ending && abs(near.utf8.count - domain.utf8.count) < 2
                && Suggestion.nearest(to: domain, in: [near]) != nil
        }
    }

    /// Warns of what examples and generators have where an app has a value of its own.
    private mutating func warnOfPlaceholders(in node: ConfigurationNode, at path: String) {
        for member in node.members {
            let key = member.key.text ?? ""
            warnOfPlaceholders(in: member.value, at: path.isEmpty ? key : "\(path).\(key)")
        }
        for (index, item) in node.items.enumerated() { warnOfPlaceholders(in: item, at: "\(path)[\(index)]") }
        // The file of an environment, and a variable, may have values for tests.
        let isReleased =
            !file.contents.isLocal && node.written == nil && node.location?.file == file.document.source.file
        guard let text = node.text,
            let (message, fix) = Placeholder.warning(
                of: text, shown: file.shown(text, at: path), at: path,
                hosts: (file.contents.hosts + mainHosts).filter { HostFault(of: $0) == nil },
                isReleased: isReleased)
        else { return }
        warn("placeholder", at: path, ValueMessage(known: message), fix: ValueMessage(known: fix))
    }

    /// The hosts of app.yml itself, which the file of an environment may replace.
    private var mainHosts: [String] {
        guard file.document.location(of: "hosts")?.file != file.document.source.file else { return [] }
        return (try? YAMLDocument(parsing: file.document.source))?.root?["hosts"]?.texts ?? []
    }

    /// Notes keys that probably belong into the file of an environment, or out of it.
    private mutating func noteEnvironments() {
        let main = file.document.source.file
        func isMain(_ path: String) -> Bool { file.document.location(of: path)?.file == main }
        let base = file.contents.backend.flatMap { URLParts($0.backend.base) }
        if file.contents.isLocal, isMain("local"), base?.scheme == "http", !LoopbackHost.contains(base?.host ?? "") {
            diagnose(
                file.diagnostic(
                    .note, code: "local-release", at: "local",
                    "a release of this app is for this network: browsers block http from pages of the internet",
                    fix: "Move it into the file of an environment if visitors get this one."))
        }
        if base?.scheme == "https", !isMain("backend.base"), !file.contents.isLocal,
            isMain("hosts") || file.contents.hosts == mainHosts
        {
            diagnose(
                file.diagnostic(
                    .note, code: "same-environment", at: "backend.base",
                    "this backend is another one, and the hosts are those of app.yml",
                    fix: "Write this environment's 'hosts:' here too, or its emails lead to the pages of app.yml."))
        }
        if !isMain("hosts"), isMain("backend.base"), base?.scheme == "https", file.contents.hosts != mainHosts {
            diagnose(
                file.diagnostic(
                    .note, code: "same-environment", at: "hosts",
                    "these hosts are other ones, and the backend is that of app.yml, with its accounts",
                    fix: "Write this environment's backend here too: backend: { base: … }"))
        }
        if let web = file.contents.login?.web, isMain("login.web"), file.document.written(at: "login.web") == nil,
            let host = URLParts(web)?.host, mainHosts.contains(host), !file.contents.hosts.contains(host)
        {
            warn(
                "same-environment", at: "hosts",
                "in this environment 'login.web' leads to '\(known: host)', which is a host of app.yml alone",
                fix: "Write the path alone in app.yml, or this environment's 'login:' here.")
        }
        if let settings = file.contents.backend?.settings, base?.scheme == "https", isMain("backend.base"),
            isMain("hosts") || file.contents.hosts == mainHosts, !file.contents.isLocal,
            let (name, _) = settings.first(where: { !isMain("backend.settings.\($0.key.value)") })
        {
            diagnose(
                file.diagnostic(
                    .note, code: "same-environment", at: "backend.settings.\(name.value)",
                    "this '\(known: name.value)' is another one, and the hosts are those of app.yml",
                    fix: "Write this environment's 'hosts:' here too, or its emails lead to the pages of app.yml."))
        }
        if let settings = file.contents.backend?.settings, base?.scheme == "https", !isMain("backend.base"),
            let (name, _) = settings.first(where: { isMain("backend.settings.\($0.key.value)") })
        {
            diagnose(
                file.diagnostic(
                    .note, code: "same-environment", at: "backend.base",
                    "this backend is another one, and its '\(name.value)' is that of app.yml",
                    fix: "Write this environment's here too: settings: { \(name.value): … }"))
        }
    }

    /// Warns of an address of the app with another number of slashes after its scheme than most others: what follows is a
    /// host to some routers, and a path to others.
    private mutating func warnOfSlashes() {
        var addresses = file.contents.links.compactMap { name, link in
            link.app.map { (path: "links.\(name.value).app", text: $0.text) }
        }
        if let login = file.contents.login?.app { addresses.append(("login.app", login)) }
        let starts = addresses.map { address in
            String(address.text.prefix { $0 != ":" } + address.text.drop { $0 != ":" }.prefix { ":/".contains($0) })
        }
        for (address, start) in zip(addresses, starts) {
            let scheme = start.prefix { $0 != ":" }
            let usual = Set(starts).filter { $0.hasPrefix("\(scheme):") }
                .max { first, second in starts.count { $0 == first } < starts.count { $0 == second } }
            guard let usual, usual != start, starts.count(where: { $0 == usual }) > starts.count(where: { $0 == start })
            else { continue }
            warn(
                "other-slashes", at: address.path,
                "this address begins with '\(start)', and the app's others with '\(known: usual)'",
                fix: "Write \(known: usual)\(String(address.text.dropFirst(start.count))), unless the app reads both.")
        }
    }

    /// Warns of an item of a link that has the name of another of its parameters: `?uid={token}&token={uid}`.
    private mutating func warnOfSwappedValues() {
        for (name, link) in file.contents.links {
            let place = "links.\(name.value)"
            let webs = link.web.enumerated().map { (link.web.count > 1 ? "\(place).web[\($0)]" : "\(place).web", $1) }
            for (path, template) in webs + [link.app].compactMap(\.self).map({ ("\(place).app", $0) }) {
                let swapped = (template.query + template.fragment).first { item in
                    guard case .parameter(let value) = item.value else { return false }
                    return value != item.name && template.parameters.contains(item.name)
                }
                guard let swapped, case .parameter(let value) = swapped.value else { continue }
                warn(
                    "swapped-values", at: path,
                    "'\(swapped.name)' has the value '{\(value)}' here, and '{\(swapped.name)}' has another name",
                    fix: "Write \(known: swapped.name)={\(known: swapped.name)}, and {\(known: value)} in its place.")
            }
        }
    }

    /// Warns of a part of an address that YAML reads as a comment, since a space is before its '#'.
    private mutating func warnOfComments() {
        let links = file.contents.links.flatMap { ["links.\($0.key.value).web", "links.\($0.key.value).app"] }
        for path in links + ["login.app", "login.web", "backend.base"] {
            guard let text = file.document.root?.node(at: path)?.text, let place = file.document.location(of: path),
                let line = file.document.source.line(place.line), place.file == file.document.source.file
            else { continue }
            let comment = line.dropFirst(place.column - 1 + text.count).drop { $0 == " " }.prefix { $0 != " " }
            guard comment.first == "#", let next = comment.dropFirst().first, next != " ", next != "#" else { continue }
            warn(
                "comment-in-address", at: path, "'\(String(comment))' is a comment, and no part of the address",
                fix: "Put the whole address in quotes, without the space.")
        }
    }

    /// The durations that a key usually has, in seconds. Others are mistakes of a unit.
    private static let usualDurations: [(key: String, range: ClosedRange<Int>, words: String)] = [
        ("timeout", 3...600, "3s to 10m"), ("resend-after", 5...3600, "5s to 1h"),
        ("retry-after", 5...172_800, "5s to 2d"), ("lives", 300...7_776_000, "5m to 90d"),
    ]

    /// The longest lives of the links that vendors' own projects send, in seconds.
    private static let longestLives: [String: (seconds: Int, words: ValueMessage, fix: ValueMessage)] = [
        // https://supabase.com/docs/guides/auth/auth-email-passwordless
        "supabase": (
            86_400, "Supabase accepts the link of an email for a day at most",
            "Write 24h or less, the same for all links that Supabase sends: 'otp_expiry' is one setting for all."
        )
    ]

    /// Warns of a link of the backend's own emails that lives longer than the backend lets it, at a vendor's own address.
    mutating func warnOfLongLives(_ contract: Contract) {
        let longest = file.contents.backend.flatMap { Self.longestLives[$0.backend.contract] }
        let parameters = Set(contract.parameters.map(\.name))
        for (name, link) in file.contents.links {
            guard let longest, let lifetime = link.lifetime, lifetime > longest.seconds,
                !parameters.isDisjoint(with: link.web.flatMap(\.parameters))
            else { continue }
            warn("long-life", at: "links.\(name.value).lives", longest.words, fix: longest.fix)
        }
    }

    private mutating func warnOfDurations() {
        var told: Set<String> = []
        let lives = file.contents.links.compactMap { link in link.value.lifetime.map { (link.key.value, $0) } }
        if let (name, lifetime) = lives.min(by: { $0.1 < $1.1 }) {
            for key in ["resend-after", "retry-after"] {
                guard let text = file.document.root?.node(at: "backend.\(key)")?.text, let span = TimeSpan(text),
                    span.seconds > lifetime
                else { continue }
                told.insert("backend.\(key)")
                warn(
                    "unusual-duration", at: "backend.\(key)",
                    "nobody gets another email for '\(text)', and the link '\(known: name)' is over before",
                    fix: "Write a minute or two, or how long your backend makes people wait.")
            }
        }
        let paths = ["backend"] + file.contents.links.map { "links.\($0.key.value)" }
        for path in paths {
            for (key, range, words) in Self.usualDurations {
                guard let text = file.document.root?.node(at: "\(path).\(key)")?.text, let span = TimeSpan(text),
                    !range.contains(span.seconds), !told.contains("\(path).\(key)")
                else { continue }
                warn(
                    "unusual-duration", at: "\(path).\(key)", "'\(text)' is unusual for '\(known: key)'",
                    fix: key == "retry-after" && span.seconds < range.lowerBound
                        ? "Write how long your backend refuses further attempts, \(known: words), which people are told; or leave it out, and they are told what 'resend-after' says."
                        : "Write \(known: words); the units are s, m, h and d.")
            }
        }
    }
}
