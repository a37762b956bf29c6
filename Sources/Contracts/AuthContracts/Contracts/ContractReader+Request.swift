package import Configuration
import JSON
import Problems
import TextEncoding

extension Contract.Method: ConfigurationReadable {}
extension Contract.Referrer: ConfigurationReadable {}

extension Contract.Request {
    private enum Credentials: String, CaseIterable { case include, omit }

    /// Reads a request; `kept` are the values that earlier steps keep.
    init?(_ keys: KeyedReader, kept: Set<String>) {
        let method: Contract.Method? = keys.required("method")
        let url = keys.required("url").flatMap { Self.url($0, of: method, kept: kept) }
        query =
            keys.value("query").map { Self.namedTexts($0) { Self.reportPassword(in: $0, $1, of: method) } } ?? []
        let isCredentialed = keys.value("credentials")?.node.text == Credentials.include.rawValue
        headers = keys.value("headers").map { Self.headers($0, isCredentialed: isCredentialed) } ?? []
        let credentials: Credentials? = keys.value("credentials")?.word(
            otherNames: [
                "true": .include, "yes": .include, "always": .include, "false": .omit, "no": .omit, "never": .omit,
            ],
            fix: "Write 'include' to send cookies, or leave it out.")
        sendsCookies = credentials == .include
        referrer = keys["referrer"] ?? .none
        body = Self.body(keys, method: method)
        guard let method, let url else { return nil }
        self.method = method
        self.url = url
        reportType(keys)
    }

    /// Reports a `Content-Type` of another kind of body: the backend would not read this one.
    private func reportType(_ keys: KeyedReader) {
        guard let body,
            let header = keys.value("headers")?.members?.first(where: { $0.name.lowercased() == "content-type" }),
            let type = header.node.text?.lowercased()
        else { return }
        let foreign = body.isForm ? ["json", "multipart", "text/"] : ["urlencoded", "multipart"]
        guard foreign.contains(where: { Substring(type).firstRange(of: $0) != nil }) else { return }
        header.report(
            "other-type", "the body is under '\(body.isForm ? "form" : "json")', which is sent as \(body.type)",
            fix: !body.isForm && type.contains("urlencoded")
                ? "Remove the header; or write the body under 'form', if the backend reads one." : "Remove the header.")
    }

    /// Reports a password in a URL or a query, which servers, proxies and histories keep.
    private static func reportPassword(
        in text: ContractText, _ value: ConfigurationValue, of method: Contract.Method?
    ) {
        guard let need = text.needs.first(where: \.isPassword) else { return }
        value.report(
            "password-in-url", "servers and proxies write URLs to their logs, and '{{\(need.name)}}' is a password",
            fix: "\(known: Contract.Method.bodyAdvice(for: method)).")
    }

    private static func url(
        _ value: ConfigurationValue, of method: Contract.Method?, kept: Set<String>
    ) -> ContractText? {
        guard let url = ContractText(reading: value) else { return nil }
        reportPassword(in: url, value, of: method)
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
        if ["https://", "http://"].contains(where: url.hasPrefix) {
            return
                "Write {{base}} for what app.yml has as 'base' under 'backend:', and the rest after it: \"{{base}}/…\""
        }
        return "Write \"{{base}}\(url.hasPrefix("/") ? "" : "/")\(url)\"."
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

    private static func headers(_ value: ConfigurationValue, isCredentialed: Bool) -> [Contract.NamedText] {
        for header in value.node.members.isEmpty ? [] : value.members ?? [] {
            if !header.isHeaderName(header.name, isAboutKey: true) { continue }
            if isForbidden(header.name.lowercased()) {
                header.report(
                    "bad-header", isAboutKey: true, "a page cannot set the header '\(header.name)'",
                    fix: advice(onForbidden: header.name.lowercased(), isCredentialed))
            }
            if isCredential(header) {
                header.report(
                    "secret-key", "everyone who opens a page could read this value of '\(header.name)'",
                    fix:
                        "A page keeps no secret: remove it, and let a server of your own add it. A visitor's token is the value that a link or an earlier step supplies, such as {{token}}; a key that may be published is a setting."
                )
            }
        }
        return namedTexts(value)
    }

    /// The fix for a header that browsers write: what has the browser write it, or that it does so by itself.
    private static func advice(onForbidden name: String, _ isCredentialed: Bool) -> ValueMessage {
        switch name {
        case "cookie", "cookie2", "set-cookie":
            "\(known: isCredentialed ? "Remove it: 'credentials: include' sends" : "Write 'credentials: include' beside 'headers:' in its place: browsers then send") the backend's cookies. A value that a step kept can be in a header of another name."
        case "referer": "Write 'referrer: origin' beside 'headers:' in its place."
        default: "Remove it: browsers do not let a script set it."
        }
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

    private static func namedTexts(
        _ value: ConfigurationValue, reporting report: (ContractText, ConfigurationValue) -> Void = { _, _ in }
    ) -> [Contract.NamedText] {
        checkExchanged(value)
        return (value.members ?? []).compactMap { member in
            if let inner = member.node.members.first?.key.text ?? member.node.items.first.map({ _ in "" }) {
                // As Rails, PHP and others name nested values.
                member.report(
                    "nested-item", "expected a text, found \(known: member.node.summary)",
                    fix: "Write \"\(member.name)[\(inner)]\": … beside the other items.")
                return nil
            }
            guard let text = ContractText(reading: member) else { return nil }
            report(text, member)
            return Contract.NamedText(name: member.name, text: text)
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
