import CCurl
import TextEncoding

/// The requests of a scanner without a browser: what it sent, and what the page has for it to go on with.
struct ScanRequests {
    /// A response, as far as a scanner looks at it.
    struct Answer: Equatable {
        let status: Int
        let location: String?
        let body: String
    }

    /// What was sent besides GET and HEAD, for the report.
    private(set) var sent: [String] = []

    /// A browser's, since some hosts answer programs differently.
    private static let userAgent =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
    private static let longestBody = 4 << 20
    /// The maximum number of links that are followed from a page.
    private static let mostLinks = 60

    mutating func perform(_ action: ScannerClass.Action, on url: String) {
        switch action {
        case .head: _ = send("HEAD", url)
        case .get: _ = send("GET", url)
        case .follow:
            guard let (place, page) = arrive(at: url) else { return }
            let host = URLParts(place)?.host
            for address in Self.addresses(in: page.body, at: place).prefix(Self.mostLinks)
            where URLParts(address)?.host == host {
                _ = send("GET", address)
            }
        case .submit:
            guard let (place, page) = arrive(at: url) else { return }
            for form in Self.forms(in: page.body, at: place) {
                if form.method == "GET" {
                    _ = send("GET", form.action + (form.action.contains("?") ? "&" : "?") + form.fields)
                } else {
                    _ = send(form.method, form.action, body: form.fields)
                }
            }
        case .render, .click: break
        }
    }

    /// Follows the redirects of a URL; nil without a response.
    mutating func arrive(at url: String) -> (url: String, answer: Answer)? {
        var place = url
        for _ in 0..<10 {
            guard let answer = send("GET", place) else { return nil }
            guard (300..<400).contains(answer.status), let location = answer.location else { return (place, answer) }
            place = Self.resolve(location, at: place)
        }
        return nil
    }

    mutating func send(_ method: String, _ url: String, body: String? = nil) -> Answer? {
        if method != "GET", method != "HEAD" { sent.append("\(method) \(url.prefix { $0 != "?" && $0 != "#" })") }
        var received: [UInt8] = []
        let fields =
            [HeaderField("User-Agent", Self.userAgent), HeaderField("Accept", "text/html,*/*")]
            + (body == nil ? [] : [HeaderField("Content-Type", "application/x-www-form-urlencoded")])
        return withUnsafeMutablePointer(to: &received) { received in
            try? PreflightSender.transfer(method, String(url.prefix { $0 != "#" }), fields, within: 15) { handle in
                if method == "HEAD" { curl_set_number(handle, CURLOPT_NOBODY, 1) }
                if let body {
                    curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.utf8.count)
                    curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, body)
                }
                curl_set_sink(
                    handle,
                    { bytes, size, count, context in
                        guard let bytes, let body = context?.assumingMemoryBound(to: [UInt8].self) else { return 0 }
                        body.pointee += UnsafeRawBufferPointer(start: bytes, count: size * count)
                        return body.pointee.count > ScanRequests.longestBody ? 0 : size * count
                    }, received)
            } read: { handle in
                Answer(
                    status: CurlTransfer.status(of: handle),
                    location: CurlTransfer.headers(of: handle).first { $0.name.lowercased() == "location" }?.value,
                    body: String(decoding: received.pointee, as: UTF8.self))
            }
        }
    }

    // MARK: - What is in a page

    private static func addresses(in page: String, at place: String) -> [String] {
        var seen: Set<String> = []
        return page.matches(of: /(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/.ignoresCase())
            .compactMap { $0.output.1 ?? $0.output.2 }.map { resolve(unescaped($0), at: place) }
            .filter { $0.hasPrefix("http") && seen.insert($0).inserted }
    }

    private static func forms(in page: String, at place: String) -> [(method: String, action: String, fields: String)] {
        page.matches(of: /<form\b([^>]*)>(.*?)<\/form>/.ignoresCase().dotMatchesNewlines()).map { form in
            let fields = form.output.2.matches(of: /<(?:input|textarea|button)\b([^>]*)>/.ignoresCase()).compactMap {
                field -> (String, String)? in
                guard let name = attribute("name", of: field.output.1) else { return nil }
                return (name, attribute("value", of: field.output.1) ?? "Scanner-1")
            }
            let action = attribute("action", of: form.output.1) ?? place
            return (
                (attribute("method", of: form.output.1) ?? "GET").uppercased(),
                resolve(action.isEmpty ? place : action, at: place), FormItems.encode(fields)
            )
        }
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        for found in tag.matches(of: /([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/)
        where found.output.1.lowercased() == name {
            return unescaped(found.output.2 ?? found.output.3 ?? found.output.4 ?? "")
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&amp;", with: "&").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
    }

    /// A reference resolved against a URL (RFC 3986, section 5), as far as pages have such.
    private static func resolve(_ reference: String, at place: String) -> String {
        guard URLParts(reference) == nil, let base = URLParts(place), let host = base.host else { return reference }
        let origin = "\(base.scheme)://\(host)\(base.port.map { ":\($0)" } ?? "")"
        if reference.hasPrefix("//") { return "\(base.scheme):\(reference)" }
        if reference.hasPrefix("/") { return origin + reference }
        if reference.hasPrefix("?") { return origin + base.path + reference }
        if reference.hasPrefix("#") || reference.isEmpty { return String(place.prefix { $0 != "#" }) }
        let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) } ?? "/"
        return origin + folder + reference
    }
}
