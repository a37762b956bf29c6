import AppLinks
public import JSON
internal import TextEncoding

extension AppLinkSet {
    /// The problems that keep links from working, in the order of `app.yml`.
    public func problems() -> [PathProblem] {
        var problems: [PathProblem] = []
        for (index, host) in hosts.enumerated() where !URLParts.isHost(host) {
            problems.append(
                PathProblem(
                    path: "hosts[\(index)]", code: "host-form", message: "'\(host)' is not the name of a host",
                    fix: "Write a domain in lower case, without scheme, port and path: 'example.com'."))
        }
        problems += iosProblems() + androidProblems() + schemeProblems()
        for link in links { problems += self.problems(of: link) }
        return problems + duplicates()
    }

    private func iosProblems() -> [PathProblem] {
        guard let ios else { return [] }
        var problems: [PathProblem] = []
        if !AppIdentifier.isWellFormed(ios.appID) {
            problems.append(
                PathProblem(
                    path: "ios.app-id", code: "app-id-form", message: "'\(ios.appID)' is not an application identifier",
                    fix: "Write the ten characters of the team, a dot and the bundle identifier: "
                        + "'ABCDE12345.com.example.app'."))
        }
        problems += ios.scheme.flatMap(Self.problem(ofScheme:)).map { [$0] } ?? []
        if let store = ios.store, store <= 0 {
            problems.append(
                PathProblem(
                    path: "ios.store", code: "store-form", message: "'\(store)' is not a number of the App Store",
                    fix: "Write the number after 'id' in the app's URL there."))
        }
        return problems
    }

    private static func problem(ofScheme scheme: String) -> PathProblem? {
        if !URLParts.isScheme(scheme.utf8) {
            return PathProblem(
                path: "ios.scheme", code: "scheme-form", message: "'\(scheme)' is not a scheme",
                fix: "Write a letter, then letters, digits, '+', '-' or '.', without '://'.")
        }
        let taken = ["http", "https", "mailto", "tel", "sms", "file", "javascript", "data", "blob", "about"]
        guard taken.contains(scheme.lowercased()) else { return nil }
        return PathProblem(
            path: "ios.scheme", code: "scheme-taken", message: "the scheme '\(scheme)' is reserved by the system",
            fix: "Choose a name of the app's own.")
    }

    /// Reports URLs in the app whose scheme is not `ios.scheme`; if all of them share one scheme, reports `ios.scheme`
    /// once.
    private func schemeProblems() -> [PathProblem] {
        // With an invalid scheme, every URL would be reported.
        guard let own = ios?.scheme, Self.problem(ofScheme: own) == nil else { return [] }
        let addresses = [("login.app", login)] + links.map { ("links.\($0.name).app", $0.app) }
        let foreign = addresses.compactMap { path, address in
            (address?.scheme).map { (path: path, scheme: $0) }
        }.filter { !["http", "https"].contains($0.scheme) }
        if let scheme = foreign.first?.scheme, foreign.count > 1, scheme != own.lowercased(),
            foreign.allSatisfy({ $0.scheme == scheme })
        {
            return [
                PathProblem(
                    path: "ios.scheme", offset: 0, code: "foreign-scheme",
                    message: "the app's addresses have the scheme '\(scheme)', and this is '\(own)'",
                    fix: "Write '\(scheme)' here, or '\(own)' in every address.")
            ]
        }
        return foreign.filter { $0.scheme != own.lowercased() }.map { path, scheme in
            PathProblem(
                path: path, offset: 0, code: "foreign-scheme",
                message: "the scheme '\(scheme)' is not the app's, which is '\(own)'",
                fix: "Write '\(own)', or change 'ios.scheme'.")
        }
    }

    private func androidProblems() -> [PathProblem] {
        guard let android else { return [] }
        var problems: [PathProblem] = []
        if !AppIdentifier.isPackage(android.package) {
            problems.append(
                PathProblem(
                    path: "android.package", code: "package-form",
                    message: "'\(android.package)' is not an Android application ID",
                    fix: "Write at least two names joined by dots: 'com.example.app'."))
        }
        if android.sha256.isEmpty {
            problems.append(
                PathProblem(
                    path: "android.sha256", code: "fingerprint-missing",
                    message: "no certificate's fingerprint is given",
                    fix: "Copy the SHA-256 fingerprint from the Play Console, under App signing."))
        }
        for (index, fingerprint) in android.sha256.enumerated() where !AppIdentifier.isFingerprint(fingerprint) {
            problems.append(
                PathProblem(
                    path: "android.sha256[\(index)]", code: "fingerprint-form",
                    message: "'\(fingerprint)' is not a SHA-256 fingerprint",
                    fix: "Write 32 pairs of upper-case hexadecimal digits with colons between them: '14:6D:…:E5'."))
        }
        return problems
    }

    private func problems(of link: LinkDefinition) -> [PathProblem] {
        let path = "links.\(link.name)"
        var problems: [PathProblem] = []
        if link.web.isEmpty, link.app == nil {
            problems.append(
                PathProblem(
                    path: path, code: "link-without-address", message: "the link '\(link.name)' has no address",
                    fix: "Add 'web: /\(link.name)'."))
        }
        if !link.web.isEmpty, link.page == nil, link.app == nil {
            problems.append(
                PathProblem(
                    path: path, code: "link-without-end",
                    message: "the link '\(link.name)' has neither a page nor an app address",
                    fix: "Add 'page' or 'app' to it."))
        }
        for (index, template) in link.web.enumerated() {
            problems += self.problems(ofWeb: template, at: "\(path).web[\(index)]")
        }
        if let app = link.app { problems += self.problems(ofApp: app, of: link, at: "\(path).app") }
        if let lifetime = link.lifetime, lifetime <= 0 {
            problems.append(
                PathProblem(
                    path: "\(path).lives", code: "lifetime", message: "the lifetime of a link must be positive",
                    fix: "Write a duration such as 1h, or remove the key."))
        }
        if link.landing == .redirect, link.app == nil {
            problems.append(
                PathProblem(
                    path: "\(path).landing", code: "redirect-without-app",
                    message: "the link '\(link.name)' has no address in the app to redirect to", fix: "Add 'app'."))
        }
        return problems
    }

    private func problems(ofWeb template: URLTemplate, at path: String) -> [PathProblem] {
        if template.scheme != nil {
            return [
                PathProblem(
                    path: path, offset: 0, code: "web-with-scheme", message: "a web address begins with a slash",
                    fix: "Leave out scheme and host: the link is on every one of the app's 'hosts'.")
            ]
        }
        guard case .literal(let first) = template.path.first else { return [] }
        let reserved = [
            ".well-known": "is reserved for the association files",
            "open": "is reserved for the redirects into the app",
        ]
        guard let reason = reserved[PercentEncoding.decodeIfPossible(first).lowercased()] else { return [] }
        return [
            PathProblem(
                path: path, offset: 0, code: "reserved-path", message: "the path '/\(first)/' \(reason)",
                fix: "Choose another path.")
        ]
    }

    private func problems(ofApp template: URLTemplate, of link: LinkDefinition, at path: String) -> [PathProblem] {
        guard let scheme = template.scheme, scheme != "http", scheme != "https" else {
            let name = ios?.scheme ?? "myapp"
            return [
                PathProblem(
                    path: path, offset: 0, code: "app-without-scheme",
                    message: "an address in the app begins with a scheme of its own", fix: "Begin it with '\(name)://'."
                )
            ]
        }
        var problems: [PathProblem] = []
        let supplied = Set(link.web.flatMap(\.parameters))
        for name in template.parameters where !link.web.isEmpty && !supplied.contains(name) {
            problems.append(
                PathProblem(
                    path: path, offset: Self.offset(of: name, in: template), code: "parameter-without-source",
                    message: "no web address of the link supplies the parameter '\(name)'",
                    fix: supplied.isEmpty
                        ? "Add '\(name)={\(name)}' to 'web'."
                        : "Use what 'web' supplies: \(supplied.sorted().map { "'\($0)'" }.joined(separator: ", "))."))
        }
        return problems
    }

    /// Reports links that share a template, since a URL could not be attributed to one of them.
    private func duplicates() -> [PathProblem] {
        var seen: [URLTemplate.Signature: String] = [:]
        var problems: [PathProblem] = []
        for link in links {
            let templates =
                link.web.enumerated().map { ("web[\($0.offset)]", $0.element) } + (link.app.map { [("app", $0)] } ?? [])
            for (key, template) in templates {
                let path = "links.\(link.name).\(key)"
                let signature = template.signature
                if let first = seen[signature] {
                    problems.append(
                        PathProblem(
                            path: path, offset: 0, code: "duplicate-link",
                            message: "the address '\(template.text)' has the same URL template as \(first)",
                            fix: "Give one of them a path or a condition of its own."))
                } else {
                    seen[signature] = "'\(path)'"
                }
            }
        }
        return problems
    }

    /// The byte offset of a parameter's name in a template's text.
    private static func offset(of parameter: String, in template: URLTemplate) -> Int? {
        let bytes = Array(template.text.utf8)
        let placeholder = Array("{\(parameter)}".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: placeholder) }.map { $0 + 1 }
    }
}
