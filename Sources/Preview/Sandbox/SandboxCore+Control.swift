internal import Calendar
internal import HTTPMessages
internal import Hashing
internal import JSON
package import Problems
internal import TextEncoding

/// The control interface below `/_sandbox`, which requires the header that the sandbox printed.
extension SandboxCore {
    static let headerName = "Latchkey-Sandbox"

    /// Responds to a control request for one app; nil stands for all apps.
    mutating func control(_ request: BackendRequest, app: Int?, time: Int) -> HTTPResponse {
        guard Digest.isEqual(Array((request.headers[Self.headerName] ?? "").utf8), Array(key.utf8)) else {
            return .plain(
                403, "Send the header '\(Self.headerName)' with the value that the sandbox printed when it started.")
        }
        switch request.route {
        case "GET /inbox": return Self.json(["emails": .array(emails(of: app, request).map(\.json))])
        case "POST /clock":
            guard let length = request.json?["advance"]?.string, advance(by: length) else {
                return .plain(400, "Write {\"advance\": \"25h\"}: a number and a unit, s, m, h or d.")
            }
            return Self.json(["now": .string(CalendarTime.rfc3339(milliseconds: time + advance))])
        case "POST /cors":
            guard let refuses = request.json?["refuse"]?.bool else {
                return .plain(400, "Write {\"refuse\": true} or {\"refuse\": false}.")
            }
            refuseOthers(refuses, app: app)
            return Self.json(["refuse": .bool(refuses)])
        case "POST /captcha":
            guard let demands = request.json?["on"]?.bool else {
                return .plain(400, "Write {\"on\": true} or {\"on\": false}.")
            }
            demandCaptcha(demands, app: app)
            return Self.json(["on": .bool(demands)])
        case "POST /next":
            guard let operation = request.json?["operation"]?.string, let outcome = request.json?["outcome"]?.string
            else {
                return .plain(400, "Write {\"operation\": \"reset-password\", \"outcome\": \"link-expired\"}.")
            }
            do {
                try choose(outcome, of: operation, app: app)
                return Self.json(["operation": .string(operation), "outcome": .string(outcome)])
            } catch {
                return .plain(400, error.sentence)
            }
        case "POST /reset":
            reset(app: app, time: time)
            return Self.json(["now": .string(CalendarTime.rfc3339(milliseconds: time + advance))])
        case let route
        where ["/captcha", "/inbox", "/clock", "/cors", "/next", "/reset"].contains { route.hasSuffix(" " + $0) }:
            let allowed = request.path == "/inbox" ? "GET" : "POST"
            return .plain(405, "Only \(allowed).", headers: [HeaderField("Allow", allowed)])
        default: return .plain(404, "There is 'inbox', 'clock', 'next', 'cors', 'captcha' and 'reset'.")
        }
    }

    /// Advances the clock; false if the text is not a duration.
    mutating func advance(by length: String) -> Bool {
        guard let milliseconds = Self.milliseconds(length) else { return false }
        advance += milliseconds
        changes += 1
        return true
    }

    /// Responds to pages of other origins without CORS headers, or with them again.
    mutating func refuseOthers(_ refuses: Bool, app: Int?) {
        for index in mounted.indices where app == nil || app == index { mounted[index].refusesOthers = refuses }
        changes += 1
    }

    /// Demands a captcha's answer of the operations that the contract calls guarded, or of none.
    mutating func demandCaptcha(_ demands: Bool, app: Int?) {
        for index in mounted.indices where app == nil || app == index { mounted[index].demandsCaptcha = demands }
        changes += 1
    }

    /// Resets one app or all of them; only the latter resets the clock, which all apps share.
    mutating func reset(app: Int?, time: Int) {
        if app == nil { advance = 0 }
        for index in mounted.indices where app == nil || app == index {
            let name = mounted[index].app.name
            inbox.removeAll { $0.app == name }
            mounted[index] = mount(mounted[index].app, time: time)
        }
        changes += 1
    }

    /// The emails of one app or of all, to one address or to all, oldest first.
    private func emails(of app: Int?, _ request: BackendRequest) -> [SentEmail] {
        inbox.filter { email in
            (app.map { mounted[$0].app.name == email.app } ?? true)
                && (request.query["to"].map { $0.lowercased() == email.to.lowercased() } ?? true)
        }
    }

    /// A duration of at most ten years in milliseconds: `90s`, `10m`, `25h`, `7d`.
    private static func milliseconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }),
            text.dropLast().utf8.allSatisfy(\.isASCIIDigit),
            let count = Int(text.dropLast()), count <= 315_360_000 / unit
        else { return nil }
        return count * unit * 1_000
    }

    static func json(_ value: JSONValue) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                HeaderField("Content-Type", "application/json"), HeaderField("Cache-Control", "no-store"),
                HeaderField("X-Content-Type-Options", "nosniff"),
            ], body: Array(value.serialized(.pretty).utf8) + [0x0A])
    }
}

extension Problem<ValuePath> {
    /// The problem of a control request as one line: `there is no operation 'x'. The operations are a, b.`
    package var sentence: String { fix.map { "\(message). \($0)" } ?? message }
}
