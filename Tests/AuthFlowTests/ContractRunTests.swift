import AuthFlow
import AuthFlowVectors
import JSON
import Testing

@Suite struct ContractRunTests {
    @Test("the contract language, case by case", arguments: Vector.all(in: "language.json"))
    func language(vector: Vector) throws {
        let source = try #require(Vector.document(vector.file)["contracts"]?[vector.contract])
        try vector.check(against: Contract(reading: source))
    }

    @Test("a contract survives being written as JSON", arguments: ["places", "rules", "steps"])
    func roundTrip(name: String) throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?[name]))
        #expect(try Contract(reading: contract.json()) == contract)
        let written = try JSONDocument(parsing: contract.json().serializedBytes()).value
        #expect(try Contract(reading: written) == contract)
    }

    @Test("no description holds a secret")
    func secrets() throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?["steps"]))
        let operation = try #require(contract.operation(named: "reset"))
        let values = ["base": "https://b.example", "token_hash": "hash-4711", "new-password": "Pass-4711"]
        var run = ContractRun(operation, of: contract, values: values)
        var texts: [String] = []
        func look() {
            var dumped = ""
            dump(run, to: &dumped)
            texts += [dumped, "\(run)", "\(run.next)", String(reflecting: run.next)]
            if case .send(let request) = run.next { texts += ["\(request)", String(reflecting: request)] }
            if case .finish(let result) = run.next { texts += ["\(result)", String(reflecting: result)] }
        }
        look()
        let answer = ContractAnswer(status: 200, body: Array(#"{"access_token":"jwt-4711"}"#.utf8))
        texts += ["\(answer)", String(reflecting: answer)]
        run.receive(answer)
        look()
        run.receive(ContractAnswer(status: 200))
        look()
        #expect(run.description == "reset: ok, keeping access_token")
        #expect(texts.filter { $0.contains("4711") } == [])
    }

    @Test("an answer nobody waits for changes nothing")
    func late() throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?["rules"]))
        var run = ContractRun(
            try #require(contract.operation(named: "try")), of: contract, values: ["base": "https://b.example"])
        run.fail(.timeout)
        run.receive(ContractAnswer(status: 204))
        run.fail(.network)
        #expect(run.next == .finish(ContractResult(outcome: .timeout, kept: [:])))
    }

    @Test("a contract makes answers for its own outcomes", arguments: ["rules", "steps"])
    func examples(name: String) throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?[name]))
        for operation in contract.operations {
            for outcome in operation.outcomes where ![.network, .timeout, .linkIncomplete].contains(outcome) {
                let answers = try #require(
                    contract.exampleAnswers(for: outcome, operation: operation.name, base: "https://b.example"),
                    "\(operation.name) \(outcome)")
                var values = ["base": "https://b.example"]
                for need in operation.needs where need.name != "base" { values[need.name] = "v" }
                var run = ContractRun(operation, of: contract, values: values)
                for answer in answers { run.receive(answer.answer) }
                guard case .finish(let result) = run.next else {
                    Issue.record("\(operation.name) does not come to \(outcome)")
                    continue
                }
                #expect(result.outcome.name == outcome)
            }
        }
    }

    @Test("the CORS answer that a contract needs")
    func cors() throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?["steps"]))
        let cors = contract.cors(operations: ["reset"], hosts: ["a.example"])
        #expect(
            cors.headers(for: cors.origins[0]).map { "\($0.name): \($0.value)" } == [
                "Access-Control-Allow-Origin: https://a.example", "Access-Control-Expose-Headers: retry-after",
            ])
        #expect(
            cors.preflightHeaders.map { "\($0.name): \($0.value)" } == [
                "Access-Control-Allow-Methods: POST, PUT",
                "Access-Control-Allow-Headers: authorization, content-type",
            ])
    }

    @Test(
        "which steps a request could be",
        arguments: [
            ("POST", "/verify", ["reset 0"]), ("PUT", "/user", ["reset 1"]), ("GET", "/user", []),
            ("GET", "/flow", ["flow 0"]), ("GET", "/flow/", []), ("GET", "/", []),
        ])
    func matching(method: String, path: String, found: [String]) throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?["steps"]))
        #expect(contract.steps(matching: method, path: path).map { "\($0.operation.name) \($0.step)" } == found)
    }
}
