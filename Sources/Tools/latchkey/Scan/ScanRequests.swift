import CCurl
import Doctor
import TextEncoding

/// The requests of a scanner without a browser: what it sent, and what the page has for it to go on with.
struct ScanRequests {
    /// A response, as far as a scanner looks at it.
    struct Answer: Equatable {
        let status: Int
        let location: String?
        /// The media type; nil without the field.
        let type: String?
        let body: String
    }

    /// The forms that were submitted and accepted, for the report.
    private(set) var sent: [String] = []
    /// What the forms ask for that were not submitted.
    private(set) var demands: Set<String> = []
    /// What the followed pages said to which the link's values were carried on.
    private(set) var followed: [[String]] = []
    /// Why the last request had no response, in libcurl's words.
    private(set) var failure: String?
    /// Those that the answers set, without which forms are refused.
    private var cookies: [String: String] = [:]

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
            for address in Self.addresses(in: page.body, at: place) where URLParts(address)?.host == host {
                let answer = send("GET", address)
                if let answer, PersonalAddress(url)?.isCarried(by: address) == true {
                    followed.append(["\(answer.status)"] + Self.words(of: answer.body))
                }
            }
        case .submit:
            guard let (place, page) = arrive(at: url) else { return }
            for form in ScannedForm.forms(in: page.body) { submit(form, at: place) }
        case .render, .click: break
        }
    }

    /// Submits a form that asks for nothing to type, as a browser does in which a button is pressed.
    private mutating func submit(_ form: ScannedForm, at place: String) {
        if let demand = form.demand {
            demands.insert(demand)
            return
        }
        let action = Self.resolve(form.action, at: place)
        let fields = FormItems.encode(form.fields)
        guard form.method != "GET" else {
            _ = send("GET", action + (action.contains("?") ? "&" : "?") + fields)
            return
        }
        guard var answer = send(form.method, action, body: fields), answer.status < 400 else { return }
        if (300..<400).contains(answer.status), let location = answer.location {
            guard let arrived = arrive(at: Self.resolve(location, at: action)) else { return }
            answer = arrived.answer
        }
        // A page that shows the form again has refused it.
        if ScannedForm.forms(in: answer.body).contains(where: form.isSame) { return }
        sent.append("\(form.method) \(PersonalAddress.shown(action))")
    }

    /// Follows the redirects of a URL; nil without a response, or without an end.
    mutating func arrive(at url: String) -> (url: String, answer: Answer)? {
        var place = url
        for _ in 0..<10 {
            guard let answer = send("GET", place) else { return nil }
            guard (300..<400).contains(answer.status), let location = answer.location else { return (place, answer) }
            place = Self.resolve(location, at: place)
        }
        failure = "it redirects more than ten times"
        return nil
    }

    mutating func send(_ method: String, _ url: String, body: String? = nil) -> Answer? {
        var received: [UInt8] = []
        let fields =
            [HeaderField("User-Agent", Self.userAgent), HeaderField("Accept", "text/html,*/*")]
            + (body == nil ? [] : [HeaderField("Content-Type", "application/x-www-form-urlencoded")])
            + (cookies.isEmpty
                ? [] : [HeaderField("Cookie", cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; "))])
        var fresh: [String] = []
        let answer: Answer? = withUnsafeMutablePointer(to: &received) { received in
            do throws(CurlTransfer.Failure) {
                return try PreflightSender.transfer(method, String(url.prefix { $0 != "#" }), fields, within: 15) {
                    handle in
                    if method == "HEAD" { curl_set_number(handle, CURLOPT_NOBODY, 1) }
                    if let body {
                        curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.utf8.count)
                        curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, body)
                    }
                    curl_set_sink(
                        handle,
                        { bytes, size, count, context in
                            guard let bytes, let body = context?.assumingMemoryBound(to: [UInt8].self) else { return 0 }
                            // What is longer is no page of a link; the rest is not looked at.
                            let room = max(0, ScanRequests.longestBody - body.pointee.count)
                            body.pointee += UnsafeRawBufferPointer(start: bytes, count: min(size * count, room))
                            return size * count
                        }, received)
                } read: { handle in
                    let headers = CurlTransfer.headers(of: handle)
                    fresh = headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
                    return Answer(
                        status: CurlTransfer.status(of: handle),
                        location: headers.first { $0.name.lowercased() == "location" }?.value,
                        type: headers.last { $0.name.lowercased() == "content-type" }?.value,
                        body: String(decoding: received.pointee, as: UTF8.self))
                }
            } catch {
                failure = error.message
                return nil
            }
        }
        for cookie in fresh {
            let parts = cookie.prefix { $0 != ";" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        return answer
    }

    // MARK: - What is in a page

    private static func addresses(in page: String, at place: String) -> [String] {
        var addresses: [String] = []
        MarkupTag.read(page) { tag in
            let isRefresh = tag.name == "meta" && tag["http-equiv"]?.lowercased() == "refresh"
            let next = isRefresh ? tag["content"].flatMap(refreshed) : tag["href"] ?? tag["src"]
            if let address = next.map({ resolve($0, at: place) }), address.hasPrefix("http"),
                !addresses.contains(address)
            {
                addresses.append(address)
            }
            return addresses.count < mostLinks
        }
        return addresses
    }

    /// The address in `1;url=/next`.
    private static func refreshed(_ content: String) -> String? {
        content.lowercased().firstRange(of: "url=").map { place in
            let count = content.lowercased()[..<place.upperBound].count
            return content.dropFirst(count).filter { !"'\"".contains($0) && !$0.isWhitespace }
        }
    }

    /// The words of a page or of its text, without what differs from one answer to the next: tags, such as those of a
    /// form's tokens, and words with digits or of more than 20 characters.
    static func words(of page: String) -> [String] {
        let words = page.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace)
        return words.filter { $0.count <= 20 && !$0.contains(where: \.isNumber) }.map { String($0) }
    }

    /// A reference resolved against a URL (RFC 3986, section 5); what libcurl cannot open stays as it is.
    private static func resolve(_ reference: String, at place: String) -> String {
        guard let url = curl_url() else { return reference }
        defer { curl_url_cleanup(url) }
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_set(url, CURLUPART_URL, place, 0) == CURLUE_OK,
            reference.isEmpty || curl_url_set(url, CURLUPART_URL, reference, 0) == CURLUE_OK,
            curl_url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK, let text
        else { return reference }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
