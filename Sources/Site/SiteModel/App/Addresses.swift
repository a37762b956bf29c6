package import Configuration
package import Diagnostics
import MIME
import TextEncoding

/// An email address to which a message can be sent.
///
/// This is the rule of `app.yml` and of the imitated backends. `EmailRule`, the rules for fields, differs, so a backend
/// can reject an address that a page accepted.
package struct EmailAddress: ConfigurationReadable, Hashable {
    let text: String

    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        guard Self.isValid(text) else {
            // Of `Harbour <help@harbour.example>` and `mailto:help@harbour.example`, the address.
            let bare = text.removing(prefix: "mailto:") ?? text.split { "<>".contains($0) }.last.map(String.init) ?? ""
            let isPage = text.hasPrefix("/") || text.hasPrefix("https://") || text.hasPrefix("http://")
            value.report(
                "invalid-value",
                isPage && value.name == "support"
                    ? "'\(text)' is the address of a page, and 'support' is an email address"
                    : "'\(text)' is not an email address",
                fix: isPage && value.name == "support" && value.node.written == nil
                    ? "Write a page in the footer, footer: { support: \(text) }, and here an address, or nothing."
                    : Self.isValid(bare) && value.node.written == nil
                        ? "Write the address alone: \(bare)" : "Write an address such as help@example.com.")
            return nil
        }
        self.text = text
    }

    var host: String { text.split(separator: "@").last.map(String.init) ?? "" }

    /// Whether a `Mailbox` can have the address and its domain is the name of a host, such as `localhost`.
    package static func isValid(_ text: String) -> Bool {
        Mailbox(address: text).map { URLParts.isHost($0.domain.lowercased()) } ?? false
    }
}

struct SitePath: ConfigurationReadable, Hashable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        self.text = text
        if let fault = SitePath.fault(of: text) {
            value.report(
                "invalid-value", "'\(text)' \(known: fault)",
                fix: Self.fix(of: text, hosts: value.root?["hosts"]?.texts ?? []))
        }
    }

    /// The fault of a path in `elsewhere:`, where it could have no effect, with its fix; nil if there is none.
    var faultElsewhere: (fault: String, fix: ValueMessage)? {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        if let end = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            return ("has a query or a fragment, and a path here is for all of them", "Write '\(text[..<end])'.")
        }
        if text.contains("*") {
            let path = String(text.prefix { $0 != "*" }.reversed().drop { $0 == "/" }.reversed())
            return (
                "is one path, in which '*' stands for itself",
                path.count > 1
                    ? "List each path that pages link to, such as \(path)." : "List each path that pages link to."
            )
        }
        if segments.contains("..") || segments.contains(".") {
            return ("is never requested, since browsers resolve '.' and '..'", "Write the path without them.")
        }
        if ["/.well-known/", "/open/"].contains(where: text.hasPrefix) {
            return ("is answered by Latchkey itself", "Remove it from 'elsewhere:'.")
        }
        return nil
    }

    /// The fix for a text that is no path: the path in it, if that is one.
    private static func fix(of text: String, hosts: [String]) -> ValueMessage {
        let host = URLParts(text)?.host ?? text.split(separator: "/").first.map(String.init) ?? ""
        if text.hasPrefix("//"), !hosts.contains(host) { return "Write a path such as /login." }
        if text.contains("://"), !hosts.contains(host) {
            return "Remove it: this is for paths of the app's own hosts, and another host's need no entry."
        }
        let rest = hosts.contains(host) ? Substring(text).firstRange(of: host).map { text[$0.upperBound...] } : nil
        let path = "/" + (rest ?? text[...]).drop { $0 == "/" }
        return path.count > 1 && fault(of: path) == nil ? "Write \(path)" : "Write a path such as /login."
    }

    /// The fault of a path, to follow it in a message; nil if the path is valid.
    static func fault(of text: String) -> String? {
        guard text.hasPrefix("/") else { return "does not begin with a slash" }
        guard !text.hasPrefix("//") else { return "would be an address of another host" }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "contains a character that a path cannot have"
        }
        return nil
    }
}

/// The base URL of a contract's requests.
struct BaseAddress: ConfigurationReadable, Hashable {
    /// The URL, without a trailing slash.
    let text: String

    init?(reading value: ConfigurationValue) {
        guard var text = String(reading: value) else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        guard BaseAddress.isValid(text) else {
            // `SecretKeys` reports a password.
            if !SecretKey.all(in: Array(text.utf8)).isEmpty { return nil }
            // What is to be filled in is written as '<NAME>' too.
            let variable = (value.node.written == nil ? ForeignVariable.first(in: text) : nil).map { start, name in
                "Write \(start == "<" ? "the value itself, or " : "")a variable as ${\(name)}."
            }
            value.report(
                "invalid-value", "'\(text)' is not the address of a backend",
                fix: "\(known: variable ?? Self.fix(of: text))")
            return nil
        }
        self.text = text
    }

    private static func fix(of text: String) -> String {
        let example = "https://api.example.com"
        if let parts = URLParts(text), parts.userInfo != nil {
            return "Write the host directly after '\(parts.scheme)://': every visitor can read what is before it."
        }
        if text.contains("?") || text.contains("#") {
            return "End it before the '?' or '#': the contract's requests are appended to it."
        }
        if LoopbackHost.contains(String(text.prefix { !":/".contains($0) })), !text.contains("://") {
            return "Begin it with http://, and write 'local: true' for an environment on this machine."
        }
        if !text.contains("://") { return "Begin it with https://, such as \(example)." }
        if let sign = text.first(where: { !isPossible($0) }) {
            return "Write it without \(sign.isWhitespace ? "the space" : "'\(sign)'"), which no address has."
        }
        if let host = URLParts(text)?.host, host.contains(":") { return "Write one port at most: \(example):8443." }
        if let host = URLParts(text)?.host, host.split(whereSeparator: { ".-".contains($0) }).contains("admin") {
            return "Write the address of the public API: the admin API is for servers, and visitors must not reach it."
        }
        if let host = URLParts(text)?.host, !host.isEmpty, !host.contains(".") {
            return "Write the whole name of the host, which visitors can look up: https://\(host).example.com."
        }
        return "Write an https address without a query: \(example)."
    }

    /// Whether the URL is http or https without query and fragment, to which no path could be appended.
    private static func isValid(_ text: String) -> Bool {
        guard let parts = URLParts(text), text.hasPrefix("\(parts.scheme)://"), let address = BackendAddress(text),
            URLParts.isHost(address.host) || address.isIPv6, parts.userInfo == nil, parts.query == nil,
            parts.fragment == nil, parts.port.map({ UInt16($0) ?? 0 }) != 0
        else { return false }
        return text.allSatisfy(isPossible)
    }

    private static func isPossible(_ sign: Character) -> Bool {
        sign.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !"\"'<>\\;,".contains(sign)
    }
}

/// An https address at and below which a link may say to go on.
///
/// `Templates/pages/script/listed-address.js` compares it with a link's. It has only what all programs read alike.
struct ContinuationAddress: ConfigurationReadable, Hashable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        self.text = text
        if let fix = Self.fix(of: text) {
            value.report(
                "invalid-value", "'\(text)' is not an address to go on at",
                fix: value.node.written == nil ? "\(known: fix)" : "Write an https address of plain characters.")
        }
    }

    private static func fix(of text: String) -> String? {
        guard let parts = URLParts(text), parts.scheme == "https", let host = parts.host else {
            return "Write an https address, such as https://shop.example.com/account."
        }
        if parts.query != nil || parts.fragment != nil { return "End it before the '?' or '#': any may follow." }
        if host.contains("*") { return "List each host: a wildcard would allow hosts that others can have." }
        let segments = parts.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if let pattern = segments.firstIndex(where: { $0.contains("*") || $0.first == ":" || $0.first == "{" }) {
            let path = segments[..<pattern].map { "/\($0)" }.joined()
            let port = parts.port.map { ":\($0)" } ?? ""
            return "Write https://\(host)\(port)\(path): all addresses below it are allowed too."
        }
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !text.contains { "\\%*".contains($0) }
        guard isPlain, URLParts.isHost(host), parts.userInfo == nil, parts.port.map({ UInt16($0) ?? 0 }) != 0,
            !segments.dropLast().contains(where: \.isEmpty), !segments.contains("."), !segments.contains("..")
        else { return "Write the host, and a path of plain characters, such as https://shop.example.com/account." }
        return nil
    }
}

/// The parts of a backend's URL that determine who can reach it.
struct BackendAddress {
    let isSecure: Bool
    /// The host in lower case; an IPv6 address with its brackets.
    let host: String

    init?(_ text: String) {
        guard let parts = URLParts(text), parts.isWeb, let host = parts.host else { return nil }
        isSecure = parts.scheme == "https"
        self.host = host
    }

    /// Whether the host is one of a private network: RFC 1918, RFC 3927, RFC 4193, RFC 6762, or a name reserved for one.
    var isPrivate: Bool {
        let parts = host.split(separator: ".").map { Int($0) ?? -1 }
        if parts.count == 4, parts.allSatisfy({ (0...255).contains($0) }) {
            return parts[0] == 10 || parts[0] == 172 && (16...31).contains(parts[1])
                || [[192, 168], [169, 254]].contains(Array(parts[..<2]))
        }
        return ["[fc", "[fd", "[fe80:"].contains(where: host.hasPrefix)
            || [".local", ".internal", ".lan", ".home.arpa", ".svc"].contains(where: host.hasSuffix)
    }

    /// Whether the host has the form of an IPv6 address.
    var isIPv6: Bool {
        host.hasPrefix("[") && host.hasSuffix("]")
            && host.dropFirst().dropLast().allSatisfy { $0 == ":" || $0 == "." || $0.isHexDigit }
    }
}

extension App {
    /// The reason why the app cannot be released: a backend that visitors cannot reach, or cannot reach securely.
    ///
    /// Nil for an app with `local: true` or without a backend.
    package var releaseProblem: Diagnostic? {
        guard !isLocal, let backend, let address = BackendAddress(backend.base) else { return nil }
        let shown = file.shown(backend.base, at: "backend.base")
        let fix =
            "Write the https address that visitors reach, or, beside 'backend', 'local: true' for a release that stays here."
        if LoopbackHost.contains(address.host) {
            return diagnostic(
                code: "local-backend", at: "backend.base",
                "'\(shown)' is the visitor's own machine, and no backend is there", fix: fix)
        }
        if address.isSecure, !address.isPrivate { return nil }
        if address.isSecure {
            return diagnostic(
                code: "local-backend", at: "backend.base",
                "'\(shown)' is in a private network, which visitors do not reach", fix: fix)
        }
        return diagnostic(
            code: "insecure-backend", at: "backend.base",
            "'\(shown)' is not https: browsers block requests to it, and passwords would go unencrypted",
            fix: fix)
    }
}
