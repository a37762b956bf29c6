import AuthContracts
import Configuration
import Diagnostics
import TextEncoding
import YAML

// Warnings of a backend's address at which it hardly answers.

extension AppReader {
    /// Warns of a base URL that is not as the contract's projects have it, or that ends in a part of the contract's own
    /// paths.
    mutating func warnOfUnlikelyBase(_ base: String, _ contract: Contract) {
        guard let parts = URLParts(base), let host = parts.host, !LoopbackHost.contains(host), !file.contents.isLocal
        else { return }
        if warnOfOtherSystem(host, contract) || contract.base == nil && warnOfTestBackend(host) { return }
        let pattern = contract.base.flatMap { URLParts($0.replacing("*", with: Self.wildcard)) }
        if let pattern, let name = pattern.host, name != Self.wildcard {
            // `*` is one part of the host that each project has of its own.
            let ends = Substring(name).firstRange(of: Self.wildcard).map { ($0.lowerBound, $0.upperBound) }
            let (start, end) = (ends.map { String(name[..<$0.0]) } ?? name, ends.map { String(name[$0.1...]) } ?? "")
            let vendor = name.split(separator: ".").suffix(2).first.map(String.init) ?? name
            let own = host.dropFirst(start.count).dropLast(end.count)
            // Auth0's have a region too; a console shows hosts of the same project for other uses.
            let isOther = own.contains(".") && ["api", "app", "db", "www"].contains(own.prefix { $0 != "." })
            let isWhole =
                ends != nil && host.hasPrefix(start) && host.hasSuffix(end) && host.count > start.count + end.count
            let isVendors = ends == nil ? host == name : isWhole && !isOther
            // Vendors have several domains with one beginning: amazonaws.com and amazoncognito.com.
            let isNear = ends == nil || host.split(separator: ".").suffix(2).first?.hasPrefix(vendor.prefix(6)) == true
            let right =
                isVendors
                ? host
                : name.replacing(
                    Self.wildcard,
                    with: isWhole
                        ? String(own.split(separator: ".").last ?? "")
                        : start.isEmpty ? Self.project(inPath: parts.path) ?? "YOUR-PROJECT" : "YOUR-REGION")
            if isVendors ? parts.path != pattern.path : isNear {
                return warn(
                    "unlikely-base", at: "backend.base",
                    "'\(base)' is not where this backend answers requests",
                    fix: "Write https://\(right)\(known: pattern.path)")
            }
            if isVendors {
                warnOfForeignTokens(project: host.dropFirst(start.count).dropLast(end.count))
                warnOfLongLives(contract)
            }
        }
        warnOfOtherSite(host, contract)
        let segments = parts.path.split(separator: "/")
        if parts.path.contains("//") {
            return warn(
                "unlikely-base", at: "backend.base", "'\(base)' has two slashes in a row in its path",
                fix: "Write https://\(host)\(known: "/" + segments.joined(separator: "/"))")
        }
        if let (twice, _) = zip(segments, segments.dropFirst()).first(where: { $0 == $1 }) {
            return warn(
                "unlikely-base", at: "backend.base", "'\(base)' has '/\(String(twice))' twice in a row",
                fix: "Write \(base.replacing("/\(twice)/\(twice)", with: "/\(twice)"))")
        }
        let urls = contract.operations.flatMap(\.steps).map { step in
            (file.contents.backend?.settings ?? OrderedMap()).reduce(step.request.url.text) { url, setting in
                setting.value.value.isEmpty
                    ? url : url.replacing("{{\(setting.key.value)}}", with: setting.value.value)
            }
        }
        if let url = urls.first, file.contents.hosts.contains(host),
            pattern == nil || pattern?.host != Self.wildcard || !segments.isEmpty
        {
            diagnose(
                file.diagnostic(
                    .note, code: "unlikely-base", at: "backend.base",
                    "'\(host)' serves the pages, and the requests to '\(known: url)' go there too",
                    fix: "Write where the backend is, unless a proxy on this host passes these requests on."))
        }
        guard let last = segments.last else {
            if let pattern, pattern.host == Self.wildcard {
                diagnose(
                    file.diagnostic(
                        .note, code: "unlikely-base", at: "backend.base",
                        "'\(base)' has no path, and this backend's requests usually begin with '\(known: pattern.path)'",
                        fix: "Write \(base)\(known: pattern.path) if yours do."))
                return
            }
            return
        }
        let isForPeople = contract.standing != nil && Self.pathsForPeople.contains(String(last))
        guard
            let url = urls.first(where: { url in
                !url.contains("/../") && (url.split(separator: "/").dropFirst().contains(last) || isForPeople)
            }),
            contract.standing != nil || urls.allSatisfy({ $0.split(separator: "/").dropFirst().contains(last) })
                || !ContractWarnings.isVersion(last)
                    && urls.contains(where: { $0.split(separator: "/").dropFirst().first == last })
        else {
            return warnOfRequest(base, segments, contract)
        }
        var right = base[...]
        for segment in isForPeople ? [last] : url.split(separator: "/").reversed() {
            right = right.hasSuffix("/\(segment)") ? right.dropLast(segment.count + 1) : right
        }
        warn(
            "unlikely-base", at: "backend.base",
            isForPeople
                ? "'/\(last)' is for people, and no request is answered there"
                : "the requests to '\(known: url)' would have '/\(last)' twice",
            fix: "Write \(right)")
    }

    /// The name of a project in the path of a vendor's console: `/dashboard/project/NAME/settings`; nil for other paths.
    private static func project(inPath path: String) -> String? {
        let segments = path.split(separator: "/").map(String.init)
        let name = zip(segments, segments.dropFirst()).first { ["project", "projects"].contains($0.0) }?.1
        return name.flatMap { URLParts.isHost("\($0).example") && !["_", "new"].contains($0) ? $0 : nil }
    }

    /// The last segments of addresses that backends have for people: consoles and documents.
    private static let pathsForPeople: Set = [
        "_", "admin", "console", "dashboard", "docs", "redoc", "swagger", "swagger-ui",
    ]

    /// Warns of a backend for tests beside hosts of visitors, as a copied file has; returns whether it did.
    private mutating func warnOfTestBackend(_ host: String) -> Bool {
        guard let label = Self.testLabel(of: host),
            !file.contents.hosts.contains(where: { Self.testLabel(of: $0) != nil }),
            file.document.location(of: "backend.base")?.file == file.document.source.file,
            file.document.written(at: "backend.base") == nil
        else { return false }
        let own = file.document.written(at: "hosts[0]") ?? file.contents.hosts.first ?? ""
        warn(
            "test-backend", at: "backend.base",
            "'\(host)' is a backend for tests by its name, '\(String(label))', and visitors come to '\(own)'",
            fix:
                "Write the address of the backend that they have; this one belongs into the file of an environment, such as app.staging.yml."
        )
        return true
    }

    /// The part of a host's name that says that it is for tests; nil if there is none.
    private static func testLabel(of host: String) -> Substring? {
        // The domain itself may be called so.
        host.split { ".-".contains($0) }.dropLast(2).first { SiteEnvironment.isTesting(String($0)) }
    }

    /// Warns of a backend whose cookie no page of the app can read, since it is on another site.
    private mutating func warnOfOtherSite(_ host: String, _ contract: Contract) {
        let kept = contract.operations.flatMap(\.steps).flatMap(\.rules).flatMap(\.keep)
        let cookie = kept.lazy.compactMap { if case .cookie(let name) = $0.source { name } else { nil } }.first
        guard let cookie, let own = file.contents.hosts.first,
            !file.contents.hosts.contains(where: { RegistrableDomain.of($0) == RegistrableDomain.of(host) })
        else { return }
        warn(
            "unlikely-base", at: "backend.base",
            "'\(host)' is on another site than '\(own)', so that no page can read its cookie '\(known: cookie)'",
            fix: "Serve the backend below the pages' domain, such as on api.\(own).")
    }

    /// Warns of a base URL that ends as the addresses of requests do.
    private mutating func warnOfRequest(_ base: String, _ segments: [Substring], _ contract: Contract) {
        let words = segments.reversed().prefix { Self.requests.contains(String($0)) }.reversed().joined(separator: "/")
        let paths = contract.operations.flatMap(\.steps).map {
            $0.request.url.text.split(separator: "/").dropFirst().joined(separator: "/")
        }
        let whole = paths.first { $0.contains("/") && base.hasSuffix("/\($0)") }
        let ending = whole ?? (contract.standing == nil ? "" : words)
        guard !ending.isEmpty else { return }
        warn(
            "unlikely-base", at: "backend.base",
            "'/\(ending)' is one of the backend's requests, and 'base' is what all of them begin with",
            fix: "Write \(base.dropLast(ending.count + 1))")
    }

    /// The last segments of requests that most backends have, whatever the contract calls its own.
    private static let requests: Set = [
        "create", "forgot-password", "jwt", "login", "logout", "me", "password", "refresh", "register",
        "reset-password",
        "sign-in", "sign-up", "sign_in", "sign_up", "signin", "signup", "token", "verify", "verify-email",
    ]

    /// What takes the place of '*' in the form of a contract's base URL, to split it.
    private static let wildcard = "wildcard"
}
