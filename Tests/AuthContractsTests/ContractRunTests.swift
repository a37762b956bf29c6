import AuthContracts
import AuthFlowVectors
import JSON
import Problems
import Testing
import TextEncoding

@Suite struct ContractRunTests {
    @Test("a contract gives the requests and outcomes of each case", arguments: Vector.all(in: "language.json"))
    func language(vector: Vector) throws {
        let source = try #require(Vector.document(vector.file)["contracts"]?[vector.contract])
        let contract = try Contract(reading: source)
        #expect(vector.differences(with: contract) == [])
        #expect(vector.differences(pruning: contract) == [])
    }

    @Test(
        "an app's invalid contract is reported with reasons",
        arguments: [
            ("{\"operations\":\n{]", "line 2, column 2: ']' where a name in double quotes or '}' should be"),
            ("{}", "missing key 'operations'"),
            (
                "{\"operations\": {\"go\": {\"request\": {\"method\": \"post\"}, \"outcomes\": [{\"is\": \"ok\"}]}}}",
                "operations.go.request.method: expected 'GET', 'POST', 'PUT', 'PATCH' or 'DELETE', found the text 'post'\n"
                    + "operations.go.request: missing key 'url'"
            ),
        ])
    func unusable(text: String, description: String) {
        let error = #expect(throws: ProblemReport<ValuePath>.self) { try Contract(parsing: Array(text.utf8)) }
        #expect(error?.description == description)
    }

    @Test(
        "the page's language is sent where the contract has it; without one, neither a header nor an empty object is",
        arguments: [
            ("fr", ["fr"], #"{"email":"a@b.c","data":{"lang":"fr"},"kept":{}}"#),
            (nil, [], #"{"email":"a@b.c","kept":{}}"#),
        ] as [(String?, [String], String)])
    func pageLanguage(language: String?, header: [String], body: String) throws {
        let text = """
            {"operations": {"send": {
              "request": {
                "method": "POST", "url": "{{base}}/send", "headers": {"Accept-Language": "{{page-language?}}"},
                "json": {"email": "{{email}}", "data": {"lang": "{{page-language?}}"}, "kept": {"hint": "{{hint?}}"}}},
              "outcomes": [{"status": 200, "is": "ok"}]}}}
            """
        let contract = try Contract(parsing: Array(text.utf8))
        var values = ["base": "https://b.example", "email": "a@b.c"]
        values["page-language"] = language
        for contract in [contract] + (language == nil ? [contract.withoutLanguage()] : []) {
            let request = try contract.operations[0].steps[0].request.filled(with: values)
            #expect(request.headers.filter { $0.name == "Accept-Language" }.map(\.value) == header)
            #expect(String(decoding: request.body, as: UTF8.self) == body)
        }
    }

    @Test("an app reads a contract from its bundle's JSON")
    func parsed() throws {
        let value = try #require(Vector.document("language.json")["contracts"]?["steps"])
        #expect(try Contract(parsing: value.serializedBytes()) == Contract(reading: value))
    }

    @Test("no description contains a secret")
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
        let answer = ContractResponse(status: 200, body: Array(#"{"access_token":"jwt-4711"}"#.utf8))
        texts += ["\(answer)", String(reflecting: answer)]
        run.receive(answer)
        look()
        run.receive(ContractResponse(status: 200))
        look()
        #expect(run.description == "reset: ok, keeping access_token")
        #expect(texts.filter { $0.contains("4711") } == [])
    }

    @Test("a response without a pending request is ignored")
    func late() throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?["rules"]))
        var run = ContractRun(
            try #require(contract.operation(named: "try")), of: contract, values: ["base": "https://b.example"])
        run.fail(.timeout)
        run.receive(ContractResponse(status: 204))
        run.fail(.network)
        #expect(run.next == .finish(ContractResult(outcome: Outcome(.timeout))))
    }
}
