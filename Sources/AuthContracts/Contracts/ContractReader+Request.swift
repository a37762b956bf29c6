import JSON

extension ContractReader {
    mutating func request(_ value: JSONValue, at path: String) -> Contract.Request? {
        guard
            let members = members(
                value, at: path,
                keys: ["method", "url", "query", "headers", "json", "form", "credentials", "referrer"],
                required: ["method", "url"])
        else { return nil }
        let method = members["method"].flatMap { value in
            word(value, at: "\(path).method", of: Contract.Method.allCases.map(\.rawValue), "a method")
        }
        let url = members["url"].flatMap { self.url($0, at: "\(path).url") }
        let query = members["query"].map { namedTexts($0, at: "\(path).query") } ?? []
        let headers = members["headers"].map { self.headers($0, at: "\(path).headers") } ?? []
        let credentials = members["credentials"].flatMap { value in
            word(value, at: "\(path).credentials", of: ["include", "omit"], "a way with cookies")
        }
        let referrer = members["referrer"].flatMap { value in
            word(value, at: "\(path).referrer", of: Contract.Referrer.allCases.map(\.rawValue), "a referrer")
        }
        let body = body(members, method: method, at: path)
        guard let method = method.flatMap(Contract.Method.init), let url else { return nil }
        return Contract.Request(
            method: method, url: url, query: query, headers: headers, body: body,
            sendsCookies: credentials == "include", referrer: referrer.flatMap(Contract.Referrer.init) ?? .none)
    }

    private mutating func url(_ value: JSONValue, at path: String) -> ContractText? {
        guard let url = contractText(value, at: path) else { return nil }
        if let optional = url.needs.first(where: \.isOptional) {
            report(
                "optional-in-url", at: path, "an address cannot leave out '{{\(optional.name)?}}'",
                fix: "Put it under 'query', where an item is left out as a whole.")
        }
        switch url.parts.first {
        case .literal(let text) where !text.hasPrefix("https://"):
            report(
                "bad-url", at: path, "'\(url.text)' begins with neither {{base}} nor https",
                fix: "Write \"{{base}}/…\": the base is the app's own.")
        case .literal(let text) where text.dropFirst("https://".count).first == "/" || text == "https://":
            report("bad-url", at: path, "'\(url.text)' names no host", fix: "Begin the URL with {{base}}.")
        case nil: report("bad-url", at: path, "the URL is empty", fix: "Begin the URL with {{base}}.")
        default: break
        }
        if case .value(let start)? = url.parts.first, url.parts.count > 1 {
            var isPath = false
            if case .literal(let text) = url.parts[1] { isPath = "/?#".contains(text.first ?? " ") }
            if !isPath {
                // What stands there would become a part of the host's name.
                report(
                    "bad-url", at: path, offset: "{{\(start.name)}}".utf8.count,
                    "there is no slash behind '{{\(start.name)}}'",
                    fix: "Write \"{{\(start.name)}}/…\": an address ends without a slash.")
            }
        }
        for part in url.parts.dropFirst() {
            guard case .literal(let text) = part else { continue }
            if text.contains("?") || text.contains("#") { reportQuery(at: path) }
        }
        if case .literal(let text)? = url.parts.first, text.contains("?") || text.contains("#") {
            reportQuery(at: path)
        }
        return url
    }

    private mutating func reportQuery(at path: String) {
        report(
            "query-in-url", at: path, "the URL has a query or a fragment",
            fix: "Put what stands behind the '?' under 'query'.")
    }

    private mutating func headers(_ value: JSONValue, at path: String) -> [Contract.NamedText] {
        let headers = namedTexts(value, at: path)
        for header in headers {
            let place = "\(path).\(header.name)"
            if header.name.isEmpty || !header.name.utf8.allSatisfy(Self.isTokenByte) {
                report(
                    "bad-header", at: place, isAboutKey: true, "'\(header.name)' is not a name for a header",
                    fix: "Use letters, digits and hyphens.")
            } else if Self.isForbidden(header.name.lowercased()) {
                report(
                    "bad-header", at: place, isAboutKey: true, "a page cannot set the header '\(header.name)'",
                    fix: "Remove it: browsers set it themselves, or never.")
            }
        }
        return headers
    }

    private mutating func body(_ members: JSONObject, method: String?, at path: String) -> Contract.Body? {
        let json = members["json"]
        let form = members["form"]
        if json != nil, form != nil {
            report(
                "two-bodies", at: "\(path).form", isAboutKey: true, "a request has one body, 'json' or 'form'",
                fix: "Remove one.")
        }
        if json != nil || form != nil, method == "GET" {
            report(
                "body-of-get", at: "\(path).\(json != nil ? "json" : "form")", isAboutKey: true,
                "a GET has no body", fix: "Put the values under 'query', or use POST.")
        }
        if let json { return self.value(json, at: "\(path).json").map(Contract.Body.json) }
        if let form { return .form(namedTexts(form, at: "\(path).form")) }
        return nil
    }

    private mutating func value(_ value: JSONValue, at path: String) -> Contract.Value? {
        switch value {
        case .string: return contractText(value, at: path).map(Contract.Value.text)
        case .array(let elements):
            return .array(elements.enumerated().compactMap { self.value($1, at: "\(path)[\($0)]") })
        case .object(let object):
            return .object(
                object.compactMap { name, value in
                    self.value(value, at: "\(path).\(name)").map { Contract.Value.Member(name: name, value: $0) }
                })
        case .null, .bool, .number: return .fixed(value)
        }
    }

    private mutating func namedTexts(_ value: JSONValue, at path: String) -> [Contract.NamedText] {
        guard let object = object(value, at: path) else { return [] }
        return object.compactMap { name, value in
            contractText(value, at: "\(path).\(name)").map { Contract.NamedText(name: name, text: $0) }
        }
    }

    private mutating func contractText(_ value: JSONValue, at path: String) -> ContractText? {
        let text: String
        switch value {
        case .string(let string): text = string
        // `2024` without quotes is as good a header as with them.
        case .number(let number): text = number.text
        case .bool(let bool): text = bool ? "true" : "false"
        case .null, .array, .object:
            report("wrong-type", at: path, "expected text, found \(Self.found(value))")
            return nil
        }
        do {
            return try ContractText(parsing: text)
        } catch {
            report(
                "bad-value", at: path, offset: error.offset, error.message,
                fix: "Write a name in double braces: {{token}}.")
            return nil
        }
    }

    /// RFC 9110, section 5.6.2.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// The forbidden request-headers of the Fetch standard.
    private static func isForbidden(_ name: String) -> Bool {
        let names: Set = [
            "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method",
            "connection", "content-length", "cookie", "cookie2", "date", "dnt", "expect", "host", "keep-alive",
            "origin", "referer", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
        ]
        return names.contains(name) || name.hasPrefix("proxy-") || name.hasPrefix("sec-")
    }
}
