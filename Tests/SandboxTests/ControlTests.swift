import Calendar
import HTTPListener
import HTTPMessages
import JSON
import Testing

@testable import Sandbox

@Suite struct ControlTests {
    private static let links = ["reset-password": "/reset-password?token={token}"]

    @Test("the control interface requires the header", arguments: ["/inbox", "/clock", "/reset", "/nothing"])
    func key(path: String) throws {
        var bench = try Bench("artitec")
        for headers: HTTPHeaders in [[:], ["Latchkey-Sandbox": ""], ["Latchkey-Sandbox": "the-kez"]] {
            let answer = bench.sendAnywhere("GET", "/_sandbox\(path)", headers: headers)
            #expect(answer.status == 403)
            #expect(
                answer.text
                    == "Send the header 'Latchkey-Sandbox' with the value that the sandbox printed when it started.\n")
        }
    }

    @Test("the inbox lists each email with its link, for one address or all, also at the app's URL")
    func inbox() throws {
        var bench = try Bench("artitec", links: Self.links)
        #expect(bench.control("GET", "/inbox").json == ["emails": []])
        bench.send("POST", "/v1/auth/forgot-password", ["email": "person@example.com"])
        bench.send("POST", "/v1/auth/forgot-password", ["email": "unverified@example.com"])
        let emails = bench.control("GET", "/inbox").json["emails"]?.array ?? []
        #expect(emails.count == 2)
        #expect(emails.first?["to"] == "person@example.com")
        #expect(emails.first?["subject"] == "Reset your App password")
        #expect(emails.first?["link"]?.string?.hasPrefix("https://app.example/reset-password?token=") == true)
        #expect(emails.first?["sent"] == "2026-11-21T10:24:34.137Z")
        let one = bench.send(
            "GET", "/_sandbox/inbox?to=unverified%40example.com", headers: ["Latchkey-Sandbox": Bench.key])
        #expect(one.json["emails"]?.array?.count == 1)
    }

    @Test(
        "the clock can be advanced",
        arguments: [("90s", 90), ("10m", 600), ("25h", 90_000), ("7d", 604_800)])
    func clock(text: String, seconds: Int) throws {
        var bench = try Bench("artitec")
        let answer = bench.control("POST", "/clock", ["advance": .string(text)])
        #expect(answer.status == 200)
        #expect(answer.json == ["now": .string(CalendarTime.rfc3339(milliseconds: bench.time + seconds * 1_000))])
    }

    @Test(
        "an invalid duration is refused", arguments: ["", "1", "h", "-1h", "1.5h", "1w", "99999999999999999999d"])
    func noTime(text: String) throws {
        var bench = try Bench("artitec")
        let answer = bench.control("POST", "/clock", ["advance": .string(text)])
        #expect(answer.status == 400)
        #expect(answer.text == "Write {\"advance\": \"25h\"}: a number and a unit, s, m, h or d.\n")
        #expect(bench.core.advance == 0)
    }

    @Test("a reset empties the inbox, turns the clock back and brings the first passwords back")
    func reset() throws {
        var bench = try Bench("fetchnews", links: Self.links)
        bench.send("POST", "/api/auth/forgot-password", ["email": "person@example.com"])
        let body: JSONValue = ["token": .string(bench.parameter("token")), "newPassword": "long-enough"]
        bench.send("POST", "/api/auth/reset-password", body)
        bench.control("POST", "/clock", ["advance": "7d"])
        #expect(bench.control("POST", "/reset").status == 200)
        #expect(bench.core.inbox.isEmpty)
        #expect(bench.core.advance == 0)
        let login: JSONValue = ["email": "person@example.com", "password": .string(Accounts.firstPassword)]
        #expect(bench.send("POST", "/api/auth/login", login).status == 200)
    }

    @Test(
        "a request for another host is refused",
        arguments: ["evil.example", "10.0.0.1", "127.0.0.1.evil.example"])
    func otherHosts(host: String) throws {
        var bench = try Bench("artitec")
        let answer = bench.sendAnywhere("GET", "/app/", host: host)
        #expect(answer.status == 421)
        #expect(answer.text == "The sandbox accepts only requests for this machine's own address.\n")
    }

    @Test("errors for other methods and paths list the valid ones")
    func elsewhere() throws {
        var bench = try Bench("artitec")
        let answer = bench.control("GET", "/clock")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "POST")
        #expect(bench.control("GET", "/nothing").status == 404)
        #expect(bench.sendAnywhere("GET", "/nobody/x").status == 404)
    }
}
