import AuthContracts
import HTTPListener
import HTTPMessages
import JSON
import Testing
import TextEncoding

@testable import Sandbox

/// Tests contracts against the imitations: outcomes match what happened.
@Suite struct AgreementTests {
    private static let names = ["artitec", "fastapi-users", "fetchnews", "firebase", "supabase"]

    private static let links: [String: [String: String]] = [
        "firebase": [
            "reset-password": "/action?mode=resetPassword&oobCode={oobCode}",
            "verify-email": "/action?mode=verifyEmail&oobCode={oobCode}",
        ],
        "supabase": [
            "reset-password": "/reset?token_hash={token_hash}&type=recovery",
            "verify-email": "/verify?token_hash={token_hash}&type=email",
        ],
    ]

    /// A sandbox, and a contract that is used with it.
    private struct Talk {
        var bench: Bench
        let contract: Contract
        let basePath: String

        init(_ name: String) throws {
            contract = try #require(try Bench.contract(name))
            basePath = name == "supabase" ? "/auth/v1" : ""
            bench = try Bench(
                name, basePath: basePath, definition: contract,
                links: links[name] ?? [
                    "reset-password": "/reset?token={token}", "verify-email": "/verify?token={token}",
                ])
        }

        /// Runs an operation to its end.
        @discardableResult
        mutating func run(_ name: String, _ values: [String: String]) throws -> ContractResult {
            let operation = try #require(contract.operation(named: name))
            let fixed = ["base": "http://127.0.0.1:4100/app\(basePath)", "api-key": "anon"]
            var run = ContractRun(operation, of: contract, values: fixed.merging(values) { $1 })
            while true {
                switch run.next {
                case .finish(let result): return result
                case .send(let request):
                    let answer = bench.sendAnywhere(
                        request.method.rawValue, String(request.url.dropFirst("http://127.0.0.1:4100".count)),
                        text: String(decoding: request.body, as: UTF8.self),
                        headers: HTTPHeaders(request.headers))
                    run.receive(
                        ContractResponse(
                            status: answer.status, headers: answer.headers,
                            body: answer.body))
                }
            }
        }

        /// The parameters of the link in the last email.
        var parameters: [String: String] {
            let query = bench.email?.link.split(separator: "?").dropFirst().joined() ?? ""
            return Dictionary(FormItems(query).items.map { ($0.name, $0.value) }) { $1 }
        }
    }

    @Test(
        "a link resets a password after a weak one was refused, and is used up then",
        arguments: names)
    func reset(name: String) throws {
        var talk = try Talk(name)
        #expect(try talk.run("send-link", ["email": "person@example.com"]).outcome.name == .ok)
        let link = talk.parameters
        if talk.contract.operation(named: "check-link") != nil {
            let checked = try talk.run("check-link", link)
            #expect(checked.outcome.name == .ok)
            #expect(checked.kept["email"] == "person@example.com")
        }
        let weak = try talk.run("reset-password", link.merging(["new-password": "no"]) { $1 })
        #expect(weak.outcome.name == .weakPassword)
        // The second attempt uses the values that the first one kept.
        let values = link.merging(weak.kept) { $1 }.merging(["new-password": "Another-Password-2"]) { $1 }
        #expect(try talk.run("reset-password", values).outcome.name == .ok)
        let again = try talk.run("reset-password", link.merging(["new-password": "Another-Password-3"]) { $1 })
        #expect([.linkInvalid, .linkUsed, .linkExpired].contains(again.outcome.name))
        if talk.contract.operation(named: "sign-in") != nil {
            let login = ["email": "person@example.com", "password": "Another-Password-2"]
            #expect(try talk.run("sign-in", login).outcome.name == .ok)
            let wrong = ["email": "person@example.com", "password": "wrong"]
            #expect(try talk.run("sign-in", wrong).outcome.name == .wrongCredentials)
        }
    }

    @Test("an expired link is refused", arguments: names)
    func expired(name: String) throws {
        var talk = try Talk(name)
        try talk.run("send-link", ["email": "person@example.com"])
        talk.bench.time += 86_400_000
        let result = try talk.run("reset-password", talk.parameters.merging(["new-password": "Another-2"]) { $1 })
        #expect([.linkInvalid, .linkExpired].contains(result.outcome.name))
    }

    @Test("responses for unknown and known addresses are alike, also the second time", arguments: names)
    func unknown(name: String) throws {
        var talk = try Talk(name)
        for email in ["person@example.com", "nobody@example.com"] {
            for _ in 1...2 { #expect(try talk.run("send-link", ["email": email]).outcome.name == .ok) }
        }
    }

    @Test("an invalid address is reported", arguments: names)
    func noAddress(name: String) throws {
        var talk = try Talk(name)
        #expect(try talk.run("send-link", ["email": "bad"]).outcome.name == .invalidEmail)
    }

    @Test(
        "an account is created, confirmed, and can then sign in",
        arguments: ["fastapi-users", "fetchnews", "firebase", "supabase"])
    func signUp(name: String) throws {
        var talk = try Talk(name)
        let account = ["email": "new@example.com", "new-password": "Password-1"]
        let signedUp = try talk.run("sign-up", account)
        #expect([.ok, .sent].contains(signedUp.outcome.name))
        if talk.bench.email == nil {
            let values = account.merging(signedUp.kept) { $1 }
            #expect(try talk.run("resend-verification", values).outcome.name == .ok)
        }
        #expect(talk.bench.email?.purpose == .verifyEmail)
        let link = talk.parameters
        #expect(try talk.run("verify-email", link).outcome.name == .ok)
        #expect(try talk.run("verify-email", link).outcome.name != .ok)
        let again = try talk.run("sign-up", account).outcome.name
        #expect(again == (name == "supabase" ? .sent : .accountExists))
    }

    @Test(
        "disabled accounts and second factors are reported if the backend reports them",
        arguments: [
            ("firebase", "disabled@example.com", OutcomeName.accountDisabled),
            ("firebase", "second-factor@example.com", .needsSecondFactor),
            ("supabase", "disabled@example.com", .accountDisabled),
            ("supabase", "unverified@example.com", .emailUnverified),
            ("fetchnews", "disabled@example.com", .accountDisabled),
            ("fastapi-users", "disabled@example.com", .wrongCredentials),
        ])
    func fixtures(name: String, email: String, outcome: OutcomeName) throws {
        var talk = try Talk(name)
        let login = ["email": email, "password": Accounts.firstPassword]
        #expect(try talk.run("sign-in", login).outcome.name == outcome)
    }

    @Test("Supabase's second factor, old password and code have the recorded responses")
    func supabase() throws {
        var talk = try Talk("supabase")
        try talk.run("send-link", ["email": "second-factor@example.com"])
        var link = talk.parameters
        link["new-password"] = "Another-2"
        #expect(try talk.run("reset-password", link).outcome.name == .needsSecondFactor)
        try talk.run("send-link", ["email": "person@example.com"])
        var values = ["email": "person@example.com", "code": talk.bench.email?.code ?? ""]
        values["new-password"] = Accounts.firstPassword
        let same = try talk.run("reset-password-by-code", values)
        #expect(same.outcome.name == .samePassword)
        values = values.merging(same.kept) { $1 }
        values["new-password"] = String(repeating: "é", count: 37)
        #expect(try talk.run("reset-password-by-code", values).outcome.name == .passwordTooLong)
        values["new-password"] = "Another-2"
        #expect(try talk.run("reset-password-by-code", values).outcome.name == .ok)
    }

    @Test("a chosen outcome is the one that the contract recognises", arguments: names)
    func chosen(name: String) throws {
        var talk = try Talk(name)
        let values = [
            "email": "nobody@example.com", "password": "Password-1", "new-password": "Password-1", "token": "x",
            "token_hash": "x", "oobCode": "x", "code": "123456", "session": "x", "idToken": "x",
            "recovery-code": "x", "name": "Ada",
        ]
        var count = 0
        for operation in talk.contract.operations {
            for outcome in operation.outcomes {
                guard let example = talk.contract.exampleResponse(for: outcome, operation: operation.name),
                    example.step == 0
                else { continue }
                // With a session, a flow skips the step that would have supplied it.
                let needsSession = operation.steps.count == 1 || operation.name.hasPrefix("verify-second-factor")
                let more = needsSession ? ["access_token": "x", "recovery": "x"] : [:]
                talk.bench.control(
                    "POST", "/next",
                    ["operation": .string(operation.name), "outcome": .string(outcome.rawValue)])
                let result = try talk.run(operation.name, values.merging(more) { $1 })
                #expect(result.outcome.name == outcome, "\(operation.name)")
                count += 1
            }
        }
        #expect(count > 10)
        #expect(talk.bench.core.mounted[0].next.isEmpty)
    }
}
