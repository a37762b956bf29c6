import AppLinks
package import Problems
internal import TextEncoding

extension AppLinkSet {
    /// The problems that keep links from working, in the order of `app.yml`.
    ///
    /// `written` gives the text to quote for the value at a path of `app.yml`; nil for the value itself.
    package func problems(written: @escaping (String) -> String? = { _ in nil }) -> [Problem<ValuePath>] {
        var check = LinkSetCheck(set: self, written: written)
        check.checkHosts()
        if let ios { check.check(ios) }
        if let android { check.check(android) }
        check.checkSchemes()
        if let login { check.check(app: login, at: "login.app") }
        for link in links { check.check(link) }
        check.checkDuplicates()
        return check.problems
    }
}

private struct LinkSetCheck {
    let set: AppLinkSet
    let written: (String) -> String?
    private(set) var problems: [Problem<ValuePath>] = []

    private mutating func add(_ path: String, offset: Int? = nil, _ code: String, _ message: String, fix: String) {
        problems.append(Problem(code: code, at: ValuePath(path, offset: offset), message, fix: fix))
    }

    private func shown(_ path: String, _ value: String) -> String { written(path) ?? value }

    mutating func checkHosts() {
        for (index, host) in set.hosts.enumerated() {
            let path = "hosts[\(index)]"
            if let fault = HostFault(of: host) {
                add(
                    path, "host-form", "'\(shown(path, host))' \(fault.message)",
                    fix: written(path) == nil ? fault.fix : HostFault.anyFix)
            }
        }
    }

    mutating func check(_ ios: IOSApp) {
        for (index, appID) in ios.appIDs.enumerated() {
            let path = ios.place(index)
            if !AppIdentifier.isWellFormed(appID) {
                add(
                    path, "app-id-form", "'\(shown(path, appID))' is not an application identifier",
                    fix: written(path) == nil ? AppIdentifier.appIDFix(appID) : AppIdentifier.anyAppIDFix
                )
            } else if ios.appIDs[..<index].contains(appID) {
                add(path, "app-twice", "'\(shown(path, appID))' is listed twice", fix: "Remove one of the two.")
            }
        }
        if let scheme = ios.scheme {
            let shown = shown("ios.scheme", scheme)
            let bare = scheme.prefix { $0 != ":" }
            if !URLParts.isScheme(scheme.utf8) {
                add(
                    "ios.scheme", "scheme-form", "'\(shown)' is not a scheme",
                    fix: written("ios.scheme") == nil && URLParts.isScheme(bare.utf8)
                        ? "Write \(bare), without '\(scheme.dropFirst(bare.count))'."
                        : "Write a letter, then letters, digits, '+', '-' or '.', without '://'.")
            } else if scheme.contains(where: \.isUppercase) {
                // https://developer.android.com/guide/topics/manifest/data-element#scheme
                add(
                    "ios.scheme", "scheme-form",
                    "'\(shown)' has capital letters, and browsers and Android write schemes without",
                    fix:
                        "Write \(written("ios.scheme") == nil ? scheme.lowercased() : "it in lower case"), here and in the app's Info.plist."
                )
            } else if Self.reservedSchemes.contains(scheme.lowercased()) {
                add(
                    "ios.scheme", "scheme-taken", "the scheme '\(shown)' is reserved by the system",
                    fix: "Choose a name of the app's own.")
            }
        }
        if let store = ios.store, store <= 0 {
            add(
                "ios.store", "store-form", "'\(shown("ios.store", "\(store)"))' is not a number of the App Store",
                fix: "Write the number after 'id' in the app's URL there.")
        }
    }

    private static let reservedSchemes = [
        "http", "https", "mailto", "tel", "sms", "file", "javascript", "data", "blob", "about",
    ]

    mutating func check(_ android: AndroidApp) {
        for (index, package) in android.packages.enumerated() {
            let path = android.place(index)
            check(package, at: path)
            if android.packages[..<index].contains(where: { $0.name == package.name }) {
                add(
                    "\(path).package", "app-twice", "'\(shown("\(path).package", package.name))' is listed twice",
                    fix: "List all of its fingerprints under one 'sha256'.")
            }
        }
    }

    private mutating func check(_ package: AndroidApp.Package, at place: String) {
        if !AppIdentifier.isPackage(package.name) {
            add(
                "\(place).package", "package-form",
                "'\(shown("\(place).package", package.name))' is not an Android application ID",
                fix: written("\(place).package") == nil
                    ? AppIdentifier.packageFix(package.name) : AppIdentifier.anyPackageFix)
        }
        if package.sha256.isEmpty {
            add(
                "\(place).sha256", "fingerprint-missing", "no certificate's fingerprint is given",
                fix: "Copy the SHA-256 fingerprint from the Play Console, under App signing.")
        }
        for (index, fingerprint) in package.sha256.enumerated() where !AppIdentifier.isFingerprint(fingerprint) {
            let path = "\(place).sha256[\(index)]"
            add(
                path, "fingerprint-form", "'\(shown(path, fingerprint))' is not a SHA-256 fingerprint",
                fix: (written(path) == nil
                    ? AppIdentifier.labelFix(fingerprint) ?? HostFault.itemsFix(fingerprint) : nil)
                    ?? AppIdentifier.fingerprintFix(fingerprint))
        }
    }

    /// Reports URLs in the app whose scheme is not `ios.scheme`; if all of them share one scheme, reports `ios.scheme`
    /// once.
    mutating func checkSchemes() {
        // With an invalid scheme, every URL would be reported.
        guard let own = set.ios?.scheme, !problems.contains(where: { $0.place.text == "ios.scheme" }) else { return }
        let shownOwn = shown("ios.scheme", own)
        let addresses = [("login.app", set.login)] + set.links.map { ("links.\($0.name).app", $0.app) }
        let foreign = addresses.compactMap { path, address in
            (address?.scheme).map { (path: path, scheme: $0) }
        }.filter { !["http", "https"].contains($0.scheme) }
        if let scheme = foreign.first?.scheme, foreign.count > 1, scheme != own.lowercased(),
            foreign.allSatisfy({ $0.scheme == scheme })
        {
            add(
                "ios.scheme", offset: 0, "foreign-scheme",
                "the app's addresses have the scheme '\(scheme)', and this is '\(shownOwn)'",
                fix: "Write '\(scheme)' here, or '\(shownOwn)' in every address.")
            return
        }
        for (path, scheme) in foreign where scheme != own.lowercased() {
            add(
                path, offset: 0, "foreign-scheme", "the scheme '\(scheme)' is not the app's, which is '\(shownOwn)'",
                fix: "Write '\(shownOwn)', or change 'ios.scheme'.")
        }
    }

    mutating func check(_ link: LinkDefinition) {
        let path = "links.\(link.name)"
        if link.web.isEmpty, link.app == nil {
            add(
                path, "link-without-address", "the link '\(link.name)' has no address",
                fix: "Add 'web: /\(link.name)'.")
        }
        if !link.web.isEmpty, link.page == nil, link.app == nil {
            add(
                path, "link-without-end", "the link '\(link.name)' has neither a page nor an app address",
                fix: "Add 'page' or 'app' to it.")
        }
        for (index, template) in link.web.enumerated() { check(web: template, at: "\(path).web[\(index)]") }
        if let app = link.app, check(app: app, at: "\(path).app") { check(app: app, of: link, at: "\(path).app") }
        if let lifetime = link.lifetime, lifetime <= 0 {
            add(
                "\(path).lives", "lifetime", "the lifetime of a link must be positive",
                fix: "Write a duration such as 1h, or remove the key.")
        }
        if link.landing == .redirect, link.app == nil {
            add(
                "\(path).landing", "redirect-without-app",
                "the link '\(link.name)' has no address in the app to redirect to", fix: "Add 'app'.")
        }
    }

    private mutating func check(web template: URLTemplate, at path: String) {
        if template.scheme != nil {
            let parts = template.text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            let rest = parts.count > 3 ? "/\(parts[3])" : ""
            let what = rest.isEmpty || written(path) != nil ? "Leave out scheme and host" : "Write \(rest)"
            add(
                path, offset: 0, "web-with-scheme", "a web address begins with a slash",
                fix: "\(what): the link is on every one of the app's 'hosts'.")
        }
        let reserved = [
            ".well-known": "is reserved for the association files",
            "open": "is reserved for the redirects into the app",
        ]
        guard template.scheme == nil, case .literal(let first) = template.path.first else { return }
        let name = PercentEncoding.decodeIfPossible(first)
        // The association file's old path is answered as well.
        let isFile = template.path.count == 1 && name == "apple-app-site-association"
        guard let reason = reserved[isFile ? ".well-known" : name.lowercased()] else { return }
        add(
            path, offset: 0, "reserved-path", "the path '/\(first)\(isFile ? "" : "/")' \(reason)",
            fix: "Choose another path.")
    }

    /// Reports an address that opens no app; returns whether it opens one.
    @discardableResult
    mutating func check(app template: URLTemplate, at path: String) -> Bool {
        if let scheme = template.scheme, scheme != "http", scheme != "https" { return true }
        add(
            path, offset: 0, "app-without-scheme", "an address in the app begins with a scheme of its own",
            fix: (path == "login.app" ? "Write it under 'web' if people log in there; else begin" : "Begin")
                + " it with '\(shown("ios.scheme", set.ios?.scheme ?? "myapp"))://'.")
        return false
    }

    private mutating func check(app template: URLTemplate, of link: LinkDefinition, at path: String) {
        let supplied = Set(link.web.flatMap(\.parameters))
        for name in template.parameters where !link.web.isEmpty && !supplied.contains(name) {
            add(
                path, offset: Self.offset(of: name, in: template), "parameter-without-source",
                written(path).map { "no web address of the link supplies the parameters of '\($0)'" }
                    ?? "no web address of the link supplies the parameter '\(name)'",
                fix: advice(on: name, of: link, at: path))
        }
    }

    private func advice(on name: String, of link: LinkDefinition, at path: String) -> String {
        let supplied = Set(
            link.web.enumerated().flatMap { index, template in
                written("links.\(link.name).web[\(index)]") == nil ? template.parameters : []
            })
        let isWritten = written(path) == nil
        if !supplied.isEmpty {
            let names = supplied.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return
                "Use what it supplies, \(names); or \(isWritten ? "write '{\(name)}' in 'web' too" : "add them to 'web'"), if the backend puts that into the link."
        }
        return isWritten ? "Add '\(name)={\(name)}' to 'web'." : "Add them to 'web'."
    }

    /// Reports links that share a template, since a URL could not be attributed to one of them.
    mutating func checkDuplicates() {
        var seen: [URLTemplate.Signature: String] = [:]
        for link in set.links {
            let templates =
                link.web.enumerated().map { ("web[\($0.offset)]", $0.element) } + (link.app.map { [("app", $0)] } ?? [])
            for (key, template) in templates {
                let path = "links.\(link.name).\(key)"
                guard let first = seen[template.signature] else {
                    let isOnly = key != "app" && link.web.count == 1
                    seen[template.signature] = "'\(isOnly ? "links.\(link.name).web" : path)'"
                    continue
                }
                add(
                    path, offset: 0, "duplicate-link",
                    "the address '\(shown(path, template.text))' has the same URL template as \(first)",
                    fix: condition(of: link, missingIn: template)
                        ?? "Give one of them a path or a condition of its own.")
            }
        }
    }

    /// The fix for an address without an item that the link's address in the app always has.
    private func condition(of link: LinkDefinition, missingIn template: URLTemplate) -> String? {
        guard let app = link.app, app.text != template.text, written("links.\(link.name).app") == nil else {
            return nil
        }
        return app.query.lazy.compactMap { item -> String? in
            guard case .literal(let value) = item.value else { return nil }
            let other = template.query.first { $0.name == item.name }
            if case .literal? = other?.value { return nil }
            return
                "Write '\(item.name)=\(value)' in it, as the link's address in the app has it, and its own in the other."
        }.first
    }

    private static func offset(of parameter: String, in template: URLTemplate) -> Int? {
        let bytes = Array(template.text.utf8)
        let placeholder = Array("{\(parameter)}".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: placeholder) }.map { $0 + 1 }
    }
}
