package import Configuration
import JSON
import Problems
import TextEncoding

extension Contract.Method: ConfigurationReadable {}
extension Contract.Referrer: ConfigurationReadable {}

extension Contract.Request {
    private enum Credentials: String, ConfigurationReadable, CaseIterable { case include, omit }

    /// Reads a request; `kept` are the values that earlier steps keep.
    init?(_ keys: KeyedReader, kept: Set<String>) {
        let method: Contract.Method? = keys.required("method")
        let url = keys.required("url").flatMap { Self.url($0, kept: kept) }
        query = keys.value("query").map(Self.namedTexts) ?? []
        headers = keys.value("headers").map(Self.headers) ?? []
        let credentials: Credentials? = keys["credentials"]
        sendsCookies = credentials == .include
        referrer = keys["referrer"] ?? .none
        body = Self.body(keys, method: method)
        guard let method, let url else { return nil }
        self.method = method
        self.url = url
    }

    private static func url(_ value: ConfigurationValue, kept: Set<String>) -> ContractText? {
        guard let url = ContractText(reading: value) else { return nil }
        if let optional = url.needs.first(where: \.isOptional) {
            value.report(
                "optional-in-url", "a URL cannot omit '{{\(optional.name)?}}'",
                fix: "Put it under 'query', where an item without a value is omitted.")
        }
        switch url.parts.first {
        case .literal:
            // A page's policy allows connections to one origin, so a browser would refuse any other; and a link's
            // values must reach only the app's own backend.
            value.report(
                "bad-url",
                "'\(url.text)' does not begin with {{base}}, and a page's policy allows requests to no other address",
                fix: continued(url.text))
        case nil: value.report("bad-url", "the URL is empty", fix: "Begin the URL with {{base}}.")
        case .value(let start): check(start, of: url, kept: kept, at: value)
        }
        for case .literal(let text) in url.parts where text.contains("?") || text.contains("#") {
            value.report(
                "query-in-url", "the URL has a query or a fragment",
                fix: "Put what follows the '?' under 'query'.")
        }
        return url
    }

    /// The fix for a URL that does not begin with `{{base}}`.
    private static func continued(_ url: String) -> ValueMessage {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
            return "Write \"{{base}}\(url.hasPrefix("/") ? "" : "/")\(url)\"."
        }
        let path = url.dropFirst(scheme.count).drop { $0 != "/" }
        return "Write \"{{base}}\(path)\", and the rest as 'base' under 'backend:' in app.yml."
    }

    private static func check(
        _ start: Contract.Need, of url: ContractText, kept: Set<String>, at value: ConfigurationValue
    ) {
        // A URL from a response may be followed; one from a link or a field could lead to any host.
        if start.name != "base", !kept.contains(start.name) {
            value.report(
                "bad-url", "'{{\(start.name)}}' is not kept by a step before this one",
                fix: "Begin the URL with {{base}}.")
        }
        guard url.parts.count > 1 else { return }
        if case .literal(let text) = url.parts[1], "/?#".contains(text.first ?? " ") {
            if text.hasPrefix("//") {
                value.report(
                    "bad-url", offset: "{{\(start.name)}}".utf8.count, "the path begins with two slashes",
                    fix: "Write one.")
            }
            return
        }
        // Without a slash, the text would become part of the host name.
        value.report(
            "bad-url", offset: "{{\(start.name)}}".utf8.count, "there is no slash after '{{\(start.name)}}'",
            fix: "Write \"{{\(start.name)}}/…\": an address ends without a slash.")
    }

    private static func headers(_ value: ConfigurationValue) -> [Contract.NamedText] {
        for header in value.node.members.isEmpty ? [] : value.members ?? [] {
            if !header.isHeaderName(header.name, isAboutKey: true) { continue }
            if isForbidden(header.name.lowercased()) {
                header.report(
                    "bad-header", isAboutKey: true, "a page cannot set the header '\(header.name)'",
                    fix: "Remove it: browsers do not let a script set it.")
            }
            if isCredential(header) {
                header.report(
                    "secret-key", "everyone who opens a page could read this value of '\(header.name)'",
                    fix: "Write the value that a link, a step or a setting supplies, such as {{token}}.")
            }
        }
        return namedTexts(value)
    }

    /// Whether a header holds a credential that the contract itself contains.
    private static func isCredential(_ header: ConfigurationValue) -> Bool {
        let words = header.name.lowercased().split(separator: "-")
        guard words.contains(where: { ["authorization", "key", "apikey", "token", "secret", "auth"].contains($0) }),
            let text = header.node.text, !text.contains("{{")
        else { return false }
        return text.split(whereSeparator: \.isWhitespace).contains { word in
            word.utf8.count >= 16 && word.utf8.contains(where: \.isASCIIDigit)
        }
    }

    private static func body(_ keys: KeyedReader, method: Contract.Method?) -> Contract.Body? {
        let json = keys.member("json")
        let form = keys.member("form")
        if json != nil, let form {
            form.report(
                "two-bodies", isAboutKey: true, "a request has one body, 'json' or 'form'", fix: "Remove one.")
        }
        if method == .get, let body = json ?? form {
            body.report(
                "body-of-get", isAboutKey: true, "a GET has no body", fix: "Put the values under 'query', or use POST.")
        }
        if let json { checkExchanged(json) }
        if let json, let text = json.node.text, text.contains("{") {
            json.report(
                "text-body", "this body is a JSON text in quotes, and would be sent as one",
                fix: "Write it as YAML, without quotes around the whole: json: { email: \"{{email}}\" }")
        }
        if let json { return Contract.Value(reading: json).map(Contract.Body.json) }
        return form.map { .form(namedTexts($0)) }
    }

    /// Reports two members that have each other's values: a sandbox, which goes by the contract, accepts both.
    private static func checkExchanged(_ value: ConfigurationValue) {
        let members = value.node.members.isEmpty ? [] : value.members ?? []
        for member in members where member.node.text == member.name {
            member.report(
                "literal-name", "every request would have the text '\(member.name)' as its '\(member.name)'",
                fix: "Write \"{{\(known: member.name)}}\", which is the value.")
        }
        for (index, member) in members.enumerated() {
            let other = members[..<index].first { other in
                other.node.text == "{{\(member.name)}}" && member.node.text == "{{\(other.name)}}"
            }
            guard let other else { continue }
            other.report(
                "exchanged-values", "'\(other.name)' and '\(member.name)' have each other's values",
                fix: "Write {{\(known: other.name)}} here, and {{\(known: member.name)}} in '\(known: member.name)'.")
        }
    }

    private static func namedTexts(_ value: ConfigurationValue) -> [Contract.NamedText] {
        checkExchanged(value)
        return (value.members ?? []).compactMap { member in
            ContractText(reading: member).map { Contract.NamedText(name: member.name, text: $0) }
        }
    }

    /// Whether a header is a forbidden request-header of the Fetch standard.
    private static func isForbidden(_ name: String) -> Bool {
        let names: Set = [
            "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method",
            "connection", "content-length", "cookie", "cookie2", "date", "dnt", "expect", "host", "keep-alive",
            "origin", "referer", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
        ]
        return names.contains(name) || name.hasPrefix("proxy-") || name.hasPrefix("sec-")
    }
}

extension Contract.Value: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        switch value.node.kind {
        case .scalar(_, isPlain: true) where value.node.json.string == nil: self = .fixed(value.node.json)
        case .scalar:
            guard let text = ContractText(reading: value) else { return nil }
            self = .text(text)
        case .sequence: self = .array((value.items ?? []).compactMap { Contract.Value(reading: $0) })
        case .mapping:
            self = .object(
                (value.members ?? []).compactMap { member in
                    Contract.Value(reading: member).map { Contract.Value.Member(name: member.name, value: $0) }
                })
        }
    }
}

extension ContractText: ConfigurationReadable {
    /// Reads a text; numbers such as `2024` need no quotes.
    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        do {
            self = try ContractText(parsing: text)
        } catch {
            value.report(error.at(error.place), expected: "a text")
            return nil
        }
        guard let (offset, written, name) = foreignPlaceholder else { return }
        value.report(
            "foreign-value", offset: offset, "'\(written)' would be sent to the backend as it is written",
            fix: "Write {{\(name)}} for the value of a field or a link.")
        return nil
    }

    /// The first placeholder of another system in a literal part: anywhere in unmistakable brackets, else a whole text or
    /// the segment of a path. A query of GraphQL has braces of its own.
    private var foreignPlaceholder: (offset: Int, text: String, name: String)? {
        var start = 0
        for part in parts {
            guard case .literal(let literal) = part else {
                if case .value(let need) = part { start += need.name.utf8.count + (need.isOptional ? 5 : 4) }
                continue
            }
            let bytes = Array(literal.utf8)
            for index in bytes.indices {
                var found = ForeignPlaceholder.at(index, in: bytes, .prose)
                if found == nil, index == 0 ? parts.count == 1 : parts.count > 1 && bytes[index - 1] == 0x2F {
                    found = ForeignPlaceholder.at(index, in: bytes, .address)
                    if index == 0, found?.range != bytes.indices { found = nil }
                }
                guard let found, let name = found.name else { continue }
                if bytes[index] == UInt8(ascii: "{"), literal.contains("{ ") || index > 0 && bytes[index - 1].isWord {
                    continue
                }
                return (start + index, String(decoding: bytes[found.range], as: UTF8.self), name)
            }
            start += bytes.count
        }
        return nil
    }
}

extension ConfigurationValue {
    /// Whether a name is a token (RFC 9110, section 5.6.2); reports it if not.
    func isHeaderName(_ name: String, isAboutKey: Bool = false) -> Bool {
        if name.isToken { return true }
        report(
            "bad-header", isAboutKey: isAboutKey, "'\(name)' is not a name for a header",
            fix: "Use letters, digits and hyphens.")
        return false
    }
}
